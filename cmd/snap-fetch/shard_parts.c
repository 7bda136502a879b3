#include "shard_parts.h"
#include <stdlib.h>
#include "common/grow.h"

struct part *parts_add(struct parts *all, struct str name, int64_t priority)
{
	ARRAY_GROW(all->items, all->n, all->cap);
	all->items[all->n] = (struct part){name, true, priority, NULL};
	return &all->items[all->n++];
}

/* One of the first n. */
static struct part *find(const struct parts *all, size_t n, struct str name)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(all->items[i].name, name))
			return &all->items[i];
	return NULL;
}

static bool change(struct part *p, const struct value *with, struct error *e)
{
	const struct value *enabled = value_get(with, STR("enabled"));
	const struct value *priority = value_get(with, STR("priority"));
	struct value *arguments = value_get(with, STR("arguments"));
	char *end;

	if (enabled && enabled->type != JSON_NULL)
		p->enabled = enabled->type == JSON_TRUE;
	if (arguments && arguments->type == JSON_OBJECT)
		p->arguments = arguments;
	if (!priority || priority->type == JSON_NULL)
		return true;
	p->priority = priority->type == JSON_NUMBER ? strtoll(priority->text.p, &end, 10) : 0;
	if (priority->type != JSON_NUMBER || *end)
		return error_set(e, SNAP_SYSTEM, "the SchedulingShard cannot be read",
			"the priority of '%.100s' is no whole number", p->name.p);
	return true;
}

/* The keys of `with` are unique, so only those from before are looked through. */
bool parts_change(struct parts *all, const struct value *with, struct error *e)
{
	size_t preset = all->n;

	for (size_t i = 0; with && with->type == JSON_OBJECT && i < with->count; i++) {
		struct part *p = find(all, preset, with->members[i].key);

		if (!p)
			p = parts_add(all, with->members[i].key, 0);
		if (!change(p, with->members[i].value, e))
			return false;
	}
	return true;
}

static int by_priority(const void *a, const void *b)
{
	const struct part *p = a, *q = b;

	if (p->priority != q->priority)
		return p->priority > q->priority ? -1 : 1;
	return str_cmp(p->name, q->name);
}

void parts_arrange(struct parts *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->items[i].enabled)
			all->items[n++] = all->items[i];
	all->n = n;
	if (n)
		qsort(all->items, n, sizeof *all->items, by_priority);
}
