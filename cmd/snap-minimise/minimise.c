#include "minimise.h"

#include <stdlib.h>

#include "common/input.h"
#include "common/json.h"
#include "common/mem.h"
#include "common/operand.h"
#include "common/output.h"
#include "common/proc.h"
#include "common/stop.h"
#include "common/twin.h"
#include "fields.h"
#include "objects.h"
#include "pods.h"
#include "state.h"
#include "values.h"

enum { CHECKS = 3 }; /* of the input: the engine must not be of two minds */

struct job {
	struct settings *settings;
	struct input *in;
	const char *name; /* of the input */
	struct state state;
	struct arena names;       /* of the predicates' pods */
	int n_before[KIND_COUNT]; /* objects of the input */
	size_t bytes_before;
	struct strbuf left;  /* as text */
	struct strbuf again; /* of what state is now, where that is not the input */
};

/* ---- the input ---- */

static bool open_input(struct job *j, struct error *e)
{
	struct engine_options options = {.now = j->settings->now, .follows = j->settings->follows};
	struct error ignored = {0};
	struct str text;

	j->in = input_open(j->settings->file, NULL, e);
	if (!j->in || !input_read_all(j->in, &text, e))
		return false;
	options.capture = input_capture(j->in, &ignored);
	j->state.engine = engine_open(text, &options, e);
	if (!j->state.engine || !snapshot_read(&j->state.snapshot, text, j->state.engine, e))
		return false;
	state_begin(&j->state);
	for (enum kind kind = 0; kind < KIND_COUNT; kind++)
		j->n_before[kind] = engine_count(j->state.engine, kind);
	j->bytes_before = text.n;
	return true;
}

/* ---- runs of the whole, in copies of the program ---- */

struct check {
	struct job *job;
	struct verdict *verdict; /* shared with the copies */
	bool anew;               /* of what is left, read again */
};

static bool check_run(void *ctx, int i)
{
	struct check *c = ctx;
	struct state *s = &c->job->state;

	(void)i;
	if (c->anew && !state_reopen(s, strbuf_str(&c->job->left), &c->verdict->error))
		return false;
	state_run(s, s->keep, c->verdict);
	return c->verdict->ran;
}

static void not_so(const struct job *j, const struct verdict *v, const char *where, struct error *e)
{
	const struct settings *s = j->settings;

	if (v->failed >= s->n_keep) {
		error_set(e, SNAP_NO, "not so", "'%.200s' ends with another status than 0%s",
			s->tests[v->failed - s->n_keep], where);
		return;
	}
	struct str words = s->keep[v->failed].words;
	error_set(e, SNAP_NO, "not so", "'%.*s' does not hold%s",
		(int)(words.n < 200 ? words.n : 200), words.p, where);
}

/* False: *e is set, or the prober is over. */
static bool check(struct job *j, bool anew, struct error *e)
{
	struct check c = {j, twin_share(sizeof *c.verdict), anew};
	struct state *s = &j->state;
	bool ran;

	if (!c.verdict)
		return error_errno(e, "no memory to share");
	ran = probe_first(&s->prober, 0, 1, check_run, &c) == 0;
	s->whole = c.verdict->whole;
	if (!ran && c.verdict->error.status)
		*e = c.verdict->error;
	else if (s->prober.refused)
		error_set(e, SNAP_SYSTEM, "no process", "the system gives none");
	else if (!ran && !s->prober.over)
		error_set(e, SNAP_SYSTEM, "the replay broke off",
			"out of memory, or a crash: snap-replay tells");
	else if (ran && c.verdict->failed >= 0)
		not_so(j, c.verdict, anew ? " of what is left, although it did" : "", e);
	twin_unshare(c.verdict, sizeof *c.verdict);
	return ran && !e->status;
}

