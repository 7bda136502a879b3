#include "predicate.h"

#include "common/engine.h"
#include "common/event_file.h"
#include "common/json.h"
#include "common/options.h"

/* ---- words ---- */

static const struct {
	struct str word;
	enum about about;
	unsigned events;
} abouts[] = {
	{STR_INIT("evicted"), ABOUT_EVICTED, ENGINE_DECISIONS},
	{STR_INIT("bound"), ABOUT_BOUND, ENGINE_DECISIONS},
	{STR_INIT("pending"), ABOUT_PENDING, ENGINE_PENDING},
	{STR_INIT("slower-than"), ABOUT_SLOW, 0},
	{STR_INIT("unsupported"), ABOUT_UNSUPPORTED, 0},
};

/* The word in front, without the blanks around it. */
static struct str take_word(struct str *rest)
{
	struct str word;

	while (rest->n && *rest->p == ' ')
		*rest = (struct str){rest->p + 1, rest->n - 1};
	word = (struct str){rest->p, 0};
	while (word.n < rest->n && rest->p[word.n] != ' ')
		word.n++;
	*rest = (struct str){rest->p + word.n, rest->n - word.n};
	while (rest->n && *rest->p == ' ')
		*rest = (struct str){rest->p + 1, rest->n - 1};
	return word;
}

/* Cuts *s in front of the mark, and returns what stands behind it. */
static struct str split(struct str *s, char mark)
{
	const char *at = str_find(*s, mark);
	struct str behind = {"", 0};

	if (at) {
		behind = (struct str){at + 1, s->n - (size_t)(at + 1 - s->p)};
		s->n = (size_t)(at - s->p);
	}
	return behind;
}

static bool refuse(struct str words, struct error *e)
{
	error_set(e, SNAP_USAGE, "--keep",
		"'%.*s' is none of: evicted POD, evicted POD=ACTION, bound POD, bound POD=NODE, pending POD, pending POD~TEXT, slower-than DURATION, unsupported FEATURE, not ...",
		(int)(words.n < 200 ? words.n : 200), words.p);
	return false;
}

bool predicate_parse(struct predicate *p, struct str words, struct error *e)
{
	struct str rest = words, word = take_word(&rest);
	bool known = false;

	*p = (struct predicate){.words = words};
	for (; str_eq(word, STR("not")); word = take_word(&rest))
		p->negated = !p->negated;
	for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++)
		if (str_eq(word, abouts[i].word)) {
			p->about = abouts[i].about;
			known = true;
		}
	p->object = -1;
	if (known && p->about == ABOUT_SLOW)
		return (options_parse_duration(rest, &p->slower) && p->slower > 0) ||
			refuse(words, e);
	if (known && p->about == ABOUT_UNSUPPORTED) {
		p->text = rest;
		return rest.n || refuse(words, e);
	}
	p->pod = rest;
	if (p->about == ABOUT_PENDING)
		p->text = split(&p->pod, '~');
	else
		p->by = split(&p->pod, '=');
	while (p->pod.n && p->pod.p[p->pod.n - 1] == ' ')
		p->pod.n--;
	if (!known || !p->pod.n || str_find(p->pod, ' '))
		return refuse(words, e);
	return true;
}

unsigned predicate_events(const struct predicate *p)
{
	unsigned events = 0;

	for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++)
		if (abouts[i].about == p->about)
			events = abouts[i].events;
	return events;
}

bool predicate_of_text(const struct predicate *p)
{
	return p->about == ABOUT_UNSUPPORTED;
}

bool predicate_has_pod(const struct predicate *p)
{
	return p->about != ABOUT_SLOW && p->about != ABOUT_UNSUPPORTED;
}

/* ---- events ---- */

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

	g.name = split(&g.ns, '/');
	json_enter(r);
	while (json_key(r, &key))
		if (str_eq(key, STR("podGroup")) && json_string(r, &group)) {
			split(&group, '/');
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

bool predicate_holds(const struct predicate *p, struct str events, int64_t cpu_ns)
{
	bool yes = p->about == ABOUT_SLOW && cpu_ns > p->slower;

	while (p->about != ABOUT_SLOW && !yes && events.n) {
		const char *end = str_find(events, '\n');
		struct str line = {events.p, end ? (size_t)(end - events.p) : events.n};
		size_t used = line.n + (end != NULL);

		yes = shows(p, line);
		events = (struct str){events.p + used, events.n - used};
	}
	return yes != p->negated;
}
