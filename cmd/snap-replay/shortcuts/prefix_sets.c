#include "shortcuts/prefix_sets.h"

#include <stdlib.h>
#include <string.h>

#include "model/bits.h"
#include "common/grow.h"
#include "common/mem.h"
#include "solvers/gang_rules.h"

/* ---- what a pick holds ---- */

/* one: 1, it enters; -1, it leaves. */
static void flip(struct prefix_set *k, int batch, const struct prefix_batch *b, int one)
{
	k->hash ^= hash_mix((uint64_t)batch, 1);
	k->seen = false;
	k->contribution += one * b->contribution;
	k->n_batches += one;
	k->n_again += b->again ? one : 0;
	k->n_tasks += one * b->n_tasks;
	if (one > 0)
		digest_add(&k->digest, &b->digest);
	else
		digest_subtract(&k->digest, &b->digest);
}

static void hold_batch(const struct prefix_sets *p, struct prefix_set *k, int batch)
{
	const struct prefix_batch *b = &p->batches[batch];

	if (k->times[batch]++ > 0)
		return;
	flip(k, batch, b, 1);
	bit_set(k->batches, batch);
	k->n_refused += b->refused || (b->kin >= 0 && k->held[b->kin]++ > 0);
}

static void drop_batch(const struct prefix_sets *p, struct prefix_set *k, int batch)
{
	const struct prefix_batch *b = &p->batches[batch];

	if (--k->times[batch] > 0)
		return;
	flip(k, batch, b, -1);
	bit_clear(k->batches, batch);
	k->n_refused -= b->refused || (b->kin >= 0 && --k->held[b->kin] > 0);
}

static void hold(const struct prefix_sets *p, struct prefix_set *k, int node)
{
	for (int at = p->nodes[node].last; at >= 0; at = p->links[at].next)
		hold_batch(p, k, p->links[at].batch);
}

static void drop(const struct prefix_sets *p, struct prefix_set *k, int node)
{
	for (int at = p->nodes[node].last; at >= 0; at = p->links[at].next)
		drop_batch(p, k, p->links[at].batch);
}

/* Extends arrays for `from` batches to cap_batches. */
static void extend_set(const struct prefix_sets *p, struct prefix_set *k, int from)
{
	int old = bit_blocks(from), blocks = bit_blocks(p->cap_batches);

	k->times = xrealloc_array(k->times, (size_t)p->cap_batches, sizeof *k->times);
	memset(k->times + from, 0, (size_t)(p->cap_batches - from) * sizeof *k->times);
	k->held = xrealloc_array(k->held, (size_t)p->cap_batches, sizeof *k->held);
	memset(k->held + from, 0, (size_t)(p->cap_batches - from) * sizeof *k->held);
	k->batches = xrealloc_array(k->batches, (size_t)blocks, sizeof *k->batches);
	memset(k->batches + old, 0, (size_t)(blocks - old) * sizeof *k->batches);
}

/* Space for one batch more, in all arrays by batch. */
static void reserve_batches(struct prefix_sets *p)
{
	int from = p->cap_batches;

	ARRAY_GROW(p->batches, from, p->cap_batches);
	p->list = xrealloc_array(p->list, (size_t)p->cap_batches, sizeof *p->list);
	p->listed =
		xrealloc_array(p->listed, (size_t)bit_blocks(p->cap_batches), sizeof *p->listed);
	for (int i = 0; i < p->n_picks; i++)
		extend_set(p, &p->picks[i], from);
}

/* ---- the order ---- */

static int compare(const void *a, const void *b)
{
	const struct prefix_rank *l = a, *r = b;

	return gang_compare(l->capacity, l->node, r->capacity, r->node);
}

