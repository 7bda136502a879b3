/* Sums over nodes: what the nodes with victims add to the room of the resources and of the classes,
 * kept from one scenario to the next (struct node_sums in bounds_private.h).
 *
 * Claim. The sums are those that bounds.c would make of all nodes with victims.
 * Why. The term of a node depends on what it has left, which stays until bounds_read_nodes, and on
 *   what its victims give back: victims.moved has the nodes of which that may have changed. Terms
 *   are whole numbers that are not negative, so a sum below 2^53 is exact in any order.
 * Needs. Between two calls of bounds_read_nodes the probe's nodes, the usable ones and the classes
 *   stay.
 * Guard. No sum was greater: node_sums.exact. Confined units, the classes behind the first ones,
 *   and pods that request nothing are summed up in bounds.c.
 * Test. tests/unit/snap-replay/test_bounds_victims.c; --exhaustive. */
#include "model/bits.h"
#include "shortcuts/bounds_private.h"

bool node_sums_have(const struct bounds *f, int class)
{
	return f->sums.exact && !f->domains && class < SUMMED_CLASSES && !f->classes[class].endless;
}

/* The terms of the node, by slot and by class. */
static double *room_terms(const struct bounds *f, int node)
{
	return &f->sums.room[node * f->session->c->slots.count];
}

static double *pods_terms(const struct bounds *f, int node)
{
	return &f->sums.pods[node * SUMMED_CLASSES];
}

static void begin_sums(struct bounds *f)
{
	const struct cluster *c = f->session->c;
	struct node_sums *s = &f->sums;
	size_t bytes = (size_t)f->victims.node_blocks * sizeof *s->nodes;

	for (int n = bit_next(s->nodes, 0, c->n_nodes); n < c->n_nodes;
		n = bit_next(s->nodes, n + 1, c->n_nodes)) {
		memset(room_terms(f, n), 0, (size_t)c->slots.count * sizeof *s->room);
		memset(pods_terms(f, n), 0, SUMMED_CLASSES * sizeof *s->pods);
	}
	s->begun = s->exact = true;
	memset(s->nodes, 0, bytes);
	memset(s->more_room, 0, (size_t)c->slots.count * sizeof *s->more_room);
	memset(s->more_pods, 0, sizeof s->more_pods);
	memcpy(f->victims.moved, f->victims.nodes, bytes);
}

static void correct(double *term, double *sum, double now)
{
	*sum += now - *term;
	*term = now;
}

static void sum_node(struct bounds *f, const struct probe_nodes *nodes, int n)
{
	struct node_sums *s = &f->sums;
	double *room = room_terms(f, n), *pods = pods_terms(f, n);
	bool has_victims = bit_is_set(f->victims.nodes, n);

	bit_set(s->nodes, n);
	for (int i = 0; i < f->n_slots && bit_is_set(f->usable, n); i++)
		correct(&room[i], &s->more_room[i],
			has_victims ? bounds_more_room(f, nodes, n, i) : 0);
	for (int k = 0; k < f->n_classes && k < SUMMED_CLASSES; k++)
		if (node_sums_have(f, k) && bit_is_set(f->classes[k].usable, n))
			correct(&pods[k], &s->more_pods[k],
				has_victims ? bounds_room_of_victims(f, nodes, &f->classes[k], n)
					    : 0);
}

/* Brings the sums up to date. */
void node_sums_update(struct bounds *f, const struct probe_nodes *nodes)
{
	static const double most = 9007199254740992; /* 2^53 */

	if (!f->sums.begun)
		begin_sums(f);
	for (int w = 0; w < f->victims.node_blocks; w++) {
		for (uint64_t some = f->victims.moved[w]; some && f->sums.exact; some &= some - 1)
			sum_node(f, nodes, w * 64 + __builtin_ctzll(some));
		f->victims.moved[w] = 0;
	}
	for (int i = 0; i < f->n_slots; i++)
		f->sums.exact &= f->room[i] + f->sums.more_room[i] < most;
}
