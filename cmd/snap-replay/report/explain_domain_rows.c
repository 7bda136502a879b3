/* The domains of a topology among which one was chosen, with their room at that moment. */
#include <stdlib.h>

#include "report/explain_private.h"

static struct domain_row *add_row(struct explain *x, struct confinement *c, const struct domain *d,
	enum domain_end end, const double *scores)
{
	int slots = x->session->c->slots.count;
	struct domain_row *row;
	double *room;

	ARENA_GROW(&x->arena, c->rows, c->n_rows, c->cap_rows);
	row = &c->rows[c->n_rows++];
	room = row->free ? row->free : ARENA_ARRAY(&x->arena, (size_t)slots, double);
	*row = (struct domain_row){.domain = d,
		.end = end,
		.pods = room_pods(c->tree, d),
		.free = room,
		.ratio = room_ratio(c->tree, &c->need, d),
		.score = scores && d->n_nodes ? scores[d->nodes[0]] : SCORE_NONE};
	for (int slot = 0; slot < slots; slot++)
		room[slot] = room_free(c->tree, d, slot);
	return row;
}

static int most_room_first(const void *a, const void *b)
{
	const struct domain_row *l = a, *r = b;

	if (l->domain->depth != r->domain->depth)
		return l->domain->depth > r->domain->depth ? -1 : 1;
	if (l->end != r->end)
		return l->end < r->end ? -1 : 1;
	if (l->pods != r->pods)
		return l->pods > r->pods ? -1 : 1;
	if (l->ratio != r->ratio)
		return l->ratio < r->ratio ? -1 : 1;
	return str_cmp(l->domain->id, r->domain->id);
}

static bool is_within(const struct domain *d, const struct domain *outer)
{
	while (d && d != outer)
		d = d->parent;
	return d;
}

/* The domains of the levels in question that are no candidates. */
static void add_others(struct explain *x, struct confinement *c, const struct chosen *r)
{
	int from = c->n_rows, wish = tree_depth(c->tree, c->constraint.preferred);

	for (int depth = r->depths.deepest; depth >= r->depths.widest; depth--)
		for (int i = 0; i < c->tree->n_at_depth[depth]; i++) {
			const struct domain *d = c->tree->at_depth[depth][i];

			if (d->standing == CANDIDATE)
				continue;
			add_row(x, c, d,
				!is_within(d, r->common)                 ? DOMAIN_UNCOUNTED
					: d->standing == NOT_A_CANDIDATE ? DOMAIN_ELSEWHERE
									 : DOMAIN_SMALL,
				depth == wish ? r->scores : NULL);
		}
	if (c->n_rows > from)
		qsort(c->rows + from, (size_t)(c->n_rows - from), sizeof *c->rows, most_room_first);
}

/* A domain of a wider level around one of the group's that are too small. */
static const struct domain *wider_domain(const struct confinement *c, const struct chosen *r)
{
	const struct domain *found = NULL;

	for (int i = 0; i < c->n_rows; i++) {
		const struct domain *d = c->rows[i].domain;

		if (d->depth != r->depths.widest || c->rows[i].end != DOMAIN_SMALL)
			continue;
		while (d && d != r->common && (d = d->parent))
			if (room_fits(c->tree, &c->need, d) && (!found || d->depth > found->depth))
				found = d;
	}
	return found;
}

/* The common domain is too small, and so are those of the required level. */
static void add_small(struct explain *x, struct confinement *c, const struct domain *common)
{
	int must = tree_depth(c->tree, c->constraint.required);

	add_row(x, c, common, DOMAIN_SMALL, NULL);
	if (!c->constraint.required.n || must <= common->depth)
		return;
	for (int i = 0; i < c->tree->n_at_depth[must]; i++)
		if (is_within(c->tree->at_depth[must][i], common))
			add_row(x, c, c->tree->at_depth[must][i], DOMAIN_SMALL, NULL);
	if (c->n_rows > 2)
		qsort(c->rows + 1, (size_t)c->n_rows - 1, sizeof *c->rows, most_room_first);
}

void explain_keep_domains(struct explain *x, struct confinement *c, const struct chosen *r)
{
	int wish;

	c->n_rows = 0;
	c->wider = NULL;
	if (!c->tree) /* the topology does not exist, and there are no domains */
		return;
	wish = tree_depth(c->tree, c->constraint.preferred);
	for (int i = 0; i < r->n; i++)
		add_row(x, c, r->tried[i], DOMAIN_UNTRIED,
			r->tried[i]->depth == wish ? r->scores : NULL);
	if (r->end == TOO_LITTLE)
		add_small(x, c, r->common);
	if (r->end == CHOSEN || r->end == NO_DOMAIN)
		add_others(x, c, r);
	if (r->end == NO_DOMAIN)
		c->wider = wider_domain(c, r);
}

/* ---- what came of it ---- */

const struct domain_row *taken_row(const struct confinement *c)
{
	for (int i = 0; i < c->chosen.n; i++)
		if (c->rows[i].end == DOMAIN_TAKEN)
			return &c->rows[i];
	return NULL;
}

const struct domain_row *best_failed(const struct confinement *c)
{
	const struct domain_row *best = NULL;

	for (int i = 0; i < c->chosen.n; i++)
		if (c->rows[i].end == DOMAIN_FAILED && (!best || c->rows[i].placed > best->placed))
			best = &c->rows[i];
	return best;
}

int rows_with_end(const struct confinement *c, enum domain_end end)
{
	int n = 0;

	for (int i = 0; i < c->n_rows; i++)
		n += c->rows[i].end == end;
	return n;
}
