#include "shortcuts/bounds_kept.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/bits.h"
#include "shortcuts/dry_units.h"
#include "shortcuts/stale_bookings.h"
#include "shortcuts/stale_gangs.h"

static bool has_terms(const struct pod_spec *s)
{
	return s->affinity.n || s->anti_affinity.n || s->preferred_affinity.n ||
		s->preferred_anti_affinity.n;
}

/* The hooks settled and owns_claims give the same answer for each task during the session. */
static bool facts_last(const struct session *s)
{
	for (int i = 0; i < s->c->n_tasks; i++) {
		const struct task *t = &s->c->tasks[i];

		if (t->storage || task_uses_dra(t) || t->gpu.dra || t->pod->spec->n_claims ||
			has_terms(t->pod->spec))
			return false;
	}
	return true;
}

struct bounds_kept *bounds_kept_new(const struct session *s)
{
	struct bounds_kept *k = xcalloc(1, sizeof *k);

	k->lasting = facts_last(s);
	k->units = k->lasting ? dry_units_new(s->c, &k->arena) : NULL;
	k->node_of = ARENA_ARRAY(&k->arena, (size_t)s->c->n_tasks, int);
	k->again = ARENA_ARRAY(&k->arena, (size_t)bit_blocks(s->c->n_nodes), uint64_t);
	return k;
}

void bounds_kept_free(struct bounds_kept *k)
{
	if (!k)
		return;
	free(k->stale);
	arena_free(&k->arena);
	free(k);
}

/* ---- tasks ---- */

static int node_index(const struct task *t)
{
	return t->node ? t->node->index : -1;
}

/* Nodes that book the task may have a stale booking now, or none any more. */
static void note_node(struct bounds_kept *k, const struct task *t)
{
	int old = k->node_of[t->index];

	if (old == node_index(t))
		return;
	if (old >= 0)
		bit_set(k->again, old);
	for (const struct stale_booking *b = k->bounds.first_stale[t->index]; b; b = b->next)
		bit_set(k->again, b->node);
	k->node_of[t->index] = node_index(t);
	if (t->node)
		bit_set(k->again, t->node->index);
}

static void read_job(struct bounds_kept *k, const struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++) {
		k->bounds.infos[j->tasks[i]->index].kind = VICTIM_NOT_READ;
		note_node(k, j->tasks[i]);
	}
	for (int i = 0; i < j->n_invalid; i++) {
		k->bounds.infos[j->invalid[i]->index].kind = VICTIM_NOT_READ;
		note_node(k, j->invalid[i]);
	}
}

static void read_all_tasks(struct bounds_kept *k, const struct cluster *c)
{
	memset(k->bounds.infos, 0, (size_t)c->n_tasks * sizeof *k->bounds.infos);
	memset(k->again, 0xff, (size_t)bit_blocks(c->n_nodes) * sizeof *k->again);
	for (int i = 0; i < c->n_tasks; i++)
		k->node_of[i] = node_index(&c->tasks[i]);
}

/* ---- stale bookings ---- */

static void find_changed_nodes(struct bounds_kept *k, const struct cluster *c)
{
	if (c->n_changes - k->nodes_seen > CHANGE_RING) {
		for (int n = 0; n < c->n_nodes; n++)
			if (c->nodes[n].changed >= k->nodes_seen)
				bit_set(k->again, n);
		return;
	}
	for (uint64_t i = k->nodes_seen; i < c->n_changes; i++)
		bit_set(k->again, (int)c->changes[i % CHANGE_RING]);
}

static void keep(void *kept, const struct task *t, const struct node *n)
{
	struct bounds_kept *k = kept;

	ARRAY_GROW(k->stale, k->n_stale, k->cap_stale);
	k->stale[k->n_stale++] = (struct kept_booking){t->index, n->index};
}

/* In infos is whether the task has a stale booking: they are read anew. */
static void forget_bookings(struct bounds_kept *k)
{
	struct bounds *f = &k->bounds;
	int n = 0;

	for (int i = 0; i < k->n_stale; i++) {
		struct kept_booking b = k->stale[i];

		f->infos[b.task].kind = VICTIM_NOT_READ;
		f->first_stale[b.task] = NULL;
		bit_clear(f->stale, b.task);
		bit_clear(f->may_lose_booking, b.task);
		if (!bit_is_set(k->again, b.node))
			k->stale[n++] = b;
	}
	k->n_stale = n;
	f->n_bookings = 0;
}

struct stale_booking *bounds_new_booking(struct bounds *f, struct arena *a)
{
	if (f->n_bookings == f->cap_bookings) {
		f->cap_bookings = 2 * f->cap_bookings + 64;
		f->bookings = ARENA_ARRAY(a, (size_t)f->cap_bookings, struct stale_booking);
		f->n_bookings = 0;
	}
	return &f->bookings[f->n_bookings++];
}

static void put_booking(struct bounds_kept *k, struct kept_booking kept)
{
	struct bounds *f = &k->bounds;
	struct stale_booking *b = bounds_new_booking(f, &k->arena);
	const struct task *t = &f->tasks[kept.task];

	*b = (struct stale_booking){kept.node, f->first_stale[kept.task]};
	f->first_stale[kept.task] = b;
	f->infos[kept.task].kind = VICTIM_NOT_READ;
	bit_set(f->stale, kept.task);
	if (!reversible_booking(f->session, t, &f->session->c->nodes[kept.node]))
		bit_set(f->may_lose_booking, kept.task);
}

static void find_stale_bookings(struct search *q, struct bounds_kept *k, const struct cluster *c)
{
	forget_bookings(k);
	for (int n = bit_next(k->again, 0, c->n_nodes); n < c->n_nodes;
		n = bit_next(k->again, n + 1, c->n_nodes))
		stale_bookings_on(&c->nodes[n], keep, k);
	for (int i = 0; i < k->n_stale; i++)
		put_booking(k, k->stale[i]);
	stale_gangs_find(q, k);
	memset(k->again, 0, (size_t)bit_blocks(c->n_nodes) * sizeof *k->again);
}

void bounds_kept_read(struct search *q, struct bounds_kept *k)
{
	const struct cluster *c = k->bounds.session->c;

	if (!k->lasting || !k->read || k->reversibility != k->bounds.reversibility) {
		read_all_tasks(k, c);
	} else {
		for (int i = 0; i < c->n_jobs; i++)
			if (c->job_changed[i] > k->jobs_seen)
				read_job(k, c->jobs[i]);
		find_changed_nodes(k, c);
	}
	find_stale_bookings(q, k, c);
	k->read = true;
	k->reversibility = k->bounds.reversibility;
	k->jobs_seen = c->n_job_changes;
	k->nodes_seen = c->n_changes;
}
