#include "state.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "command.h"
#include "differs.h"
#include "common/json.h"
#include "common/mem.h"
#include "owners.h"

static unsigned events_of(const struct settings *s)
{
	unsigned events = 0;

	for (int i = 0; i < s->n_keep; i++)
		events |= predicate_events(&s->keep[i]);
	return events;
}

static int64_t cpu_ns(void)
{
	struct timespec t = {0};

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void ask_predicates(struct state *s, const struct engine_mask *mask, struct verdict *v)
{
	struct engine_result result = {0};
	int64_t begin = cpu_ns(), took;

	v->ran = engine_run(s->engine, mask, events_of(s->settings), &result, &v->error);
	took = cpu_ns() - begin;
	v->whole = result.whole;
	for (int i = 0; v->ran && v->failed < 0 && i < s->settings->n_keep; i++) {
		const struct predicate *p = &s->settings->keep[i];

		if (p->about != ABOUT_DIFFERS &&
			!predicate_holds(p, strbuf_str(&result.events), took, &v->error))
			v->failed = i;
	}
	v->ran = v->ran && !v->error.status;
	engine_result_free(&result);
}

static bool needs_text(const struct settings *s)
{
	bool needs = s->n_tests;

	for (int i = 0; i < s->n_keep; i++)
		needs = needs || predicate_of_text(&s->keep[i]);
	return needs;
}

/* The engine that reads the text stays: the process ends soon. */
static void ask_of_text(struct state *s, struct str text, struct verdict *v)
{
	const struct engine_options options = {.now = TIME_ZERO, .follows = s->settings->follows};
	const struct settings *settings = s->settings;

	v->ran = true;
	if (settings->n_keep) {
		s->engine = engine_open(text, &options, &v->error);
		v->ran = s->engine != NULL;
		if (v->ran)
			ask_predicates(s, NULL, v);
	}
	for (int i = 0; v->ran && v->failed < 0 && i < settings->n_keep; i++)
		if (settings->keep[i].about == ABOUT_DIFFERS &&
			!differs(settings, &settings->keep[i], text, &v->error)) {
			v->failed = i;
			v->ran = !v->error.status;
		}
	for (int i = 0; v->ran && v->failed < 0 && i < settings->n_tests; i++)
		if (!command_accepts(settings->tests[i], text))
			v->failed = settings->n_keep + i;
}

static bool is_good(const struct state *s, const struct verdict *v)
{
	return v->ran && v->failed < 0 && (v->whole || !s->whole);
}

bool state_text_holds(struct state *s, struct str text)
{
	struct verdict v = {.failed = -1};

	ask_of_text(s, text, &v);
	return is_good(s, &v);
}

void state_run(struct state *s, const unsigned char *keep, struct verdict *v)
{
	struct engine_mask mask = snapshot_mask(&s->snapshot, keep);

	*v = (struct verdict){.failed = -1};
	if (needs_text(s->settings)) {
		struct strbuf text = {0};

		snapshot_write(&s->snapshot, keep, NULL, &text);
		memset(strbuf_reserve(&text, JSON_PADDING), 0, JSON_PADDING);
		ask_of_text(s, strbuf_str(&text), v);
		strbuf_free(&text);
	} else {
		ask_predicates(s, &mask, v);
	}
}

bool state_holds(struct state *s, const unsigned char *keep)
{
	struct verdict v;

	/* Also of a pod that is not something. */
	for (int i = 0; i < s->settings->n_keep; i++)
		if (s->settings->keep[i].object >= 0 && !keep[s->settings->keep[i].object])
			return false;
	state_run(s, keep, &v);
	return is_good(s, &v);
}

bool state_names(const struct state *s, int object)
{
	for (int i = 0; i < s->settings->n_keep; i++)
		if (s->settings->keep[i].object == object)
			return true;
	return false;
}

void state_begin(struct state *s)
{
	owners_find(&s->snapshot);
	s->keep = xmalloc((size_t)s->snapshot.n + 1);
	memset(s->keep, 1, (size_t)s->snapshot.n);
}

void state_end(struct state *s)
{
	snapshot_free(&s->snapshot);
	engine_close(s->engine);
	free(s->keep);
	s->engine = NULL;
	s->keep = NULL;
}

bool state_reopen(struct state *s, struct str text, struct error *e)
{
	const struct engine_options options = {.now = TIME_ZERO, .follows = s->settings->follows};

	s->snapshot = (struct snapshot){0};
	s->engine = engine_open(text, &options, e);
	if (!s->engine || !snapshot_read(&s->snapshot, text, s->engine, e))
		return false;
	state_begin(s);
	return true;
}
