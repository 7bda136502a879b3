/* Topologies as text: a tree of domains with the GPUs in each. */
#include <inttypes.h>

#include "common/terminal.h"
#include "report_parts.h"

/* Levels are shown from the widest on as long as they have no more domains together; the others are
 * summed up in a line each. */
enum { ROWS_MAX = 40 };

static void room_cells(struct text *out, const struct room *room)
{
	char a[40], b[40], c[40];

	text_addf(out, " %8" PRIu64 " %10s %10s %10s\n", room->nodes, report_digits(a, room->gpus),
		report_digits(b, room->used), report_digits(c, room_free(room)));
}

static void row(
	struct text *out, size_t width, unsigned depth, struct str name, const struct room *room)
{
	struct text cell = {0};

	text_pad(&cell, (depth + 1) * 2);
	text_add(&cell, name.n ? name : STR("\"\""));
	size_t used = text_width(text_str(&cell));
	text_add_made(out, text_str(&cell));
	text_pad(out, used < width ? width - used : 0);
	room_cells(out, room);
	text_free(&cell);
}

/* Number of levels whose domains all have a row. */
static unsigned shown_levels(const struct topology_view *v, uint64_t of_level[LEVELS_MAX])
{
	uint64_t rows = 0;
	unsigned shown = 0;

	for (size_t i = 0; i < v->tree.count; i++)
		of_level[v->tree.domains[i].depth]++;
	while (shown < v->topology->count && rows + of_level[shown] <= ROWS_MAX)
		rows += of_level[shown++];
	return shown;
}

static size_t name_width(const struct topology_view *v, unsigned shown)
{
	size_t width = 38; /* 80 columns with the others */

	for (size_t i = 0; i < v->tree.count; i++) {
		const struct domain *d = &v->tree.domains[i];
		struct str name = names_second(&v->s->topologies.labels, d->label);

		if (d->depth >= shown)
			continue;
		size_t n = (d->depth + 1) * 2 + text_width_safe(name);
		if (n > width && n <= 60)
			width = n;
	}
	return width;
}

/* What the domains of a level have that is not shown. */
static void folded(struct text *out, const struct topology_view *v, unsigned level, uint64_t count)
{
	double least = 0, most = 0;
	bool any = false;
	char a[40], b[40];

	for (size_t i = 0; i < v->tree.count; i++) {
		double has = room_free(&v->tree.domains[i].room);

		if (v->tree.domains[i].depth != level)
			continue;
		least = !any || has < least ? has : least;
		most = !any || has > most ? has : most;
		any = true;
	}
	text_addf(out, "  %" PRIu64 " of " STR_FMT ", %s to %s GPUs free in each\n", count,
		STR_ARG(level_label(v, level)), report_digits(a, least), report_digits(b, most));
}

static void levels_line(struct text *out, const struct topology_view *v)
{
	size_t from = text_str(out).n;

	text_ours(out, "  levels: ");
	for (size_t i = 0; i < v->topology->count; i++) {
		text_ours(out, i ? ", " : "");
		text_add(out, level_label(v, i));
	}
	text_ours(out, v->topology->count ? "; " : "none; ");
	if (v->topology->pod_groups == 0)
		text_ours(out, "no pod group names it\n");
	else
		text_addf(out, "%u pod group%s it\n", (unsigned)v->topology->pod_groups,
			v->topology->pod_groups == 1 ? " names" : "s name");
	terminal_wrap(out, from, 80, 4);
}

static void title(struct text *out, const struct report *report, struct str name, size_t width)
{
	struct text cell = {0};

	text_addf(&cell, "topology " STR_FMT, STR_ARG(name.n ? name : STR(NO_NAME)));
	size_t used = text_width(text_str(&cell));
	text_ours(out, "\n");
	text_colour(out, COLOUR_TITLE, report->colour);
	text_add_made(out, text_str(&cell));
	text_pad(out, used < width ? width - used : 0);
	text_addf(out, " %8s %10s %10s %10s", "nodes", "GPUs", "used", "free");
	text_colour_end(out, report->colour);
	text_ours(out, "\n");
	text_free(&cell);
}

static void topology_text(struct text *out, const struct report *report, struct topology_view *v)
{
	uint64_t of_level[LEVELS_MAX] = {0};
	unsigned shown = v->unusable ? 0 : shown_levels(v, of_level);
	size_t width = name_width(v, shown);

	title(out, report, names_text(&v->s->ids[KIND_TOPOLOGIES], v->number), width);
	levels_line(out, v);
	if (v->unusable) {
		text_addf(out, "  no domains: %s\n", v->unusable);
		return;
	}
	for (size_t i = 0; i < v->tree.count; i++) {
		const struct domain *d = &v->tree.domains[i];

		if (d->depth < shown)
			row(out, width, d->depth, names_second(&v->s->topologies.labels, d->label),
				&d->room);
	}
	for (unsigned l = shown; l < v->topology->count; l++)
		folded(out, v, l, of_level[l]);
	if (v->tree.without.nodes)
		row(out, width, 0, STR("nodes that lack a label"), &v->tree.without);
}

void topologies_text(struct text *out, const struct report *report)
{
	const struct summary *s = report->s;
	uint32_t count = s->ids[KIND_TOPOLOGIES].count;
	size_t from = text_str(out).n;

	for (uint32_t i = 1; i <= count && i <= TREES_MAX; i++) {
		struct topology_view v;

		topology_view_open(&v, s, i);
		topology_text(out, report, &v);
		topology_view_close(&v);
	}
	if (count > TREES_MAX)
		text_addf(out, "\n%u more topologies\n", (unsigned)(count - TREES_MAX));
	terminal_cut(out, from, report->columns);
}
