#include "board.h"
#include <stdlib.h>
#include <unistd.h>
#include "common/doing.h"
#include "common/mem.h"
#include "common/proc.h"
#include "common/progress.h"
#include "common/terminal.h"
#include "common/timefmt.h"

enum {
	COLUMNS = 80,
	LINES = 24,
	TAIL = 1 << 16,
	RUNS = 9,
	SECOND_MS = 1000,
	SECOND_NS = 1000000000
};

void board_init(struct board *b, const struct refs *refs, size_t n_snapshots)
{
	*b = (struct board){.shown = progress_able(),
		.refs = xcalloc(refs->n, sizeof *b->refs),
		.n = refs->n,
		.n_snapshots = n_snapshots};
	for (size_t i = 0; i < refs->n; i++)
		b->refs[i].name = refs->all[i].name;
}

void board_free(struct board *b)
{
	for (size_t i = 0; i < b->n; i++) {
		strbuf_free(&b->refs[i].stage);
		strbuf_free(&b->refs[i].said);
	}
	free(b->refs);
}

static void set(struct strbuf *b, struct str text)
{
	strbuf_clear(b);
	strbuf_addstr(b, text);
}

void board_stage(struct board *b, size_t ref, const char *stage)
{
	set(&b->refs[ref].stage, str_of(stage));
	strbuf_clear(&b->refs[ref].said);
	b->refs[ref].building = true;
	b->refs[ref].since_ms = proc_clock_ms();
}

void board_said(struct board *b, size_t ref, struct str line)
{
	set(&b->refs[ref].said, line);
}

void board_built(struct board *b, size_t ref)
{
	b->refs[ref].building = false;
}

void board_replay(struct board *b, size_t ref, const char *snapshot, const char *base)
{
	b->refs[ref].snapshot = snapshot;
	b->refs[ref].base = base;
	b->refs[ref].since_ms = proc_clock_ms();
	b->refs[ref].running++;
}

void board_replayed(struct board *b, size_t ref)
{
	b->refs[ref].running--;
	b->refs[ref].done++;
	if (b->refs[ref].running == 0)
		b->refs[ref].snapshot = NULL;
}

/* What the latest run of the replay is doing, by the end of its log. */
static void add_action(const struct board_ref *r, struct text *line)
{
	struct strbuf log = {0}, next = {0};
	struct text doing = {0};

	strbuf_addf(&log, "%s.log", r->base);
	for (int run = 2; run <= RUNS; run++) {
		strbuf_clear(&next);
		strbuf_addf(&next, "%s.run%d.log", r->base, run);
		if (access(next.s, R_OK) != 0)
			break;
		strbuf_clear(&log);
		strbuf_addstr(&log, strbuf_str(&next));
	}
	doing_add_of_log(&doing, log.s, TAIL);
	text_ours(line, text_str(&doing).n ? "; in " : "");
	text_add_made(line, text_str(&doing));
	strbuf_free(&log);
	strbuf_free(&next);
	text_free(&doing);
}

static void add_time(struct text *line, int64_t since_ms)
{
	int64_t s = (proc_clock_ms() - since_ms) / SECOND_MS;

	text_ours(line, ", ");
	duration_format(text_numbers(line), s * SECOND_NS);
}

static void add_doing(const struct board *b, const struct board_ref *r, struct text *line)
{
	if (r->building) {
		text_add(line, strbuf_str(&r->stage));
		add_time(line, r->since_ms);
		if (r->said.len)
			text_addf(line, ": " STR_FMT, STR_ARG(strbuf_str(&r->said)));
		return;
	}
	if (b->n_snapshots > 1 || !r->snapshot)
		text_addf(line, "%zu of %zu", r->done, b->n_snapshots);
	if (!r->snapshot)
		return;
	text_addf(line, "%s%s", b->n_snapshots > 1 ? ", " : "", r->snapshot);
	add_time(line, r->since_ms);
	add_action(r, line);
}

static bool is_busy(const struct board_ref *r)
{
	return r->building || r->snapshot;
}

/* Of more refs than lines those that are idle are left out first. */
void board_draw(const struct board *b)
{
	size_t columns = terminal_columns(STDERR_FILENO), lines = terminal_lines(STDERR_FILENO);
	struct text all = {0};
	size_t width = 0, most = lines > 1 ? lines - 1 : LINES - 1;
	int n = 0;

	if (!b->shown)
		return;
	for (size_t i = 0; i < b->n; i++)
		if ((!b->only_busy || is_busy(&b->refs[i])) &&
			text_width_safe(str_of(b->refs[i].name)) > width)
			width = text_width_safe(str_of(b->refs[i].name));
	for (size_t i = 0; i < b->n && (size_t)n < most; i++) {
		if ((b->n > most || b->only_busy) && !is_busy(&b->refs[i]))
			continue;
		text_ours(&all, n ? "\n" : "");
		text_addf(&all, "%-*s  ", (int)width, b->refs[i].name);
		add_doing(b, &b->refs[i], &all);
		n++;
	}
	terminal_cut(&all, 0, columns ? columns : COLUMNS);
	if (n)
		progress_board(&all, n);
	text_free(&all);
}
