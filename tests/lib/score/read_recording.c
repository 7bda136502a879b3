#include "tests/lib/score/scoring.h"

/* [node, [GPU groups]] */
static void read_placement(struct scoring *s, struct json *r, struct str what)
{
	struct str groups[SCORE_GROUPS], node = STR("");
	int n = 0;

	if (!json_enter(r))
		return;
	for (int i = 0; json_element(r); i++) {
		if (i == 0)
			node = score_string(s, r);
		else
			n = score_strings(s, r, groups);
	}
	what = score_text(s, STR_FMT " on " STR_FMT, STR_ARG(what), STR_ARG(node));
	ENTRY(s, &s->decisions, score_placed(s, what, groups, n), struct count)->real++;
}

static struct str decision(struct scoring *s, struct str action, const char *kind, struct str pod)
{
	return score_text(s, STR_FMT ": %s " STR_FMT, STR_ARG(action), kind, STR_ARG(pod));
}

static void read_binds(struct scoring *s, struct json *r, struct str action)
{
	struct str pod;

	if (!json_enter(r))
		return;
	while (json_key(r, &pod)) {
		if (str_ends(pod, STR("#again")))
			pod.n -= strlen("#again");
		read_placement(s, r, decision(s, action, "bind", pod));
	}
}

static void read_pipelines(struct scoring *s, struct json *r, struct str action)
{
	struct str pod;

	if (!json_enter(r))
		return;
	while (json_key(r, &pod)) {
		struct str what = decision(s, action, "pipeline", pod);

		if (json_enter(r))
			while (json_element(r))
				read_placement(s, r, what);
	}
}

static void read_evictions(struct scoring *s, struct json *r, struct str action)
{
	struct str pod;
	int64_t n;

	if (!json_enter(r))
		return;
	while (json_key(r, &pod)) {
		struct count *c =
			ENTRY(s, &s->decisions, decision(s, action, "evict", pod), struct count);

		if (json_int(r, &n))
			c->real += (int)n;
	}
}

/* The action's name comes first in a recording. */
static void read_action(struct scoring *s, struct json *r)
{
	struct str key, action = STR("");

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (str_eq(key, STR("action")))
			action = score_string(s, r);
		else if (str_eq(key, STR("binds")))
			read_binds(s, r, action);
		else if (str_eq(key, STR("pipelines")))
			read_pipelines(s, r, action);
		else if (str_eq(key, STR("evictions")))
			read_evictions(s, r, action);
		else
			json_skip(r);
	}
}

static void read_queues(struct scoring *s, struct json *r)
{
	struct str key;

	if (json_null(r) || !json_enter(r))
		return;
	while (json_key(r, &key)) {
		struct shares *q = ENTRY(s, &s->queues, key, struct shares);

		q->recorded = false;
		if (json_null(r) || !json_enter(r))
			continue;
		while (json_key(r, &key)) {
			if (!str_eq(key, STR("fairShare"))) {
				json_skip(r);
			} else if (!json_null(r)) {
				q->recorded = true;
				score_triple(r, q->real);
			}
		}
	}
}

static void read_pod_groups(struct scoring *s, struct json *r)
{
	struct str key;

	for (size_t i = 0; i < s->pod_groups.count; i++)
		((struct reasons *)s->pod_groups.entries[i].value)->real.n = 0;
	if (json_null(r) || !json_enter(r))
		return;
	while (json_key(r, &key))
		score_reasons(s, r, &ENTRY(s, &s->pod_groups, key, struct reasons)->real);
}

static void read_pod_errors(struct scoring *s, struct json *r)
{
	struct str pod;

	for (size_t i = 0; i < s->pod_errors.count; i++)
		((struct pod_error *)s->pod_errors.entries[i].value)->recorded = false;
	if (json_null(r) || !json_enter(r))
		return;
	while (json_key(r, &pod)) {
		struct pod_error *e = ENTRY(s, &s->pod_errors, pod, struct pod_error);

		e->recorded = true;
		e->any = json_peek(r) == JSON_NULL;
		e->real = score_string(s, r);
	}
}

/* [status, node] */
static struct str read_end(struct scoring *s, struct json *r)
{
	struct str part[2] = {STR(""), STR("")};

	if (json_enter(r))
		for (int i = 0; json_element(r); i++) {
			if (i < 2)
				part[i] = score_string(s, r);
			else
				json_skip(r);
		}
	return score_text(s, STR_FMT " " STR_FMT, STR_ARG(part[0]), STR_ARG(part[1]));
}

static void read_final(struct scoring *s, struct json *r)
{
	struct str pod;

	if (!json_enter(r))
		return;
	while (json_key(r, &pod)) {
		struct end *e = ENTRY(s, &s->pods, pod, struct end);

		e->final = read_end(s, r);
	}
}

static void read_outcomes(struct scoring *s, struct json *r)
{
	struct str pod;

	if (!json_enter(r))
		return;
	while (json_key(r, &pod)) {
		struct end *e = ENTRY(s, &s->pods, pod, struct end);

		if (!json_enter(r))
			continue;
		while (json_element(r)) {
			struct str end = read_end(s, r);

			if (e->n_outcomes == SCORE_ENDS)
				json_fail(r, "more than %d ends of one pod", SCORE_ENDS);
			else
				e->outcomes[e->n_outcomes++] = end;
		}
	}
}

static void read_zones(struct scoring *s, struct json *r)
{
	struct str pod;
	int64_t zone;

	if (!json_enter(r))
		return;
	while (json_key(r, &pod)) {
		struct end *e = ENTRY(s, &s->pods, pod, struct end);

		e->zones = STR("");
		if (json_enter(r))
			while (json_element(r) && json_int(r, &zone))
				e->zones = score_text(s, STR_FMT "%s%lld", STR_ARG(e->zones),
					e->zones.n ? " " : "", (long long)zone);
	}
}

/* What differs in the original tool's world, under the keys of the recording itself. */
static void read_tool(struct scoring *s, struct json *r, bool wanted)
{
	struct str key;

	if (json_null(r))
		return;
	if (wanted) {
		read_recording(s, r, false);
		return;
	}
	s->tool = true;
	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (str_eq(key, STR("stable")))
			json_bool(r, &s->tool_stable);
		else
			json_skip(r);
	}
}

void read_recording(struct scoring *s, struct json *r, bool tool)
{
	struct str key;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (str_eq(key, STR("snapshotTool")))
			read_tool(s, r, tool);
		else if (tool)
			json_skip(r);
		else if (str_eq(key, STR("now")))
			s->now = score_string(s, r);
		else if (str_eq(key, STR("stable")))
			json_bool(r, &s->stable);
		else if (str_eq(key, STR("outcomes")))
			read_outcomes(s, r);
		else if (str_eq(key, STR("final")))
			read_final(s, r);
		else if (str_eq(key, STR("numa")))
			read_zones(s, r);
		else if (str_eq(key, STR("queues")))
			read_queues(s, r);
		else if (str_eq(key, STR("podGroups")))
			read_pod_groups(s, r);
		else if (str_eq(key, STR("podErrors")))
			read_pod_errors(s, r);
		else if (!str_eq(key, STR("actions")))
			json_skip(r);
		else if (json_enter(r))
			while (json_element(r))
				read_action(s, r);
	}
}
