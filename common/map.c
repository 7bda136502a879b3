#include <stdlib.h>
#include "common/map.h"
#include "common/grow.h"
#include "common/mem.h"

/* Folded 64x64 multiplication, the mixing step of wyhash. */
static uint64_t mix(uint64_t a, uint64_t b)
{
	__extension__ typedef unsigned __int128 wide;
	wide product = (wide)a * b;
	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load8(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

/* All of one to eight bytes, without a loop. */
static uint64_t load_few(const char *p, size_t n)
{
	uint32_t first, last;

	if (n < 4)
		return (uint64_t)(unsigned char)p[0] << 16 |
			(uint64_t)(unsigned char)p[n / 2] << 8 | (unsigned char)p[n - 1];
	memcpy(&first, p, sizeof first);
	memcpy(&last, p + n - sizeof last, sizeof last);
	return (uint64_t)first << 32 | last;
}

static inline uint64_t hash_of(struct str s)
{
	const uint64_t k1 = 0xa0761d6478bd642f, k2 = 0xe7037ed1a0b428db, k3 = 0x8ebc6af09c88c6e3;
	uint64_t h = k3;
	const char *p = s.p;
	size_t n = s.n;

	for (; n > 16; p += 16, n -= 16)
		h = mix(load8(p) ^ k2, load8(p + 8) ^ h);
	if (n > 8)
		h = mix(load8(p) ^ k2, load8(p + n - 8) ^ h);
	else if (n)
		h = mix(load_few(p, n) ^ k2, h);
	/* The length comes last: mixed in earlier, it could cancel low bits of the text. */
	return mix(h ^ k1, k2 ^ s.n);
}

uint64_t str_hash(struct str s)
{
	return hash_of(s);
}

void map_free(struct map *m)
{
	free(m->entries);
	free(m->slots);
	*m = (struct map){0};
}

/* The slot of key, or the free slot for it. A slot holds index + 1, or 0 if it is free; at most 3/4
 * are in use. */
static inline size_t find_slot(const struct map *m, struct str key, uint64_t hash)
{
	size_t mask = m->slot_count - 1, i = hash & mask;

	for (; m->slots[i]; i = (i + 1) & mask) {
		const struct map_entry *e = &m->entries[m->slots[i] - 1];

		if (e->hash == hash && str_eq(e->key, key))
			break;
	}
	return i;
}

void *map_get(const struct map *m, struct str key)
{
	if (!m->count)
		return NULL;
	size_t i = find_slot(m, key, hash_of(key));
	return m->slots[i] ? m->entries[m->slots[i] - 1].value : NULL;
}

enum { SMALL_TABLE = 4096 }; /* slots */

static void grow(struct map *m)
{
	size_t slots = next_capacity(m->slot_count);

	if (m->slot_count && slots < SMALL_TABLE) /* growing costs more than room */
		slots = next_capacity(slots);
	m->cap = slots / 4 * 3;
	m->entries = xrealloc_array(m->entries, m->cap, sizeof *m->entries);
	free(m->slots);
	m->slots = xcalloc(slots, sizeof *m->slots);
	m->slot_count = slots;
	for (size_t n = 0; n < m->count; n++) {
		size_t i = m->entries[n].hash & (slots - 1);

		while (m->slots[i])
			i = (i + 1) & (slots - 1);
		m->slots[i] = (uint32_t)(n + 1);
	}
}

struct map_entry *map_put(struct map *m, struct str key, bool *fresh)
{
	if (m->count == m->cap)
		grow(m);
	uint64_t hash = hash_of(key);
	size_t i = find_slot(m, key, hash);
	if (fresh)
		*fresh = !m->slots[i];
	if (!m->slots[i]) {
		m->entries[m->count] = (struct map_entry){.key = key, .hash = hash};
		m->slots[i] = (uint32_t)++m->count;
	}
	return &m->entries[m->slots[i] - 1];
}
