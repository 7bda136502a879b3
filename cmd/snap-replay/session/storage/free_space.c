/* The free room for claims, and whether a task's claims fit into it (rules/06 11.2 to 11.4). */
#include <stdlib.h>

#include "session/storage/csi_tables.h"
#include "common/grow.h"

#define MOST ((nano)1 << 100)

nano csi_size(struct quantity q)
{
	return q.nano > MOST ? MOST : q.nano < -MOST ? -MOST : q.nano;
}

/* ---- what a task requests (rules/06 11.2) ---- */

static bool requests_owned(const struct task *t)
{
	return t->virtual_status && !status_in(t->status, SET_ALLOCATED);
}

/* How often the claim counts: once while it is pending, once more for a task that lost its place.
 */
static int count_if(bool owned, const struct storage_link *l)
{
	return l->claim->pending + (l->owned && owned);
}

static int claim_count(const struct task *t, const struct storage_link *l)
{
	return count_if(requests_owned(t), l);
}

bool csi_next_request_if(const struct storage_claims *c, bool owned, int *i, struct csi_request *r)
{
	while (*i < c->n) {
		bool any = false;

		*r = (struct csi_request){.class = c->items[*i].claim->class};
		for (; *i < c->n && c->items[*i].claim->class == r->class; ++*i) {
			int times = count_if(owned, &c->items[*i]);

			any = any || times > 0;
			r->sum += times * csi_size(c->items[*i].claim->object->storage);
		}
		if (any)
			return true;
	}
	return false;
}

bool csi_next_request(const struct task *t, int *i, struct csi_request *r)
{
	return csi_next_request_if(t->storage, requests_owned(t), i, r);
}

/* ---- space (rules/06 11.3) ---- */

static nano free_space(const struct csi_space *s)
{
	return s->has_capacity ? s->capacity - s->taken : s->capacity;
}

nano csi_taken_by(const struct csi_claim *c)
{
	return c->bound ? 0 : csi_size(c->object->storage);
}

static bool any_leaves(const struct node *n)
{
	for (int i = 0; i < n->n_entries; i++)
		if (!status_in(n->entries[i].status, SET_ALIVE))
			return true;
	return false;
}

/* Of claims whose owner is on its way off this node. */
static nano releasing_space(struct node *n, const struct csi_space *s)
{
	nano sum = 0;

	for (int i = 0; any_leaves(n) && i < s->n; i++) {
		const struct task *owner = s->provisioned[i]->owner;
		const struct node_entry *e = owner ? node_entry_of(n, owner) : NULL;

		if (e && !status_in(e->status, SET_ALIVE))
			sum += csi_size(s->provisioned[i]->object->storage);
	}
	return sum;
}

nano csi_room(struct node *n, const struct csi_space *s)
{
	return free_space(s) + releasing_space(n, s);
}

static bool is_in(const struct csi_space *s, const struct csi_claim *c)
{
	for (int i = 0; s && i < s->n; i++)
		if (s->provisioned[i] == c)
			return true;
	return false;
}

void csi_provision(struct csi_space *s, struct csi_claim *c)
{
	if (is_in(s, c))
		return;
	ARRAY_GROW(s->provisioned, s->n, s->cap);
	s->provisioned[s->n++] = c;
	s->taken += csi_taken_by(c);
	c->places++;
	c->in = s;
}

static void unprovision(struct csi_space *s, struct csi_claim *c)
{
	for (int i = 0; i < s->n; i++)
		if (s->provisioned[i] == c) {
			s->provisioned[i] = s->provisioned[--s->n];
			s->taken -= csi_taken_by(c);
			c->places--;
			c->in = c->in == s ? NULL : c->in;
			return;
		}
}

struct csi_space *csi_space_at(const struct storage *st, const struct node *n, int class)
{
	return st->reach[n->index * st->n_classes + class];
}

void storage_on_add(void *ctx, struct task *t)
{
	struct storage *st = ctx;

	for (int i = 0; t->storage && i < t->storage->n; i++) {
		struct csi_claim *c = t->storage->items[i].claim;
		struct csi_space *s = csi_space_at(st, t->node, c->class);

		if (!s || !claim_count(t, &t->storage->items[i]))
			continue;
		st->losses += !c->pending && is_in(s, c);
		csi_provision(s, c);
	}
}

void storage_on_remove(void *ctx, struct task *t)
{
	for (int i = 0; t->storage && i < t->storage->n; i++) {
		struct csi_space *s = csi_space_at(ctx, t->node, t->storage->items[i].claim->class);

		if (s && claim_count(t, &t->storage->items[i]))
			unprovision(s, t->storage->items[i].claim);
	}
}

/* ---- what a simulation leaves behind ---- */

