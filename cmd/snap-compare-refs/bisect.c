#include "bisect.h"
#include <stdlib.h>
#include "common/mem.h"
#include "stop.h"
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

/* A step: builds and replays refs, judges them, and tells how much is left. */
static bool step(struct bisect *b, struct work *w, const size_t *refs, size_t n, struct error *e)
{
	struct strbuf line = {0};
	bool ok = true;

	for (size_t i = 0; ok && i < n; i++)
		ok = line_subject(&b->settings->build, &b->refs.all[refs[i]], e);
	ok = ok && work_round(w, refs, n, e);
	for (size_t i = 0; ok && i < n; i++)
		judge(b, refs[i], &line);
	ok = ok && work_write(w, e);
	if (stop_asked())
		work_stop(w);
	size_t left = search_left(&b->search), steps = search_steps(&b->search);
	if (ok)
		msg_note("%s: %zu ref%s left, about %zu step%s", line.s, left,
			plural_s((long long)left), steps, plural_s((long long)steps));
	strbuf_free(&line);
	return ok;
}

/* The ends, and where their histories part, at once. */
static bool try_ends(struct bisect *b, struct work *w, struct error *e)
{
	size_t ends[3] = {0}, n = 1;

	if (b->settings->bisect.forked)
		ends[n++] = 1;
	ends[n++] = b->refs.n - 1;
	return step(b, w, ends, n, e);
}

static bool search(struct bisect *b, struct work *w, struct error *e)
{
	for (size_t next; (next = search_next(&b->search)) != SIZE_MAX;)
		if (!step(b, w, &next, 1, e))
			return false;
	return true;
}

/* Drops the rows of refs that were not tried. They own nothing. */
static void keep_tried(struct rows *rows)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->n; i++)
		if (rows->all[i].status != STATUS_UNFINISHED)
			rows->all[n++] = rows->all[i];
	rows->n = n;
}

bool bisect_run(const struct replays *r, struct bisect_answer *a, struct error *e)
{
	struct bisect b = {.settings = r->settings, .rows = r->rows, .refs = r->settings->refs};
	struct work *w;

	r->rows->bisected = true;
	search_init(&b.search, b.refs.n);
	bool ok = work_open(&w, r, e) && try_ends(&b, w, e);
	bool stand = ok && bisect_ends(&b, a);
	ok = ok && (!stand || search(&b, w, e));
	if (ok && stand)
		bisect_tell(&b, a);
	ok = ok && work_close(w, e);
	if (ok)
		keep_tried(r->rows);
	search_free(&b.search);
	return ok;
}
