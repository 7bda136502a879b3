/* A proportion over queues with figures by hand: no snapshot is read, and no division takes place.
 * The test fills in the shares' figures and opens what it tests of the plugin. */
#ifndef TEST_SHARE_TREE_H
#define TEST_SHARE_TREE_H
#include "cmd/snap-replay/plugins/proportion/proportion.h"

enum { TREE_QUEUES = 8, TREE_SLOTS = 5 };

struct share_tree {
	struct session s;
	struct cluster c;
	struct objects objects;
	struct params params;
	struct proportion p;
	struct queue queues[TREE_QUEUES];
	struct queue_share shares[TREE_QUEUES];
	bool mig[TREE_SLOTS];
	int64_t mig_gpus[TREE_SLOTS];
};

/* Zeroes t, which must not move afterwards. slots <= TREE_SLOTS; none of them is MIG. */
static inline void share_tree_open(struct share_tree *t, int slots)
{
	*t = (struct share_tree){0};
	follows_find(STR(FOLLOWS_DEFAULT), &t->objects.follows);
	t->c.objects = &t->objects;
	t->s.c = &t->c;
	t->s.params = &t->params;
	t->c.slots = (struct slots){
		.count = slots, .mig = t->mig, .mig_end = slots, .mig_gpus = t->mig_gpus};
	t->p = (struct proportion){.session = &t->s, .queues = t->shares, .multiplier = 1};
}

/* Adds a queue without figures; parent is an earlier queue's index, or -1. Returns its share. */
static inline struct queue_share *share_tree_add(struct share_tree *t, struct str name, int parent)
{
	int i = t->p.n_queues++;
	struct queue *q = &t->queues[i];
	struct queue_share *share = &t->shares[i];

	q->name = q->display_name = name;
	q->index = i;
	share->queue = q;
	if (parent >= 0) {
		q->parent = &t->queues[parent];
		q->depth = q->parent->depth + 1;
		share->parent = &t->shares[parent];
	}
	return share;
}

#endif
