#include "common/terminal.h"
#include "common/outcome_pods.h"
#include "table.h"

enum { GAP = 2, POD_COLUMNS = 28, LEAST_COLUMNS = 22, MAX_SIDES = 8 };

/* The first row, and those that differ, each outcome once. */
struct sides {
	const struct row *rows[MAX_SIDES];
	size_t n, left_out; /* left_out: no room for their outcomes */
};

static bool has_outcome(const struct sides *s, const struct row *row)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->rows[i]->middle.decisions, row->middle.decisions) == 0)
			return true;
	return false;
}

static void find_sides(struct sides *s, const struct row *first, size_t n, size_t columns)
{
	size_t most = columns > POD_COLUMNS ? (columns - POD_COLUMNS) / (LEAST_COLUMNS + GAP) : 0;

	most = most < 2 ? 2 : most > MAX_SIDES ? MAX_SIDES : most;
	s->rows[s->n++] = first;
	for (const struct row *row = first; row < first + n; row++)
		if (row->differs != DIFFERS_YES || has_outcome(s, row))
			continue;
		else if (s->n < most)
			s->rows[s->n++] = row;
		else
			s->left_out++;
}

static void put_cell(struct text *out, struct str foreign, size_t width, bool last)
{
	struct text cell = {0};

	text_add(&cell, foreign.n ? foreign : STR("-"));
	table_cut(&cell, width);
	text_add_made(out, text_str(&cell));
	if (!last)
		text_pad(out, width - text_width(text_str(&cell)) + GAP);
	text_free(&cell);
}

static size_t pod_width(const struct pods *pods, size_t n)
{
	size_t width = strlen("pod");

	for (size_t i = 0; i < n; i++) {
		size_t w = text_width_safe(pods->all[i].pod);

		width = w > width ? w : width;
	}
	return width < POD_COLUMNS ? width : POD_COLUMNS;
}

static void put_pods(const struct sides *s, const struct pods *pods, size_t top, size_t columns,
	bool colour, struct text *out)
{
	size_t n = pods->n < top ? pods->n : top, pod = pod_width(pods, n),
	       room = columns > pod ? columns - pod : 0, width = room / s->n;

	width = width > GAP + 1 ? width - GAP : 1;
	text_ours(out, "\n");
	text_colour(out, COLOUR_TITLE, colour);
	put_cell(out, STR("pod"), pod, false);
	for (size_t k = 0; k < s->n; k++)
		put_cell(out, str_of(s->rows[k]->ref->name), width, k + 1 == s->n);
	text_colour_end(out, colour);
	text_ours(out, "\n");
	for (size_t i = 0; i < n; i++) {
		put_cell(out, pods->all[i].pod, pod, false);
		for (size_t k = 0; k < s->n; k++)
			put_cell(out, pods->all[i].texts[k], width, k + 1 == s->n);
		text_ours(out, "\n");
	}
	if (pods->n > n) {
		text_ours(out, "and ");
		text_add_count(out, (long long)(pods->n - n), "more pod");
		text_ours(out, " (--top N, diff.tsv)\n");
	}
	if (s->left_out) {
		text_ours(out, "and ");
		text_add_count(out, (long long)s->left_out, "ref");
		text_ours(out, " more (diff.tsv)\n");
	}
}

void table_side_by_side(const struct row *first, size_t n, const struct table_look *look,
	size_t columns, bool colour, struct text *out)
{
	struct sides s = {0};
	struct outcome outcomes[MAX_SIDES] = {{0}};
	struct pods pods = {0};

	find_sides(&s, first, n, columns);
	if (s.n < 2 || !look->top)
		return;
	for (size_t k = 0; k < s.n; k++)
		row_read_outcome(s.rows[k], 0, &outcomes[k]);
	pods_compare(&pods, outcomes, s.n);
	pods_by_place(&pods);
	if (pods.n)
		put_pods(&s, &pods, look->top, columns, colour, out);
	pods_free(&pods);
	for (size_t k = 0; k < s.n; k++)
		outcome_free(&outcomes[k]);
}
