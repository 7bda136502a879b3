/* Whether the events of a run show it. */
#include "common/event_file.h"
#include "common/json.h"
#include "predicate.h"

/* A decision: of this pod, on the node or by the action that is wanted. */
static bool is_decision(const struct predicate *p, struct json *r)
{
	const struct str key_of_by = p->about == ABOUT_BOUND ? STR("node") : STR("action");
	bool pod = false, by = !p->by.n;
	struct str key, text;

	json_enter(r);
	while (json_key(r, &key))
		if (json_peek(r) != JSON_STRING)
			json_skip(r);
		else if (json_string(r, &text) && str_eq(key, STR("pod")))
			pod = str_eq(text, p->pod);
		else if (str_eq(key, key_of_by))
			by = by || str_eq(text, p->by);
	return pod && by;
}

/* What a pending event says of the pod. */
struct pending {
	const struct predicate *p;
	struct str ns, name; /* of the pod */
	bool in_namespace, listed, said;
};

static void look_for_text(struct pending *g, struct json *r)
{
	struct str text;

	if (json_peek(r) != JSON_STRING)
		json_skip(r);
	else if (json_string(r, &text) && str_contains(text, g->p->text))
		g->said = true;
}

static void read_names(struct pending *g, struct json *r)
{
	struct str name;

	json_enter(r);
	while (json_element(r))
		if (json_string(r, &name) && str_eq(name, g->name))
			g->listed = true;
}

static void read_reasons(struct pending *g, struct json *r)
{
	struct str key;

	json_enter(r);
	while (json_element(r)) {
		json_enter(r);
		while (json_key(r, &key))
			if (str_eq(key, STR("message")))
				look_for_text(g, r);
			else
				json_skip(r);
	}
}

static void read_errors(struct pending *g, struct json *r)
{
	struct str key;

	json_enter(r);
	while (json_key(r, &key))
		if (str_eq(key, g->p->pod))
			look_for_text(g, r);
		else
			json_skip(r);
}

static bool is_pending(const struct predicate *p, struct json *r)
{
	struct pending g = {.p = p, .ns = p->pod, .said = !p->text.n};
	struct str key, group;

	g.name = predicate_split(&g.ns, '/');
	json_enter(r);
	while (json_key(r, &key))
		if (str_eq(key, STR("podGroup")) && json_string(r, &group)) {
			predicate_split(&group, '/');
			g.in_namespace = str_eq(group, g.ns);
		} else if (str_eq(key, STR("pods"))) {
			read_names(&g, r);
		} else if (str_eq(key, STR("reasons"))) {
			read_reasons(&g, r);
		} else if (str_eq(key, STR("podErrors"))) {
			read_errors(&g, r);
		} else {
			json_skip(r);
		}
	return g.in_namespace && g.listed && g.said;
}

static bool is_unsupported(const struct predicate *p, struct json *r)
{
	bool yes = false;
	struct str key, feature;

	json_enter(r);
	while (json_key(r, &key))
		if (!str_eq(key, STR("feature")))
			json_skip(r);
		else if (json_string(r, &feature))
			yes = str_contains(feature, p->text);
	return yes;
}

static bool shows(const struct predicate *p, struct str line)
{
	const struct str start = p->about == ABOUT_EVICTED ? EVENT("evict")
		: p->about == ABOUT_UNSUPPORTED            ? EVENT("unsupported")
		: p->about == ABOUT_BOUND                  ? EVENT("bind")
							   : EVENT("pending");
	struct json *r;
	bool yes;

	if (!str_starts(line, start))
		return false;
	r = json_over_memory(line.p, line.n);
	yes = p->about == ABOUT_PENDING         ? is_pending(p, r)
		: p->about == ABOUT_UNSUPPORTED ? is_unsupported(p, r)
						: is_decision(p, r);
	json_free(r);
	return yes;
}

static bool shows_somewhere(const struct predicate *p, struct str events)
{
	bool yes = false;

	while (!yes && events.n) {
		const char *end = str_find(events, '\n');
		struct str line = {events.p, end ? (size_t)(end - events.p) : events.n};
		size_t used = line.n + (end != NULL);

		yes = shows(p, line);
		events = (struct str){events.p + used, events.n - used};
	}
	return yes;
}

bool predicate_holds(const struct predicate *p, struct str events, int64_t cpu_ns, struct error *e)
{
	struct strbuf why = {0};
	enum jq_answer answer = JQ_NO;

	if (p->about == ABOUT_SLOW)
		return (cpu_ns > p->slower) != p->negated;
	if (p->about != ABOUT_JQ)
		return shows_somewhere(p, events) != p->negated;
	answer = jq_test_text(p->jq, events, &why);
	if (answer == JQ_FAILED)
		error_set(e, SNAP_INPUT, "the jq program fails", "%.500s", why.s ? why.s : "");
	strbuf_free(&why);
	return answer != JQ_FAILED && (answer == JQ_YES) != p->negated;
}