static bool check_input(struct job *j, struct error *e)
{
	if (!pods_find(&j->state.snapshot, j->settings, &j->names, e))
		return false;
	for (int i = 0; i < CHECKS; i++)
		if (!check(j, false, e)) {
			if (e->status == SNAP_NO)
				error_hint(e,
					"snap-replay --show decisions,pending says what the cycle does");
			return false;
		}
	if (!j->state.whole && j->settings->n_keep)
		msg_warn(j->name, "not all of it is replayed: snap-replay says what");
	return true;
}

/* ---- the result ---- */

static void add_change(struct strbuf *b, const struct job *j, enum kind kind)
{
	const struct snapshot *s = &j->state.snapshot;
	int left = 0;

	for (int i = s->first[kind]; i < s->first[kind + 1]; i++)
		left += j->state.keep[i] != 0;
	if (j->n_before[kind])
		strbuf_addf(b, "%s%s %d -> %d", b->len ? ", " : "", kind_key(kind),
			j->n_before[kind], left);
}

static void tell(const struct job *j)
{
	struct strbuf b = {0};

	for (enum kind kind = 0; kind < KIND_COUNT; kind++)
		add_change(&b, j, kind);
	msg_note("%s; %zu -> %zu bytes, %ld probes", b.s ? b.s : "no objects", j->bytes_before,
		j->left.len, j->state.prober.probes);
	strbuf_free(&b);
}

static void used_up(struct error *e, const char *so)
{
	error_set(e, SNAP_LIMIT, "time-out", "the budget is used up%s", so);
	error_hint(e, "a longer --budget");
}

/* The status of a work that ended early; the best so far is written all the same. */
static int status_of(const struct job *j)
{
	struct error e = {0};

	if (!j->state.prober.over)
		return SNAP_OK;
	if (stop_asked()) {
		msg_note("stopped: this is the smallest so far");
		return SNAP_OK;
	}
	used_up(&e, ": this is the smallest so far");
	return msg_error(j->name, &e);
}

/* What is left of the objects as text; then its fields and values. True: these changed. */
static bool reduce_text(struct job *j)
{
	struct state *s = &j->state;
	struct edits e;
	bool any = false;

	snapshot_write(&s->snapshot, s->keep, &j->left);
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

static void reduce(struct job *j)
{
	struct prober *p = &j->state.prober;

	do
		reduce_objects(&j->state);
	while (reduce_text(j) && !p->over && renew(j));
	progress_end(&p->progress);
}

static bool finish(struct job *j, int *status, struct error *e)
{
	bool over = j->state.prober.over;
	struct error varies = {0};

	tell(j);
	/* What is proved of a mask holds of the text, too; times and commands may vary. */
	if (!over && !check(j, true, &varies) && varies.status && varies.status != SNAP_NO) {
		*e = varies;
		return false;
	}
	*status = varies.status ? msg_error(j->name, &varies) : status_of(j);
	return output_whole(j->settings->output, strbuf_str(&j->left), e);
}

static void release(struct job *j)
{
	state_end(&j->state);
	strbuf_free(&j->left);
	strbuf_free(&j->again);
	arena_free(&j->names);
	strbuf_free(&j->state.prober.doing);
	if (j->in)
		input_close(j->in);
}

int minimise(struct settings *s)
{
	struct job j = {.settings = s, .state.settings = s};
	struct error e = {0};
	int status = SNAP_OK;

	j.name = operand_input(s->file);
	j.state.prober = (struct prober){.jobs = s->jobs};
	if (s->budget_ms)
		j.state.prober.ends_ms = proc_clock_ms() + s->budget_ms;
	if (open_input(&j, &e)) {
		stop_watch();
		progress_start(&j.state.prober.progress, "minimising", 0);
		if (check_input(&j, &e)) {
			reduce(&j);
			finish(&j, &status, &e);
		} else if (!e.status && !stop_asked()) {
			used_up(&e, " before the input is looked at");
		}
	}
	if (e.status)
		status = msg_error(e.status == SNAP_USAGE ? NULL : j.name, &e);
	release(&j);
	if (stop_asked())
		stop_now(stop_asked());
	return status;
}
