#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "common/msg.h"
#include "common/progress.h"
#include "common/terminal.h"
#include "common/text.h"
#include "common/timefmt.h"

enum {
	FIRST_MS = 1000,
	EVERY_MS = 200,
	COLUMNS = 80, /* of a terminal that does not tell */
	LEAST_NAME = 8
};

static _Atomic int shown; /* so many lines of progress stand on the terminal */
/* For threads that write; a signal handler clears without it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool progress_able(void)
{
	const char *term = getenv("TERM");

	return !msg_quiet() && term && *term && strcmp(term, "dumb") != 0 && isatty(STDERR_FILENO);
}

void progress_start(struct progress *p, const char *label, uint64_t total)
{
	*p = (struct progress){.label = label, .total = total, .enabled = progress_able()};
	if (p->enabled)
		p->started_ms = now_ms();
}

/* Milliseconds since the start; 0: nothing is shown now. */
static int64_t due(struct progress *p)
{
	if (!p->enabled)
		return 0;
	int64_t now = now_ms(), took = now - p->started_ms;
	if (took < FIRST_MS || now - p->shown_ms < EVERY_MS)
		return 0;
	p->shown_ms = now;
	return took;
}

static void show(struct strbuf *line)
{
	strbuf_addz(line, "\x1b[K");
	pthread_mutex_lock(&lock);
	atomic_store(&shown, 1);
	msg_write(line->s, line->len);
	pthread_mutex_unlock(&lock);
	strbuf_free(line);
}

void progress_update(struct progress *p, uint64_t done)
{
	int64_t took = due(p);

	if (!took)
		return;
	struct strbuf line = {0};
	uint64_t rate = done / (uint64_t)took * 1000;
	strbuf_addf(&line, "\r%s: ", p->label);
	size_format(&line, done);
	if (p->total) {
		strbuf_addz(&line, " of ");
		size_format(&line, p->total);
	}
	strbuf_addz(&line, ", ");
	size_format(&line, rate);
	strbuf_addz(&line, "/s");
	if (rate && p->total > done)
		strbuf_addf(&line, ", %llus left", (unsigned long long)((p->total - done) / rate));
	show(&line);
}

void progress_part(struct progress *p, long at, long of)
{
	if (!p)
		return;
	p->at = at;
	p->of = of;
}

void progress_show(struct progress *p, struct str what, long done, const char *unit)
{
	if (!p || !due(p))
		return;
	struct text line = {0}, name = {0}, end = {0};
	size_t columns = terminal_columns(STDERR_FILENO);
	text_ours(&line, "\r");
	text_addf(&line, "%s: ", p->label);
	if (p->of)
		text_addf(&line, "%ld of %ld group%s, ", p->at, p->of, plural_s(p->of));
	text_addf(&end, ": %ld %s%s", done, unit, plural_s(done));
	size_t used = text_width(text_str(&line)) + text_width(text_str(&end));
	text_add(&name, what);
	/* A line that wraps cannot be cleared. */
	columns = columns ? columns : COLUMNS;
	terminal_cut(&name, 0, columns > used + LEAST_NAME ? columns - used : LEAST_NAME);
	text_addf(&line, STR_FMT STR_FMT, STR_ARG(text_str(&name)), STR_ARG(text_str(&end)));
	text_free(&name);
	text_free(&end);
	show(&line.made);
}

void progress_end(struct progress *p)
{
	if (p->enabled && p->shown_ms)
		progress_clear();
	p->enabled = 0;
}

void progress_board(const struct text *lines, int n)
{
	struct strbuf all = {0};

	pthread_mutex_lock(&lock);
	/* One write: else the lines would flicker. */
	for (int up = atomic_load(&shown); up > 1; up--)
		strbuf_addz(&all, "\x1b[A");
	strbuf_addz(&all, "\r\x1b[J");
	strbuf_addstr(&all, text_str(lines));
	atomic_store(&shown, n);
	msg_write(all.s, all.len);
	pthread_mutex_unlock(&lock);
	strbuf_free(&all);
}

void progress_clear(void)
{
	int n = atomic_exchange(&shown, 0);

	for (int up = n; up > 1; up--)
		msg_write("\x1b[A", sizeof "\x1b[A" - 1);
	if (n)
		msg_write("\r\x1b[J", sizeof "\r\x1b[J" - 1);
}

void progress_write(const char *bytes, size_t n)
{
	pthread_mutex_lock(&lock);
	progress_clear();
	msg_write(bytes, n);
	pthread_mutex_unlock(&lock);
}