/* How many stand before it. */
static int before(const struct prefix_sets *p, struct prefix_rank r)
{
	int lo = 0, hi = p->n_ordered;

	while (lo < hi) {
		int middle = (lo + hi) / 2;

		if (compare(&p->order[middle], &r) < 0)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* Where the edge of a pick lies between, that node passes it, and another one the other way. */
static void move(struct prefix_sets *p, int from, int to)
{
	struct prefix_rank r = p->order[from];

	if (from < to)
		memmove(&p->order[from], &p->order[from + 1], (size_t)(to - from) * sizeof r);
	else
		memmove(&p->order[to + 1], &p->order[to], (size_t)(from - to) * sizeof r);
	p->order[to] = r;
	for (struct prefix_set *k = p->picks; k < p->picks + p->n_picks; k++) {
		if (from < k->n && k->n <= to) {
			drop(p, k, r.node);
			hold(p, k, p->order[k->n - 1].node);
		} else if (to < k->n && k->n <= from) {
			hold(p, k, r.node);
			drop(p, k, p->order[k->n].node);
		}
	}
}

/* Returns its rank. It may be a new one, with or without batches. */
static int put_in(struct prefix_sets *p, int node)
{
	struct prefix_rank r = {p->nodes[node].capacity, node};
	int to = before(p, r);

	p->order[p->n_ordered++] = r;
	move(p, p->n_ordered - 1, to);
	return to;
}

/* Its capacity was less. Returns its rank. */
static int move_up(struct prefix_sets *p, int node, double capacity)
{
	struct prefix_rank r = {p->nodes[node].capacity, node};
	int from = before(p, (struct prefix_rank){capacity, node}), to = before(p, r);

	if (from < to) /* itself was counted */
		to--;
	p->order[from] = r;
	move(p, from, to);
	return to;
}

void prefix_sets_sort(struct prefix_sets *p)
{
	if (p->in_order)
		return;
	for (int i = 0; i < p->n_nodes; i++)
		if (gang_keeps(p->nodes[i].capacity, p->least))
			p->order[p->n_ordered++] = (struct prefix_rank){p->nodes[i].capacity, i};
	if (p->n_ordered)
		qsort(p->order, (size_t)p->n_ordered, sizeof *p->order, compare);
	p->in_order = true;
}

int prefix_sets_reach(const struct prefix_sets *p, double amount)
{
	double sum = 0;
	int n = 0;

	if (amount <= 0)
		return 0;
	while (n < p->n_ordered) {
		sum += p->order[n++].capacity;
		if (sum >= amount)
			return n;
	}
	return n + 1;
}

/* ---- what comes in ---- */

void prefix_sets_clear(struct prefix_sets *p, double least)
{
	for (struct prefix_set *k = p->picks; k < p->picks + p->n_picks; k++) {
		memset(k->times, 0, (size_t)p->n_batches * sizeof *k->times);
		memset(k->held, 0, (size_t)p->n_batches * sizeof *k->held);
		memset(k->batches, 0, (size_t)bit_blocks(p->n_batches) * sizeof *k->batches);
		k->contribution = k->n = k->n_refused = k->n_batches = k->n_again = k->n_tasks = 0;
		k->hash = 0;
		k->digest = (struct sum_digest){{0}};
		k->seen = false;
	}
	p->n_nodes = p->n_links = p->n_ordered = p->n_batches = 0;
	p->in_order = false;
	p->least = least;
}

int prefix_sets_node(struct prefix_sets *p, double capacity)
{
	ARRAY_GROW(p->nodes, p->n_nodes, p->cap_nodes);
	ARRAY_RESERVE(p->order, p->cap_nodes, p->cap_order);
	p->nodes[p->n_nodes] = (struct prefix_node){capacity, -1};
	return p->n_nodes++;
}

int prefix_sets_batch(struct prefix_sets *p, struct prefix_batch batch)
{
	if (p->n_batches == p->cap_batches)
		reserve_batches(p);
	p->batches[p->n_batches] = batch;
	return p->n_batches++;
}

static void add_link(struct prefix_sets *p, int node, int batch)
{
	ARRAY_GROW(p->links, p->n_links, p->cap_links);
	p->links[p->n_links] = (struct batch_link){batch, p->nodes[node].last};
	p->nodes[node].last = p->n_links++;
}

void prefix_sets_add(struct prefix_sets *p, int node, double freed)
{
	struct prefix_node *c = &p->nodes[node];
	double capacity = c->capacity;
	int batch = p->n_batches - 1, rank = p->n_ordered;
	bool stood = c->last >= 0 && gang_keeps(capacity, p->least),
	     has = c->last >= 0 && p->links[c->last].batch == batch;

	c->capacity += freed;
	if (p->in_order && gang_keeps(c->capacity, p->least))
		rank = stood ? move_up(p, node, capacity) : put_in(p, node);
	if (has)
		return;
	add_link(p, node, batch);
	for (struct prefix_set *k = p->picks; k < p->picks + p->n_picks; k++)
		if (rank < k->n)
			hold_batch(p, k, batch);
}

struct prefix_set *prefix_sets_first(struct prefix_sets *p, int i, int n)
{
	struct prefix_set *k = &p->picks[i];

	if (i == p->n_picks) {
		*k = (struct prefix_set){0};
		extend_set(p, k, 0);
		p->n_picks++;
	}
	while (k->n < n)
		hold(p, k, p->order[k->n++].node);
	while (k->n > n)
		drop(p, k, p->order[--k->n].node);
	return k;
}

/* Those of the node that are not listed yet. */
static int list_node(struct prefix_sets *p, int node, int n)
{
	int first = n;

	for (int at = p->nodes[node].last; at >= 0; at = p->links[at].next)
		if (!bit_is_set(p->listed, p->links[at].batch)) {
			bit_set(p->listed, p->links[at].batch);
			p->list[n++] = p->links[at].batch;
		}
	for (int l = first, r = n - 1; l < r; l++, r--) { /* the last one came first */
		int batch = p->list[l];

		p->list[l] = p->list[r];
		p->list[r] = batch;
	}
	return n;
}

int *prefix_sets_list(struct prefix_sets *p, const struct prefix_set *k, int *n)
{
	if (p->n_batches)
		memset(p->listed, 0, (size_t)bit_blocks(p->n_batches) * sizeof *p->listed);
	*n = 0;
	for (int i = 0; i < k->n; i++)
		*n = list_node(p, p->order[i].node, *n);
	return p->list;
}

void prefix_sets_free(struct prefix_sets *p)
{
	for (int i = 0; i < p->n_picks; i++) {
		free(p->picks[i].times);
		free(p->picks[i].held);
		free(p->picks[i].batches);
	}
	free(p->nodes);
	free(p->links);
	free(p->order);
	free(p->batches);
	free(p->list);
	free(p->listed);
	*p = (struct prefix_sets){0};
}
