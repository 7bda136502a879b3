/* The form "go": the fakes' cluster is built, proved to be decided as the snapshot is, and written.
 */
#include "fakes_values.h"
#include "forms.h"
#include "go_test.h"

/* How each pod of a group ends, by namespace/name. */
static struct map ends_of(const struct cycle *c)
{
	struct map ends = {0};

	for (size_t i = 0; i < c->n_events; i++)
		if (event_is(c->events[i], "pod"))
			map_put(&ends, text_at(c->events[i], "pod"), NULL)->value =
				(void *)(uintptr_t)c->events[i];
	return ends;
}

static const struct value *end_of(const struct map *ends, struct str ns, struct str name)
{
	struct strbuf full = {0};

	strbuf_addstr(&full, ns);
	strbuf_addc(&full, '/');
	strbuf_addstr(&full, name);
	const struct value *end = map_get(ends, strbuf_str(&full));
	strbuf_free(&full);
	return end;
}

static bool same_end(const struct value *a, const struct value *b)
{
	return a && b && str_eq(text_at(a, "status"), text_at(b, "status")) &&
		str_eq(text_at(a, "node"), text_at(b, "node"));
}

static bool same_task(
	const struct value *x, const struct value *y, const struct fake_task *t, struct error *e)
{
	if ((!x && !y) || same_end(x, y))
		return true;
	return error_set(e, SNAP_NO, "the fakes make another cluster",
		"there pod " STR_FMT " ends as " STR_FMT " on '" STR_FMT
		"', in the snapshot as " STR_FMT " on '" STR_FMT "'",
		STR_ARG(t->pod), STR_ARG(text_at(y, "status")), STR_ARG(text_at(y, "node")),
		STR_ARG(text_at(x, "status")), STR_ARG(text_at(x, "node")));
}

/* Each pod of a group ends as its task does. */
static bool same_cycle(
	const struct fakes *f, const struct cycle *a, const struct cycle *b, struct error *e)
{
	struct map before = ends_of(a), after = ends_of(b);
	bool same = true;

	for (size_t i = 0; same && i < f->n_jobs; i++)
		for (size_t k = 0; same && k < f->jobs[i].n; k++) {
			const struct fake_job *j = &f->jobs[i];
			const struct fake_task *t = &j->tasks[k];

			same = same_task(
				map_get(&before, t->pod), end_of(&after, j->ns, t->name), t, e);
		}
	map_free(&before);
	map_free(&after);
	return same;
}

static bool has_tasks(const struct fakes *f)
{
	for (size_t i = 0; i < f->n_jobs; i++)
		if (f->jobs[i].n)
			return f->n_nodes > 0;
	return false;
}

static bool prove(const struct subject *s, const struct fakes *f, struct cycle *after,
	struct arena *a, struct error *e)
{
	struct strbuf json = {0};
	bool good = has_tasks(f) ||
		error_set(e, SNAP_NO, "no test", "there are no pods of pod groups, or no nodes");

	after->now = s->cycle.now;
	fakes_write(f, s->cycle.now, &json);
	good = good && cycle_run(after, strbuf_str(&json), NULL, a, e) &&
		same_cycle(f, &s->cycle, after, e);
	strbuf_free(&json);
	if (!good && e->status == SNAP_NO)
		error_hint(e, "--format go-snapshot or bats has no fakes in between");
	return good;
}

bool go_write(const struct subject *s, struct strbuf *out, bool *whole, struct error *e)
{
	struct fakes f = {0};
	struct cycle after = {0};
	struct arena a = {0};

	fakes_make(&f, s->snapshot);
	*whole = !f.lacks.counts.count;
	if (!*whole)
		lacks_tell(&f.lacks);
	bool good = prove(s, &f, &after, &a, e);
	if (good)
		go_test_write(s, &f, &after, out);
	fakes_free(&f);
	arena_free(&a);
	return good;
}
