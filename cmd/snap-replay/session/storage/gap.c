/* For which nodes claims lack room, whatever a search does with few victims (storage.h). */
#include "session/storage/csi_tables.h"

struct storage_gap {
	const struct storage *st;
	bool *is_set; /* by class */
	nano *least;  /* by class, if is_set: what is lacking on the node that lacks least */
};

struct storage_gap *storage_gap_new(struct session *s, struct arena *a)
{
	struct storage_gap *g = ARENA_NEW(a, struct storage_gap);

	g->st = s->storage;
	g->is_set = ARENA_ARRAY(a, (size_t)g->st->n_classes, bool);
	g->least = ARENA_ARRAY(a, (size_t)g->st->n_classes, nano);
	return g;
}

static void note(struct storage_gap *g, int class, nano lacks)
{
	if (!g->is_set[class] || lacks < g->least[class])
		g->least[class] = lacks;
	g->is_set[class] = true;
}

static bool lacks_room(struct storage_gap *g, struct node *n, const struct task *t)
{
	struct csi_request r;

	for (int i = 0; csi_next_request(t, &i, &r);) {
		const struct csi_space *space = csi_space_at(g->st, n, r.class);
		nano room;

		if (!space)
			return true; /* for good */
		room = csi_room(n, space);
		if (r.sum <= room)
			continue;
		note(g, r.class, r.sum - room);
		return true;
	}
	return false;
}

void storage_gap_keep(struct storage_gap *g, const struct task *t, uint64_t *set)
{
	struct cluster *c = g->st->session->c;

	if (!storage_matters(t) || g->st->negative)
		return;
	for (int i = 0; i < c->n_nodes; i++)
		if (bit_is_set(set, i) && lacks_room(g, &c->nodes[i], t))
			bit_clear(set, i);
}

/* At most: a claim that the task both uses and owns counts twice. */
static nano gives(const struct storage *st, const struct task *t, int class)
{
	nano sum = 0;

	for (int i = 0; t->storage && i < t->storage->n; i++)
		if (t->storage->items[i].claim->class == class)
			sum += csi_size(t->storage->items[i].claim->object->storage);
	for (const struct csi_claim *c = st->owned_by[t->index]; c; c = c->next_owned)
		if (c->class == class)
			sum += csi_size(c->object->storage);
	return sum;
}

bool storage_gap_holds(const struct storage_gap *g, const struct task *tasks, const uint64_t *set)
{
	const struct cluster *c = g->st->session->c;

	for (int class = 0; class < g->st->n_classes; class ++) {
		nano sum = 0;

		for (int w = 0; g->is_set[class] && w < bit_blocks(c->n_tasks); w++)
			for (uint64_t some = set[w]; some; some &= some - 1)
				sum += gives(g->st, &tasks[w * 64 + __builtin_ctzll(some)], class);
		if (g->is_set[class] && sum >= g->least[class])
			return false;
	}
	return true;
}
