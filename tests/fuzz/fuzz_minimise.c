/* Any bytes as a snapshot: what the engine reads, snap-minimise knows object by object, and what it
 * leaves is a snapshot with just those objects, by the same clock. All edits of its values at once
 * leave JSON, and nothing to do again; all moves of a kind at once leave a snapshot. */
#include <stdlib.h>

#include "check.h"
#include "cmd/snap-minimise/moves.h"
#include "cmd/snap-minimise/owners.h"
#include "cmd/snap-minimise/units.h"
#include "cmd/snap-minimise/values.h"
#include "common/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_units(const struct snapshot *s, const unsigned char *keep)
{
	for (enum unit_list list = 0; list < UNIT_LISTS; list++) {
		struct units u = {0};

		units_of(&u, list, s, keep);
		for (int i = 0; i < u.n; i++)
			check("a unit without objects", u.starts[i] < u.starts[i + 1]);
		for (int i = 0; i < u.starts[u.n]; i++)
			check("a unit of an object that went", keep[u.members[i]]);
		units_free(&u);
	}
}

static void check_rest(const struct snapshot *s, const struct engine *g, const unsigned char *keep)
{
	const struct engine_options options = {.now = TIME_ZERO};
	struct strbuf text = {0};
	struct error e = {0};
	struct engine *rest;

	snapshot_write(s, keep, NULL, &text);
	memset(strbuf_reserve(&text, JSON_PADDING), 0, JSON_PADDING);
	rest = engine_open(strbuf_str(&text), &options, &e);
	check("what is left is no snapshot", rest != NULL);
	check("another clock", instant_cmp(engine_now(rest), engine_now(g)) == 0);
	for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
		int left = 0;

		for (int i = s->first[kind]; i < s->first[kind + 1]; i++)
			left += keep[i];
		check("other objects are left", engine_count(rest, kind) == left);
	}
	engine_close(rest);
	strbuf_free(&text);
}

/* A move finds its objects as they are, although others of its kind came before. */
static void check_moves(struct snapshot *s, unsigned char *keep)
{
	static const struct move_kind *const kinds[] = {
		&move_fold, &move_splice, &move_merge_nodes, &move_merge_groups, &move_merge_pods};
	static const struct settings settings = {0};
	struct state state = {.settings = &settings, .snapshot = *s, .keep = keep};
	struct moves m = {0};
	struct strbuf text = {0};
	struct error e = {0};

	memset(keep, 1, (size_t)s->n);
	draft_open(&m.draft, &state);
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		m.n = 0;
		kinds[k]->collect(&m);
		for (int i = 0; i < m.n; i++)
			kinds[k]->move(&m, m.units[i], m.with[i]);
	}
	draft_write(&m.draft, &text);
	struct engine *g =
		engine_open(strbuf_str(&text), &(struct engine_options){.now = TIME_ZERO}, &e);
	check("moves leave no snapshot", g != NULL);
	engine_close(g);
	strbuf_free(&text);
	draft_close(&m.draft);
	free(m.units);
	free(m.with);
}

static void collect(struct edits *e, collect_fn *of, void *ctx)
{
	e->n = e->groups = 0;
	of(e, ctx);
}

static void check_values(struct str text)
{
	static const struct settings settings = {0};
	struct rounding ones = {0, false}, up = {2, true};
	struct instant now = {0, 0};
	size_t n_names;
	const struct {
		collect_fn *collect;
		void *ctx;
		bool settles;
	} kinds[] = {{collect_defaults, NULL, true}, {collect_times, &now, true},
		{collect_amounts, &up, true}, {collect_amounts, &ones, true},
		{collect_names, &n_names, false}};
	struct state state = {.settings = &settings};
	struct strbuf left = {0};
	struct edits e;

	if (edits_open(&e, &state, text))
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
			collect(&e, kinds[i].collect, kinds[i].ctx);
			edits_do(&e, 0, e.groups);
			collect(&e, kinds[i].collect, kinds[i].ctx);
			check("an edit is to be done again", !kinds[i].settles || !e.groups);
		}
	edits_write(&e, &left);
	edits_close(&e);
	check("no JSON is left", edits_open(&e, &state, strbuf_str(&left)));
	edits_close(&e);
	strbuf_free(&left);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct engine_options options = {.now = TIME_ZERO};
	char *copy = calloc(size + JSON_PADDING, 1);
	struct str text = {copy, size};
	struct snapshot s = {0};
	struct error e = {0};
	struct engine *g;

	if (!copy)
		return 0;
	if (size)
		memcpy(copy, data, size);
	g = engine_open(text, &options, &e);
	if (g && snapshot_read(&s, text, g, &e)) {
		unsigned char *keep = malloc((size_t)s.n + 1);

		check("no memory", keep != NULL);
		owners_find(&s);
		for (int every = 1; keep && every <= 3; every++) {
			for (int i = 0; i < s.n; i++)
				keep[i] = every == 1 || i % every != 0;
			check_units(&s, keep);
			check_rest(&s, g, keep);
		}
		if (keep)
			check_moves(&s, keep);
		free(keep);
		check_values(text);
	}
	snapshot_free(&s);
	engine_close(g);
	free(copy);
	return 0;
}
