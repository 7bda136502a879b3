/* Queues, pod groups and bind requests (rules/01 3.1 to 3.3). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "read.h"

static const char *const share_names[SHARE_COUNT] = {"quota", "limit", "overQuotaWeight"};
static const char *const resource_names[3] = {"gpu", "cpu", "memory"};

/* Reads a number of a queue. -1 is unlimited; a weight of -1 counts as absent, and the scheduler's
 * own tests use it. */
static double read_share(struct reading *p, enum share share, int resource)
{
	struct str t;
	char where[64];
	double v = 0;

	if (json_null(p->r))
		return 0;
	bool number = json_peek(p->r) == JSON_NUMBER;
	if (!(number ? json_number(p->r, &t) : json_string(p->r, &t)))
		return 0;
	snprintf(where, sizeof where, "spec.resources.%s.%s", resource_names[resource],
		share_names[share]);
	struct strbuf copy = {0};
	strbuf_addstr(&copy, t);
	strbuf_addc(&copy, '\0');
	if (number)
		v = strtod(copy.s, NULL);
	if (!number || !isfinite(v)) {
		fault(p, FAULT_QUANTITY_BAD, SEVERITY_ERROR, FIELD(where),
			number ? "%.80s is out of range" : "\"%.80s\" is not a number", copy.s);
		v = 0;
	} else if (doubtful_share(v)) {
		/* Megabytes become bytes before the scheduler takes what is below -1 for -1. */
		fault(p, FAULT_QUANTITY_NEGATIVE, SEVERITY_ERROR, FIELD(where), "%.80s is %s",
			copy.s,
			resource == 2 && share != SHARE_WEIGHT ? DOUBT_MEMORY_SHARE_NEGATIVE
							       : DOUBT_SHARE_NEGATIVE);
	}
	strbuf_free(&copy);
	return v;
}

static void read_queue_resources(struct reading *p, struct queue *q)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		int resource = 0;

		while (resource < 3 && !str_eq(key, str_of(resource_names[resource])))
			resource++;
		if (resource == 3) {
			json_skip(p->r);
			continue;
		}
		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			int share = 0;

			while (share < SHARE_COUNT && !str_eq(key, str_of(share_names[share])))
				share++;
			if (share == SHARE_COUNT)
				json_skip(p->r);
			else
				q->share[share][resource] =
					read_share(p, (enum share)share, resource);
		}
	}
}

static void read_queue_spec(struct reading *p, struct queue *q)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "parentQueue"))
			q->parent = ref(p);
		else if (IS(key, "resources"))
			read_queue_resources(p, q);
		else if (IS(key, "priority"))
			q->priority = integer(p->r, 100);
		else
			json_skip(p->r);
	}
}

void read_queue(struct reading *p)
{
	struct summary *s = p->s;
	struct str key;
	struct queue q = {.index = p->index, .priority = 100};

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata")) {
			read_metadata(p);
		} else if (IS(key, "spec")) {
			read_queue_spec(p, &q);
		} else {
			json_skip(p->r);
		}
	}
	if (json_failed(p->r))
		return;
	identify(p);
	if (p->number == 0)
		return;
	/* The API counts memory in megabytes; everything else here in bytes. */
	for (int share = 0; share < SHARE_WEIGHT; share++)
		if (q.share[share][2] != -1)
			q.share[share][2] *= 1e6;
	s->queues = grow(s->queues, &s->queue_cap, p->number - 1, sizeof *s->queues);
	s->queues[p->number - 1] = q;
}

/* True: there are some. */
static bool read_sub_groups(struct reading *p)
{
	struct str key;
	uint32_t i = 0;

	if (!enter(p->r))
		return false;
	for (; json_element(p->r); i++) {
		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "topologyConstraint"))
				read_constraint(p, i);
			else
				json_skip(p->r);
		}
	}
	return i > 0;
}