/* Each operation on a task takes its claim out of a space, brings it in, or both, if claim_count is
 * not 0 at that moment. Of a task that is not virtual before:
 *   a pending claim counts always. An eviction, done or undone, ends with the claim in the space of
 *     the task's node; a placement that is undone, with the claim out of the other space.
 *   a claim that only its owner counts does not count until the owner was evicted. Then each
 *     placement brings it in, and undone takes it out, even of the space of the task's own node: if
 *     it was there before, it is lost (link_may_lose). */
static bool link_may_lose(const struct storage *st, const struct task *t, struct storage_link l)
{
	return !l.claim->pending && l.owned && !t->virtual_status && l.claim->users == 1 &&
		t->node && l.claim->places == 1 &&
		is_in(csi_space_at(st, t->node, l.claim->class), l.claim);
}

static bool link_is_settled(const struct storage *st, const struct task *t, struct storage_link l)
{
	const struct csi_claim *c = l.claim;
	const struct csi_space *here = t->node ? csi_space_at(st, t->node, c->class) : NULL;

	if (!c->pending && !l.owned)
		return true; /* never counts */
	if (t->virtual_status || c->users > 1)
		return false;
	if (c->pending && here)
		return c->places == 1 && c->in == here;
	return c->places == 0 || (!c->pending && !t->node) || link_may_lose(st, t, l);
}

bool storage_is_settled(void *ctx, const struct task *t)
{
	for (int i = 0; t->storage && i < t->storage->n; i++)
		if (!link_is_settled(ctx, t, t->storage->items[i]))
			return false;
	return true;
}

bool storage_may_lose(const struct session *s, const struct task *t)
{
	for (int i = 0; t->storage && i < t->storage->n; i++)
		if (link_may_lose(s->storage, t, t->storage->items[i]))
			return true;
	return false;
}

long storage_losses(const struct session *s)
{
	return s->storage ? s->storage->losses : 0;
}

/* ---- checks (rules/06 11.4) ---- */

/* As the original prints them: as many empty texts as there are keys, then the keys. */
static bool has_deleted_owners(const struct task *t, struct strbuf *text)
{
	int gone = 0;

	for (int i = 0; i < t->storage->n; i++)
		gone += t->storage->items[i].claim->deleted_owner;
	if (!gone)
		return false;
	strbuf_addz(text, "task has deleted storage claims: ");
	for (int i = 0; i < gone; i++)
		strbuf_addz(text, i ? ", " : "");
	for (int i = 0; i < t->storage->n; i++)
		if (t->storage->items[i].claim->deleted_owner)
			strbuf_addf(text, ", " STR_FMT, STR_ARG(t->storage->items[i].claim->key));
	return true;
}

static void lacking_space(
	const struct storage *st, const struct node *n, const struct task *t, struct strbuf *text)
{
	struct csi_request r;

	for (int i = 0; csi_next_request(t, &i, &r);) {
		const struct csi_space *s = csi_space_at(st, n, r.class);

		if (s && r.sum <= free_space(s))
			continue;
		strbuf_addz(text, text->len ? "; " : "");
		if (s)
			strbuf_addf(text,
				"node(s) did not have enough free storage for storageclass " STR_FMT,
				STR_ARG(st->classes[r.class]));
		else
			strbuf_addf(text,
				"no allocatable storage from storageclass " STR_FMT " found",
				STR_ARG(st->classes[r.class]));
	}
}

static void explain(struct session *s, const struct node *n, const struct task *t, struct str *text)
{
	struct strbuf b = {0};

	if (!has_deleted_owners(t, &b))
		lacking_space(s->storage, n, t, &b);
	*text = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
}

static bool claims_fit(const struct storage *st, const struct node *n, const struct task *t)
{
	struct csi_request r;

	for (int i = 0; i < t->storage->n; i++)
		if (t->storage->items[i].claim->deleted_owner)
			return false;
	for (int i = 0; csi_next_request(t, &i, &r);) {
		const struct csi_space *s = csi_space_at(st, n, r.class);

		if (!s || r.sum > free_space(s))
			return false;
	}
	return true;
}

bool storage_on_idle(
	struct session *s, const struct node *n, const struct task *t, struct str *text)
{
	bool ok = !t->storage->matter || claims_fit(s->storage, n, t);

	if (!ok && text)
		explain(s, n, t, text);
	return ok;
}

bool storage_on_releasing(struct session *s, const struct node *n, const struct task *t)
{
	struct csi_request r;

	for (int i = 0; t->storage->matter && csi_next_request(t, &i, &r);) {
		const struct csi_space *space = csi_space_at(s->storage, n, r.class);

		if (!space || r.sum > csi_room(&s->c->nodes[n->index], space))
			return false;
	}
	return true;
}

void storage_keep_reach(const struct session *s, const struct task *t, uint64_t *set)
{
	int blocks = bit_blocks(s->c->n_nodes);
	struct csi_request r;

	for (int i = 0; csi_next_request(t, &i, &r);)
		for (int w = 0; w < blocks; w++)
			set[w] &= s->storage->reached[r.class * blocks + w];
}

bool storage_matters(const struct task *t)
{
	return t->storage && t->storage->matter;
}
