#include "queues.h"
#include <stdlib.h>
#include "common/mem.h"

static void group_key(struct strbuf *key, struct str ns, struct str name)
{
	strbuf_clear(key);
	strbuf_addstr(key, ns);
	strbuf_addc(key, '/');
	strbuf_addstr(key, name);
}

static void know_groups(struct queues *q, const struct list *l, struct map *groups)
{
	struct strbuf key = {0};

	for (size_t i = 0; l && l->is_array && i < l->n; i++) {
		bool fresh;

		group_key(&key, l->all[i].ns, l->all[i].name);
		struct map_entry *e = map_put(groups, strbuf_str(&key), &fresh);
		if (!fresh)
			continue;
		e->key = arena_str(&q->arena, strbuf_str(&key));
		e->value = &l->all[i];
	}
	strbuf_free(&key);
}

struct str queue_of(struct queues *q, enum kind kind, const struct pair *p)
{
	const struct object *o = p->b ? p->b : p->a;
	struct strbuf key = {0};
	struct str queue = {"", 0};

	if (kind == KIND_POD_GROUPS)
		return o->owner;
	if (kind != KIND_PODS || !o->owner.n)
		return queue;
	group_key(&key, o->ns, o->owner);
	const struct object *group = map_get(&q->groups[p->b ? 1 : 0], strbuf_str(&key));
	strbuf_free(&key);
	return group ? group->owner : queue;
}

static struct queue_row *row_of(struct queues *q, struct str name)
{
	bool fresh;
	struct map_entry *e = map_put(&q->by_name, name, &fresh);

	if (fresh) {
		struct queue_row *row = ARENA_NEW(&q->arena, struct queue_row);

		row->name = name;
		e->value = row;
	}
	return e->value;
}

static void count(struct queues *q, const struct match *m, enum kind kind)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct pair *p = &m->pairs[i];
		struct queue_row *row = row_of(q, queue_of(q, kind, p));
		struct queue_count *c = kind == KIND_PODS ? &row->pods : &row->groups;

		c->n_a += p->a != NULL;
		c->n_b += p->b != NULL;
		c->counts[p->change]++;
	}
}

static int by_name(const void *x, const void *y)
{
	return str_cmp(
		(*(struct queue_row *const *)x)->name, (*(struct queue_row *const *)y)->name);
}

void queues_count(struct queues *q, const struct comparison *c)
{
	for (size_t i = 0; i < c->n_lists; i++)
		if (c->lists[i].kind == KIND_POD_GROUPS) {
			know_groups(q, c->lists[i].a, &q->groups[0]);
			know_groups(q, c->lists[i].b, &q->groups[1]);
		}
	for (size_t i = 0; i < c->n_lists; i++) {
		enum kind kind = c->lists[i].kind;

		if (kind == KIND_PODS || kind == KIND_POD_GROUPS)
			count(q, &c->lists[i], kind);
	}
	q->n = q->by_name.count;
	q->rows = xcalloc(q->n + 1, sizeof *q->rows);
	for (size_t i = 0; i < q->n; i++)
		q->rows[i] = q->by_name.entries[i].value;
	qsort(q->rows, q->n, sizeof *q->rows, by_name);
}

void queues_free(struct queues *q)
{
	free(q->rows);
	map_free(&q->by_name);
	map_free(&q->groups[0]);
	map_free(&q->groups[1]);
	arena_free(&q->arena);
}
