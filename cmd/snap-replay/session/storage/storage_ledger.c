#include "session/storage/storage_ledger.h"

#include "session/storage/csi_tables.h"

enum { MOST_SPACES = 64 };
struct ledger_step {                   /* what a run did, to undo it */
	const struct csi_claim *claim; /* NULL: the step is the mover's */
	int space;
	bool entered; /* the claim came into the space; false: it left it */
	const struct task *mover;
	bool away; /* it left its node again; false: it came back there */
};
struct storage_ledger {
	const struct storage *st;
	int n_nodes, blocks, n_classes;
	nano *taken;          /* by space */
	int *class;           /* by space; -1: no node can use it */
	uint64_t *in;         /* by claim: the set of spaces that it is in */
	uint64_t *nodes;      /* by space and block: the nodes that can use it */
	short *space;         /* by node and class; -1: none */
	bool *away;           /* by task: evicted, and not returned */
	nano *leaving;        /* by node and class: what owners that leave the node free there */
	uint64_t *any_leaves; /* by class and block: the nodes where that is not 0 */
	struct ledger_step *steps;
	int n_steps;
	bool loses; /* since the reset */
};

/* A pod has one turn: it is placed, and maybe taken back. */
static int most_steps(const struct storage *st)
{
	const struct cluster *c = st->session->c;
	int n = 0;

	for (int i = 0; i < c->n_tasks; i++)
		n += 2 + (c->tasks[i].storage ? 2 * c->tasks[i].storage->n : 0);
	return n;
}

static void connect(struct storage_ledger *l)
{
	for (int s = 0; s < l->st->n_spaces; s++)
		l->class[s] = -1;
	for (int n = 0; n < l->n_nodes; n++)
		for (int k = 0; k < l->n_classes; k++) {
			const struct csi_space *s = l->st->reach[n * l->n_classes + k];

			l->space[n * l->n_classes + k] = (short)(s ? s - l->st->spaces : -1);
			if (!s)
				continue;
			l->class[s - l->st->spaces] = k;
			bit_set(&l->nodes[(s - l->st->spaces) * l->blocks], n);
		}
}

struct storage_ledger *storage_ledger_new(const struct session *s, struct arena *a)
{
	const struct storage *st = s->storage;
	struct storage_ledger *l;
	size_t cells;

	if (!st || st->n_spaces > MOST_SPACES || st->negative)
		return NULL;
	l = ARENA_NEW(a, struct storage_ledger);
	*l = (struct storage_ledger){.st = st,
		.n_nodes = s->c->n_nodes,
		.blocks = bit_blocks(s->c->n_nodes),
		.n_classes = st->n_classes};
	cells = (size_t)l->n_nodes * (size_t)l->n_classes;
	l->class = ARENA_ARRAY(a, (size_t)st->n_spaces, int);
	l->taken = ARENA_ARRAY(a, (size_t)st->n_spaces, nano);
	l->in = ARENA_ARRAY(a, (size_t)st->n_claims, uint64_t);
	l->nodes = ARENA_ARRAY(a, (size_t)st->n_spaces * (size_t)l->blocks, uint64_t);
	l->space = ARENA_ARRAY(a, cells, short);
	l->away = ARENA_ARRAY(a, (size_t)s->c->n_tasks, bool);
	l->leaving = ARENA_ARRAY(a, cells, nano);
	l->any_leaves = ARENA_ARRAY(a, (size_t)l->n_classes * (size_t)l->blocks, uint64_t);
	l->steps = ARENA_ARRAY(a, (size_t)most_steps(st), struct ledger_step);
	connect(l);
	return l;
}

static int space_at(const struct storage_ledger *l, int node, int class)
{
	return l->space[node * l->n_classes + class];
}

static nano idle_in(const struct storage_ledger *l, int space)
{
	const struct csi_space *s = &l->st->spaces[space];

	return s->has_capacity ? s->capacity - l->taken[space] : s->capacity;
}

static void change_leaving(struct storage_ledger *l, int node, int class, nano more)
{
	nano *at = &l->leaving[node * l->n_classes + class];

	*at += more;
	if (*at)
		bit_set(&l->any_leaves[class * l->blocks], node);
	else
		bit_clear(&l->any_leaves[class * l->blocks], node);
}

void storage_ledger_load(struct storage_ledger *l)
{
	const struct storage *st = l->st;
	struct cluster *c = st->session->c;

	l->n_steps = 0;
	memset(l->in, 0, (size_t)st->n_claims * sizeof *l->in);
	memset(l->away, 0, (size_t)c->n_tasks * sizeof *l->away);
	memset(l->leaving, 0, (size_t)l->n_nodes * (size_t)l->n_classes * sizeof *l->leaving);
	memset(l->any_leaves, 0, (size_t)l->n_classes * (size_t)l->blocks * sizeof *l->any_leaves);
	for (int i = 0; i < st->n_spaces; i++) {
		l->taken[i] = st->spaces[i].taken;
		for (int k = 0; k < st->spaces[i].n; k++)
			l->in[st->spaces[i].provisioned[k]->index] |= UINT64_C(1) << i;
	}
	for (int n = 0; n < l->n_nodes; n++)
		for (int k = 0; k < l->n_classes; k++)
			if (space_at(l, n, k) >= 0)
				change_leaving(l, n, k,
					csi_room(&c->nodes[n], &st->spaces[space_at(l, n, k)]) -
						idle_in(l, space_at(l, n, k)));
}

/* ---- pods ---- */

/* A victim's own claims count from its eviction on. */
static bool counts_owned(const struct task *t)
{
	return t->node != NULL;
}

static bool counts(const struct task *t, const struct storage_link *link)
{
	return link->claim->pending || (link->owned && counts_owned(t));
}

