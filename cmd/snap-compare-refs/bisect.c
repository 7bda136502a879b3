#include "bisect.h"
#include <stdlib.h>
#include "common/mem.h"
#include "common/stop.h"
#include "work.h"

static const char *const verdicts[] = {
	[VERDICT_GOOD] = "good", [VERDICT_BAD] = "bad", [VERDICT_SKIPPED] = "skipped"};

enum verdict bisect_judge(
	const struct bisect *b, size_t ref, const struct row **which, struct strbuf *why)
{
	return until_judge(&b->settings->until, b->rows, &b->refs, ref, which, why);
}

static void judge(struct bisect *b, size_t ref, struct strbuf *line)
{
	const struct row *which;
	struct strbuf why = {0};
	enum verdict verdict = bisect_judge(b, ref, &which, &why);

	search_set(&b->search, ref, verdict);
	b->refs.all[ref].verdict = verdicts[verdict];
	strbuf_addf(line, "%s%s is %s", line->len ? ", " : "", b->refs.all[ref].name,
		verdicts[verdict]);
	if (why.len && which->status == STATUS_PASS) /* else it was said of the row */
		strbuf_addf(line, " (%s)", why.s);
	strbuf_free(&why);
}

/* Judges refs whose replays have ended. A program of the user's may run without an end: a signal
 * ends this one at once. */
static bool judge_all(struct bisect *b, const struct work *w, const size_t *refs, size_t n,
	struct strbuf *line, struct error *e)
{
	stop_unwatch();
	for (size_t i = 0; i < n; i++)
		judge(b, refs[i], line);
	stop_watch();
	return work_write(w, e);
}

/* A step: builds and replays refs, and judges them; line gets the verdicts. */
static bool step(struct bisect *b, struct work *w, const size_t *refs, size_t n,
	struct strbuf *line, struct error *e)
{
	bool ok = true;

	for (size_t i = 0; ok && i < n; i++)
		ok = line_subject(&b->settings->build, &b->refs.all[refs[i]], e);
	return ok && work_round(w, refs, n, e) && judge_all(b, w, refs, n, line, e);
}

/* Says what came out of a step, and how much is left. */
static void tell_step(const struct bisect *b, struct strbuf *line)
{
	size_t left = search_left(&b->search), steps = search_steps(&b->search);

	if (left == 0)
		msg_note("%s: no ref is left", line->s);
	else
		msg_note("%s: %zu ref%s left, about %zu step%s", line->s, left,
			plural_s((long long)left), steps, plural_s((long long)steps));
	strbuf_free(line);
}

/* The ends, and where their histories part, at once. Sets a->none where these do not stand. */
static bool try_ends(struct bisect *b, struct work *w, struct bisect_answer *a, struct error *e)
{
	size_t ends[3] = {0}, n = 1;
	struct strbuf line = {0};

	if (b->settings->bisect.forked)
		ends[n++] = 1;
	ends[n++] = b->refs.n - 1;
	if (!step(b, w, ends, n, &line, e))
		return false;
	if (bisect_ends(b, a))
		tell_step(b, &line);
	strbuf_free(&line);
	return true;
}

static bool search(struct bisect *b, struct work *w, struct error *e)
{
	struct strbuf line = {0};

	for (size_t next; (next = search_next(&b->search)) != SIZE_MAX;) {
		if (!step(b, w, &next, 1, &line, e))
			return false;
		tell_step(b, &line);
	}
	return true;
}

/* Drops the rows of refs that were not tried. */
static void keep_tried(struct rows *rows)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->n; i++)
		if (rows->all[i].status != STATUS_UNFINISHED)
			rows->all[n++] = rows->all[i];
		else
			row_free(&rows->all[i]);
	rows->n = n;
}

bool bisect_run(const struct replays *r, struct bisect_answer *a, struct error *e)
{
	struct bisect b = {.settings = r->settings, .rows = r->rows, .refs = r->settings->refs};
	struct work *w;

	r->rows->bisected = true;
	search_init(&b.search, b.refs.n);
	bool ok = work_open(&w, r, e) && try_ends(&b, w, a, e);
	if (ok && !a->none.status) {
		ok = search(&b, w, e);
		if (ok)
			bisect_tell(&b, a);
	}
	ok = ok && work_close(w, e);
	if (ok)
		keep_tried(r->rows);
	search_free(&b.search);
	return ok;
}
