#include "minimise.h"

#include <stdlib.h>

#include "common/input.h"
#include "common/operand.h"
#include "common/output.h"
#include "common/proc.h"
#include "common/stop.h"
#include "job.h"

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

static bool finish(struct job *j, int *status, struct error *e)
{
	bool over = j->state.prober.over;
	struct error varies = {0};

	tell(j);
	/* What is proved of a mask holds of the text, too; times and commands may vary. */
	if (!over && !job_check(j, true, &varies) && varies.status && varies.status != SNAP_NO) {
		*e = varies;
		return false;
	}
	*status = varies.status ? msg_error(j->name, &varies) : status_of(j);
	if (!output_whole(j->settings->output, strbuf_str(&j->left), e))
		return false;
	return *status || over || !j->settings->confirm || job_confirm(j, e);
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
		if (job_check_input(&j, &e)) {
			job_reduce(&j);
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