bool storage_ledger_serves(const struct storage_ledger *l, const struct task *t)
{
	(void)l;
	for (int i = 0; t->storage && i < t->storage->n; i++) {
		const struct csi_claim *c = t->storage->items[i].claim;

		if (counts(t, &t->storage->items[i]) &&
			(c->users > 1 || (c->owner && c->owner != t)))
			return false;
	}
	return true;
}

bool storage_ledger_concerns(const struct storage_ledger *l, const struct task *t)
{
	return storage_matters(t) || l->st->owned_by[t->index];
}

/* ---- what changes ---- */

static bool is_in(const struct storage_ledger *l, const struct csi_claim *c, int space)
{
	return space >= 0 && l->in[c->index] >> space & 1;
}

static nano size_of(const struct csi_claim *c)
{
	return csi_size(c->object->storage);
}

static void set_away(struct storage_ledger *l, const struct task *t, bool away)
{
	int node = t->node->index;

	for (const struct csi_claim *c = l->st->owned_by[t->index]; c; c = c->next_owned)
		if (is_in(l, c, space_at(l, node, c->class)))
			change_leaving(l, node, c->class, away ? size_of(c) : -size_of(c));
	l->away[t->index] = away;
}

/* Its owner, if it has one, is the pod that uses it. */
static void set_in(struct storage_ledger *l, const struct csi_claim *c, int space, bool in)
{
	const struct task *owner = c->owner;

	l->in[c->index] ^= UINT64_C(1) << space;
	l->taken[space] += in ? csi_taken_by(c) : -csi_taken_by(c);
	if (owner && l->away[owner->index] && space_at(l, owner->node->index, c->class) == space)
		change_leaving(l, owner->node->index, c->class, in ? size_of(c) : -size_of(c));
}

static void note(struct storage_ledger *l, struct ledger_step step)
{
	l->steps[l->n_steps++] = step;
}

static void enter(struct storage_ledger *l, const struct csi_claim *c, int space)
{
	if (is_in(l, c, space))
		l->loses |= !c->pending;
	if (space < 0 || is_in(l, c, space))
		return;
	set_in(l, c, space, true);
	note(l, (struct ledger_step){.claim = c, .space = space, .entered = true});
}

static void leave(struct storage_ledger *l, const struct csi_claim *c, int space)
{
	if (!is_in(l, c, space))
		return;
	set_in(l, c, space, false);
	note(l, (struct ledger_step){.claim = c, .space = space});
}

static bool is_home(const struct task *t, int node)
{
	return t->node && t->node->index == node;
}

void storage_ledger_evict(struct storage_ledger *l, const struct task *t)
{
	set_away(l, t, true);
}

void storage_ledger_return(struct storage_ledger *l, const struct task *t)
{
	set_away(l, t, false);
}

/* The pod is placed on the node, or taken back. */
static void move(struct storage_ledger *l, const struct task *t, int node, bool placed)
{
	if (is_home(t, node)) {
		set_away(l, t, !placed);
		note(l, (struct ledger_step){.mover = t, .away = !placed});
		return;
	}
	for (int i = 0; t->storage && i < t->storage->n; i++) {
		const struct csi_claim *c = t->storage->items[i].claim;

		if (counts(t, &t->storage->items[i]))
			(placed ? enter : leave)(l, c, space_at(l, node, c->class));
	}
}

void storage_ledger_put(struct storage_ledger *l, const struct task *t, int node)
{
	move(l, t, node, true);
}

void storage_ledger_take_back(struct storage_ledger *l, const struct task *t, int node)
{
	move(l, t, node, false);
}

void storage_ledger_reset(struct storage_ledger *l)
{
	l->loses = false;
	while (l->n_steps) {
		const struct ledger_step *step = &l->steps[--l->n_steps];

		if (step->claim)
			set_in(l, step->claim, step->space, !step->entered);
		else
			set_away(l, step->mover, !step->away);
	}
}

/* ---- which nodes have room ---- */

/* Takes the nodes out that lack room for the request. */
static void keep(
	const struct storage_ledger *l, const struct csi_request *r, uint64_t *room, uint64_t *idle)
{
	const uint64_t *leaving = &l->any_leaves[r->class * l->blocks];

	for (int w = 0; w < l->blocks; w++) {
		uint64_t enough = 0, more = 0;

		for (int s = 0; s < l->st->n_spaces; s++)
			if (l->class[s] == r->class && r->sum <= idle_in(l, s))
				enough |= l->nodes[s * l->blocks + w];
		for (uint64_t left = leaving[w] & room[w] & ~enough; left; left &= left - 1) {
			int n = w * 64 + __builtin_ctzll(left);

			if (r->sum <= idle_in(l, space_at(l, n, r->class)) +
					l->leaving[n * l->n_classes + r->class])
				more |= left & -left;
		}
		room[w] &= enough | more;
		idle[w] &= enough;
	}
}

void storage_ledger_find(const struct storage_ledger *l, const struct task *t, const uint64_t *set,
	uint64_t *room, uint64_t *idle)
{
	size_t bytes = (size_t)l->blocks * sizeof *set;
	struct csi_request r;
	bool orphaned = false;

	memcpy(room, set, bytes);
	for (int i = 0; i < t->storage->n; i++)
		orphaned |= t->storage->items[i].claim->deleted_owner;
	if (orphaned)
		memset(idle, 0, bytes);
	else
		memcpy(idle, set, bytes);
	for (int i = 0; csi_next_request_if(t->storage, counts_owned(t), &i, &r);)
		keep(l, &r, room, idle);
}

bool storage_ledger_loses(const struct storage_ledger *l)
{
	return l->loses;
}
