#include <stdlib.h>

#include "common/map.h"
#include "common/grow.h"
#include "common/mem.h"
#include "common/msg.h"
#include "names.h"

void names_free(struct names *n)
{
	strbuf_free(&n->pool);
	free(n->end);
	free(n->slots);
	*n = (struct names){0};
}

struct str names_text(const struct names *n, uint32_t id)
{
	if (id == 0)
		return (struct str){"", 0};
	size_t from = id > 1 ? n->end[id - 2] : 0;
	return strbuf_part(&n->pool, from, n->end[id - 1]);
}

/* The slot of text, or the free slot for it. */
static struct names_slot *find_slot(const struct names *n, struct str text, uint32_t tag)
{
	size_t mask = n->slot_count - 1, i = tag & mask;

	while (n->slots[i].id != 0 &&
		!(n->slots[i].tag == tag && str_eq(names_text(n, n->slots[i].id), text)))
		i = (i + 1) & mask;
	return &n->slots[i];
}

static void grow_slots(struct names *n)
{
	size_t old_count = n->slot_count, mask;
	struct names_slot *old = n->slots;

	n->slot_count = next_capacity(old_count);
	n->slots = xcalloc(n->slot_count, sizeof *n->slots);
	mask = n->slot_count - 1;
	for (size_t k = 0; k < old_count; k++) {
		size_t i = old[k].tag & mask;

		while (old[k].id != 0 && n->slots[i].id != 0)
			i = (i + 1) & mask;
		if (old[k].id != 0)
			n->slots[i] = old[k];
	}
	free(old);
}

uint32_t names_find(const struct names *n, struct str text)
{
	return n->slot_count ? find_slot(n, text, (uint32_t)str_hash(text))->id : 0;
}

uint32_t names_put(struct names *n, struct str text, bool *fresh)
{
	if (fresh)
		*fresh = false;
	if (n->last && str_eq(names_text(n, n->last), text))
		return n->last;
	if ((size_t)n->count * 4 >= n->slot_count * 3)
		grow_slots(n);
	uint32_t tag = (uint32_t)str_hash(text);
	struct names_slot *slot = find_slot(n, text, tag);
	if (slot->id != 0)
		return n->last = slot->id;
	if (fresh)
		*fresh = true;
	ARRAY_GROW(n->end, n->count, n->cap);
	strbuf_addstr(&n->pool, text);
	n->end[n->count++] = n->pool.len;
	*slot = (struct names_slot){n->count, tag};
	return n->last = n->count;
}

/* The length of the first text, and both. */
uint32_t names_put_pair(
	struct names *n, struct str first, struct str second, struct strbuf *scratch)
{
	uint32_t len = (uint32_t)first.n;

	strbuf_clear(scratch);
	strbuf_add(scratch, &len, sizeof len);
	strbuf_addstr(scratch, first);
	strbuf_addstr(scratch, second);
	return names_put(n, strbuf_str(scratch), NULL);
}

struct str names_first(const struct names *n, uint32_t id)
{
	struct str text = names_text(n, id);
	uint32_t len;

	if (text.n < sizeof len)
		return (struct str){0}; /* of no pair */
	memcpy(&len, text.p, sizeof len);
	return (struct str){text.p + sizeof len, len};
}

struct str names_second(const struct names *n, uint32_t id)
{
	struct str text = names_text(n, id), first = names_first(n, id);
	const char *from = first.p + first.n;

	return (struct str){from, text.n - (size_t)(from - text.p)};
}

void tally_free(struct tally *t)
{
	names_free(&t->names);
	free(t->counts);
	*t = (struct tally){0};
}

void tally_add_many(struct tally *t, struct str text, int64_t times)
{
	bool fresh;
	uint32_t id = names_put(&t->names, text, &fresh);

	ARRAY_RESERVE(t->counts, id, t->cap);
	if (fresh)
		t->counts[id - 1] = 0;
	t->counts[id - 1] += (uint64_t)times;
}

void tally_add(struct tally *t, struct str text)
{
	tally_add_many(t, text, 1);
}