static void read_group_spec(struct reading *p, struct group *g)
{
	struct str key;
	bool subgroups = false;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "queue"))
			g->queue = ref(p);
		else if (IS(key, "minMember"))
			g->min_member = integer(p->r, 0);
		else if (IS(key, "subGroups"))
			subgroups = read_sub_groups(p);
		else if (IS(key, "topologyConstraint"))
			read_constraint(p, NO_INDEX);
		else
			json_skip(p->r);
	}
	if (subgroups)
		g->min_member = 0; /* the scheduler ignores it then (rules/01 8.2) */
}

static void read_group_status(struct reading *p)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "schedulingConditions"))
			read_conditions(p, "status.schedulingConditions", NULL);
		else
			json_skip(p->r);
	}
}

void read_pod_group(struct reading *p)
{
	struct summary *s = p->s;
	struct str key;
	struct group g = {.index = p->index};
	size_t first_constraint = s->topologies.constraint_count;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "spec"))
			read_group_spec(p, &g);
		else if (IS(key, "status"))
			read_group_status(p);
		else
			json_skip(p->r);
	}
	if (json_failed(p->r))
		return;
	identify(p);
	keep_constraints(p, first_constraint);
	if (p->number == 0)
		return;
	g.name = names_put(&s->refs, strbuf_str(&p->name), NULL);
	s->groups = grow(s->groups, &s->group_cap, p->number - 1, sizeof *s->groups);
	s->groups[p->number - 1] = g;
}

struct bind_state {
	bool failed, succeeded, limited;
	int64_t limit, attempts;
};

static void read_bind_spec(struct reading *p, struct bind *b, struct bind_state *state)
{
	struct str key, name;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "podName")) {
			strbuf_clear(&p->key);
			word(p->r, &name);
			strbuf_addstr(&p->key, name);
		} else if (IS(key, "selectedNode")) {
			b->node = ref(p);
		} else if (IS(key, "resourceClaimAllocations")) {
			read_bind_claims(p);
		} else if (IS(key, "predictedNUMAZones")) {
			read_zone_uses(p->s, p->r,
				(struct zone_use){ZONES_OF_BIND, (uint32_t)p->s->bind_count, 0, 0});
		} else if (IS(key, "backoffLimit")) {
			state->limited = json_peek(p->r) == JSON_NUMBER;
			state->limit = integer(p->r, 0);
		} else {
			json_skip(p->r);
		}
	}
}

static void read_bind_status(struct reading *p, struct bind_state *state)
{
	struct str key, phase;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "phase")) {
			word(p->r, &phase);
			state->failed = IS(phase, "Failed");
			state->succeeded = IS(phase, "Succeeded");
		} else if (IS(key, "failedAttempts")) {
			state->attempts = integer(p->r, 0);
		} else {
			json_skip(p->r);
		}
	}
}

void read_bind_request(struct reading *p)
{
	struct summary *s = p->s;
	struct str key;
	struct bind b = {.index = p->index};
	struct bind_state state = {0};
	size_t first_use = s->numa.use_count, first_claim = s->claims.of_binds_count;

	strbuf_clear(&p->key); /* the pod's name */
	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "spec"))
			read_bind_spec(p, &b, &state);
		else if (IS(key, "status"))
			read_bind_status(p, &state);
		else
			json_skip(p->r);
	}
	if (json_failed(p->r))
		return;
	identify(p);
	if (p->number == 0) {
		s->numa.use_count = first_use;
		s->claims.of_binds_count = first_claim;
		return;
	}
	strbuf_clear(&p->id);
	if (p->ns.len != 0)
		strbuf_addf(&p->id, STR_FMT "/", STR_ARG(strbuf_str(&p->ns)));
	strbuf_addstr(&p->id, strbuf_str(&p->key));
	b.number = p->number;
	b.pod = names_put(&s->refs, strbuf_str(&p->id), NULL);
	b.live = !(state.failed &&
		(!state.limited || state.attempts >= state.limit)); /* rules/01 5.5 */
	b.done = state.succeeded;
	b.other_pool = in_other_pool(p);
	s->binds = grow(s->binds, &s->bind_cap, s->bind_count, sizeof *s->binds);
	s->binds[s->bind_count++] = b;
}
