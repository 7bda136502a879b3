#include "common/grow.h"
#include "tests/lib/score/scoring.h"

struct event {
	struct str event, action, pod, node, status, queue, pod_group, feature,
		groups[SCORE_GROUPS];
	int n_groups;
	double fair_share[3];
	bool has_share;
	struct reason_list reasons;
	struct str zones;
};

static void read_pod_errors(struct scoring *s, struct json *r)
{
	struct str pod;

	if (!json_enter(r))
		return;
	while (json_key(r, &pod)) {
		struct pod_error *e = ENTRY(s, &s->pod_errors, pod, struct pod_error);

		e->here = score_string(s, r);
	}
}

/* [{"zone": NAME, ...}, ...] */
static void read_zones(struct scoring *s, struct json *r, struct str *zones)
{
	struct str key;

	*zones = STR("");
	if (!json_enter(r))
		return;
	while (json_element(r) && json_enter(r))
		while (json_key(r, &key)) {
			struct str name;
			size_t end;

			if (!str_eq(key, STR("zone"))) {
				json_skip(r);
				continue;
			}
			name = score_string(s, r);
			for (end = name.n; end && is_digit(name.p[end - 1]); end--)
				;
			*zones = score_text(s, STR_FMT "%s%.*s", STR_ARG(*zones),
				zones->n ? " " : "", (int)(name.n - end), name.p + end);
		}
}

static void read_fields(struct scoring *s, struct json *r, struct event *e)
{
	const struct {
		const char *key;
		struct str *to;
	} texts[] = {{"event", &e->event}, {"action", &e->action}, {"pod", &e->pod},
		{"node", &e->node}, {"status", &e->status}, {"queue", &e->queue},
		{"podGroup", &e->pod_group}, {"feature", &e->feature}};
	struct str key;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		struct str *to = NULL;

		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			if (str_eq(key, str_of(texts[i].key)))
				to = texts[i].to;
		if (to) {
			*to = score_string(s, r);
		} else if (str_eq(key, STR("gpuGroups"))) {
			e->n_groups = score_strings(s, r, e->groups);
		} else if (str_eq(key, STR("numaZones"))) {
			read_zones(s, r, &e->zones);
		} else if (str_eq(key, STR("fairShare"))) {
			e->has_share = true;
			score_triple(r, e->fair_share);
		} else if (str_eq(key, STR("podErrors"))) {
			read_pod_errors(s, r);
		} else if (str_eq(key, STR("reasons"))) {
			score_reasons(s, r, &e->reasons);
		} else {
			json_skip(r);
		}
	}
}

static void keep_placement(struct scoring *s, const struct event *e)
{
	struct placed *t;

	ARRAY_GROW(s->placed, s->n_placed, s->cap_placed);
	t = &s->placed[s->n_placed++];
	t->what = score_text(s, STR_FMT ": " STR_FMT " " STR_FMT " on " STR_FMT, STR_ARG(e->action),
		STR_ARG(e->event), STR_ARG(e->pod), STR_ARG(e->node));
	t->n_groups = e->n_groups;
	memcpy(t->groups, e->groups, sizeof t->groups);
}

void read_event(struct scoring *s, struct json *r)
{
	struct event e = {0};

	read_fields(s, r, &e);
	for (int i = 0; i < e.n_groups; i++)
		map_put(ENTRY(s, &s->groups, e.groups[i], struct map), e.pod, NULL);
	if (str_eq(e.event, STR("bind")) || str_eq(e.event, STR("pipeline"))) {
		keep_placement(s, &e);
	} else if (str_eq(e.event, STR("evict"))) {
		struct str what = score_text(
			s, STR_FMT ": evict " STR_FMT, STR_ARG(e.action), STR_ARG(e.pod));

		ENTRY(s, &s->decisions, what, struct count)->here++;
	} else if (str_eq(e.event, STR("pod"))) {
		struct end *end = ENTRY(s, &s->pods, e.pod, struct end);

		end->here = score_text(s, STR_FMT " " STR_FMT, STR_ARG(e.status), STR_ARG(e.node));
		end->zones_here = e.zones;
	} else if (str_eq(e.event, STR("pending")) || str_eq(e.event, STR("unplaced"))) {
		ENTRY(s, &s->pod_groups, e.pod_group, struct reasons)->here = e.reasons;
	} else if (str_eq(e.event, STR("unsupported"))) {
		s->unsupported = e.feature;
	} else if (str_eq(e.event, STR("queue"))) {
		struct shares *q = ENTRY(s, &s->queues, e.queue, struct shares);

		q->has_share = e.has_share;
		memcpy(q->here, e.fair_share, sizeof q->here);
	}
}

/* "new:1" is called after its pods: "new:ns/a+ns/b" */
static struct str name_of(struct scoring *s, struct str group)
{
	const struct map *members = map_get(&s->groups, group);
	struct strbuf b = {0};
	struct str *pods, name;

	if (!members || !str_starts(group, STR("new:")))
		return group;
	pods = ARENA_ARRAY(&s->arena, members->count, struct str);
	for (size_t i = 0; i < members->count; i++) {
		size_t k = i;

		for (; k > 0 && str_cmp(pods[k - 1], members->entries[i].key) > 0; k--)
			pods[k] = pods[k - 1];
		pods[k] = members->entries[i].key;
	}
	strbuf_addz(&b, "new:");
	for (size_t i = 0; i < members->count; i++) {
		strbuf_addz(&b, i ? "+" : "");
		strbuf_addstr(&b, pods[i]);
	}
	name = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	return name;
}

void read_events_end(struct scoring *s)
{
	for (size_t i = 0; i < s->n_placed; i++) {
		struct placed *t = &s->placed[i];

		for (int k = 0; k < t->n_groups; k++)
			t->groups[k] = name_of(s, t->groups[k]);
		ENTRY(s, &s->decisions, score_placed(s, t->what, t->groups, t->n_groups),
			struct count)
			->here++;
	}
}
