#include "draft.h"

#include <stdlib.h>

#include "common/mem.h"

/* ---- lists of objects by another one ---- */

static int *no_lists(int n)
{
	int *lists = xmalloc(((size_t)n + 1) * sizeof *lists);

	for (int i = 0; i < n; i++)
		lists[i] = -1;
	return lists;
}

static void link_to(int *first, int *next, int i, int of)
{
	if (of < 0)
		return;
	next[i] = first[of];
	first[of] = i;
}

static void unlink_from(int *first, int *next, int i, int of)
{
	int *at = &first[of];

	while (*at >= 0 && *at != i)
		at = &next[*at];
	if (*at == i)
		*at = next[i];
	next[i] = -1;
}

void draft_open(struct draft *d, struct state *s)
{
	int n = s->snapshot.n;

	*d = (struct draft){.state = s};
	d->now = xcalloc((size_t)n + 1, sizeof(struct value *));
	d->owned = no_lists(n);
	d->next = no_lists(n);
	d->placed = no_lists(n);
	d->next_placed = no_lists(n);
	for (int i = n; i-- > 0;) {
		link_to(d->owned, d->next, i, s->snapshot.objects[i].owner);
		link_to(d->placed, d->next_placed, i, s->snapshot.objects[i].node);
	}
}

void draft_close(struct draft *d)
{
	free(d->now);
	free(d->owned);
	free(d->next);
	free(d->placed);
	free(d->next_placed);
	arena_free(&d->arena);
}

void draft_hand_over(struct draft *d, int i, int owner)
{
	struct object *o = &d->state->snapshot.objects[i];

	if (o->owner >= 0)
		unlink_from(d->owned, d->next, i, o->owner);
	o->owner = owner;
	link_to(d->owned, d->next, i, owner);
}

void draft_place(struct draft *d, int i, int node)
{
	struct object *o = &d->state->snapshot.objects[i];

	if (o->node >= 0)
		unlink_from(d->placed, d->next_placed, i, o->node);
	o->node = node;
	link_to(d->placed, d->next_placed, i, node);
}

/* ---- objects ---- */

static struct value *parse(const struct draft *d, int i, struct arena *a)
{
	const struct snapshot *s = &d->state->snapshot;
	const struct object *o = &s->objects[i];
	struct json *r = json_over_memory(s->text.p + o->begin, o->end - o->begin);
	struct value *v = value_read(a, r);

	json_free(r);
	return v;
}

struct value *draft_change(struct draft *d, int i)
{
	if (!d->now[i])
		d->now[i] = parse(d, i, &d->arena);
	return d->now[i];
}

const struct value *draft_object(const struct draft *d, int i, struct arena *a)
{
	return d->now[i] ? d->now[i] : parse(d, i, a);
}

void draft_drop(struct draft *d, int i)
{
	d->state->keep[i] = 0;
}

void draft_write(const struct draft *d, struct strbuf *text)
{
	snapshot_write(&d->state->snapshot, d->state->keep, d->now, text);
	memset(strbuf_reserve(text, JSON_PADDING), 0, JSON_PADDING);
}
