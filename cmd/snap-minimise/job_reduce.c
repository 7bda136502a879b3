/* The steps that make it smaller, until none does. */
#include "job.h"
#include "common/json.h"
#include "fields.h"
#include "moves.h"
#include "objects.h"
#include "pods.h"
#include "values.h"

/* What is left of the objects as text; then its fields and values. True: these changed. */
static bool reduce_text(struct job *j)
{
	struct state *s = &j->state;
	struct edits e;
	bool any = false;

	snapshot_write(&s->snapshot, s->keep, NULL, &j->left);
	memset(strbuf_reserve(&j->left, JSON_PADDING), 0, JSON_PADDING);
	if (j->settings->level < LEVEL_FIELDS || s->prober.over)
		return false;
	if (edits_open(&e, s, strbuf_str(&j->left))) {
		any = reduce_fields(&e);
		if (j->settings->level >= LEVEL_VALUES && !s->prober.over)
			any = reduce_values(&e, engine_now(s->engine)) || any;
		edits_write(&e, &j->left);
	}
	edits_close(&e);
	return any;
}

/* Goes on with what is left as if it were the input. */
static bool renew(struct job *j)
{
	struct error ignored = {0};
	struct strbuf text = j->left;

	j->left = j->again;
	j->again = text;
	strbuf_clear(&j->left);
	state_end(&j->state);
	return state_reopen(&j->state, strbuf_str(&text), &ignored) &&
		pods_find(&j->state.snapshot, j->settings, &j->names, &ignored);
}

static int left(const struct state *s)
{
	int n = 0;

	for (int i = 0; i < s->snapshot.n; i++)
		n += s->keep[i] != 0;
	return n;
}

/* A first look: where much stays that is left out roughly, moves come before all that is fine. */
static bool reduce_roughly(struct job *j)
{
	struct state *s = &j->state;

	reduce_objects(s, GRAIN_ROUGH);
	if (left(s) < s->snapshot.n / 2 || s->prober.over ||
		!reduce_moves(s, GRAIN_ROUGH, &j->left))
		return true;
	return !s->prober.over && renew(j);
}

void job_reduce(struct job *j)
{
	struct state *s = &j->state;
	bool again = reduce_roughly(j);

	while (again) {
		reduce_objects(s, GRAIN_FINE);
		again = !s->prober.over && reduce_moves(s, GRAIN_FINE, &j->left);
		if (!again)
			again = reduce_text(j);
		again = again && !s->prober.over && renew(j);
	}
	progress_end(&s->prober.progress);
}
