/* Pods on NUMA zones: containers, quality of service, and records of the zones they were given. */
#include <stdio.h>
#include "tests/lib/gen_cluster/cluster.h"

struct pod_plan {
	bool guaranteed, split, known;
	int init; /* of the list in init_containers, -1: none */
	struct roll rest;
};

static struct pod_plan plan_of(const struct cluster *c, const struct pod *p)
{
	struct roll r = kind_roll(c, ROLL_ZONED_JOB, p->job);
	struct pod_plan plan = {.guaranteed = roll(&r, 100) < 60, .split = roll(&r, 100) < 35};

	plan.init = roll(&r, 100) < 25 ? (int)roll(&r, 4) : -1;
	plan.known = roll(&r, 100) < 90;
	plan.rest = r;
	return plan;
}

static void one_container(struct jsonw *w, const char *name, const char *policy,
	const struct room *ask, const struct cluster *c, int job)
{
	jsonw_begin(w, '{');
	put(w, "name", "\"%s\"", name);
	if (policy)
		put(w, "restartPolicy", "\"%s\"", policy);
	jsonw_key(w, "resources");
	jsonw_begin(w, '{');
	jsonw_key(w, "requests");
	jsonw_begin(w, '{');
	put_room(w, ask);
	if (c)
		zone_amounts(c, w, false, job);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void init_containers(struct jsonw *w, int which, const struct room *ask)
{
	struct room small = {.cpu = 1000, .memory = 1}, gpus = small;

	gpus.gpus = ask->gpus > 1 ? ask->gpus - 1 : ask->gpus;
	jsonw_key(w, "initContainers");
	jsonw_begin(w, '[');
	if (which % 2)
		one_container(w, "side", "Always", &small, NULL, 0);
	if (which > 0)
		one_container(w, "warm", NULL, which == 3 ? ask : &gpus, NULL, 0);
	jsonw_end(w, ']');
}

bool zone_containers(
	const struct cluster *c, struct jsonw *w, const struct pod *p, const struct shape *s)
{
	struct pod_plan plan;
	struct room half;

	if (!c->kinds.numa || p->job < 0)
		return false;
	plan = plan_of(c, p);
	if (plan.init >= 0 && !c->rich[R_more_containers])
		init_containers(w, plan.init, &s->ask);
	if (roll(&plan.rest, 100) < 4)
		put(w, "resources", "{\"requests\":{\"cpu\":\"%dm\"}}", s->ask.cpu + 1000);
	if (!plan.split || s->ask.gpus < 2 || s->port >= 0)
		return false;
	half = s->ask;
	half.cpu /= 2;
	half.memory /= 2;
	half.gpus = roll(&plan.rest, 100) < 80 ? half.gpus / 2 : 1;
	jsonw_key(w, "containers");
	jsonw_begin(w, '[');
	one_container(w, "main", NULL, &half, c, p->job);
	half.gpus = s->ask.gpus - half.gpus;
	one_container(w, "more", NULL, &half, NULL, 0);
	jsonw_end(w, ']');
	return true;
}

void zone_qos(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	struct pod_plan plan;

	if (!c->kinds.numa || p->job < 0)
		return;
	plan = plan_of(c, p);
	if (plan.known)
		put(w, "qosClass", "\"%s\"", plan.guaranteed ? "Guaranteed" : "Burstable");
}

static void share(struct jsonw *w, const char *zone, int cpu, int gpus, int memory, bool quoted)
{
	const char *q = quoted ? "\\\"" : "\"";
	struct strbuf text = {0};
	bool first = true;

	strbuf_addf(&text, "{%szone%s:%s%s%s,%samount%s:{", q, q, q, zone, q, q, q);
	if (cpu) {
		strbuf_addf(&text, "%scpu%s:%s%dm%s", q, q, q, cpu, q);
		first = false;
	}
	if (gpus) {
		strbuf_addf(
			&text, "%s%snvidia.com/gpu%s:%s%d%s", first ? "" : ",", q, q, q, gpus, q);
		first = false;
	}
	if (memory)
		strbuf_addf(&text, "%s%smemory%s:%s%dGi%s", first ? "" : ",", q, q, q, memory, q);
	strbuf_addf(&text, "}}");
	strbuf_add(w->out, text.s, text.len);
	strbuf_free(&text);
}

/* The zones that the pod's GPUs, or its CPUs, come from. */
static void record(const struct cluster *c, struct jsonw *w, const struct pod *p, bool quoted)
{
	const struct room *ask = &c->jobs[p->job].shape.ask;
	struct pod_plan plan = plan_of(c, p);
	struct roll r = kind_roll(c, ROLL_ZONED_POD, (int)(p - c->pods));
	int zones = zones_of(c, p->node), start = (int)(p - c->pods) % zones, left = ask->gpus;
	bool unknown = roll(&r, 100) < 3, memory = roll(&r, 100) < 6, first = true;
	char name[NAME_SIZE];

	for (int i = 0; i < zones && (first || left > 0); i++) {
		int zone = (start + i) % zones, have = zone_gpus(c, p->node, zone),
		    take = left < have ? left : have;

		if (left > 0 && take == 0)
			continue;
		snprintf(name, sizeof name, "node-%d", unknown ? 9 : zone);
		if (!first)
			strbuf_addz(w->out, ",");
		share(w, name, plan.guaranteed && first ? ask->cpu : 0, take,
			memory ? ask->memory : 0, quoted);
		left -= take;
		first = false;
	}
}

void zone_annotations(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	static const char *const keys[] = {"kai.scheduler/numa-placement-observed",
		"kai.scheduler/numa-placement-observed", "kai.scheduler/numa-placement-predicted"};
	static const char *const odd[] = {"\"[]\"", "\"null\"", "\"\"", "\"[{]\"", "\"{}\""};
	struct roll r = kind_roll(c, ROLL_ZONED_POD, 10000 + (int)(p - c->pods));
	struct strbuf text = {0};
	struct jsonw inner = {.out = &text};
	const char *key = ROLL(&r, keys);

	if (!c->kinds.numa || p->job < 0 || p->node < 0 || !zones_of(c, p->node) ||
		roll(&r, 100) < 25)
		return;
	if (roll(&r, 100) < 6) {
		put(w, key, "%s", ROLL(&r, odd));
		return;
	}
	record(c, &inner, p, true);
	put(w, key, "\"[" STR_FMT "]\"", STR_ARG(strbuf_str(&text)));
	strbuf_free(&text);
}

void zone_prediction(const struct cluster *c, struct jsonw *w, const struct pod *p)
{
	struct roll r = kind_roll(c, ROLL_ZONED_POD, 20000 + (int)(p - c->pods));
	struct strbuf text = {0};
	struct jsonw inner = {.out = &text};

	if (!c->kinds.numa || p->job < 0 || !zones_of(c, p->node) || roll(&r, 100) < 20)
		return;
	record(c, &inner, p, false);
	put(w, "predictedNUMAZones", "[" STR_FMT "]", STR_ARG(strbuf_str(&text)));
	strbuf_free(&text);
}
