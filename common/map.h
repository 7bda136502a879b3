/* Hash map from text to pointer. Iteration (in insertion order) is deterministic. */
#ifndef SNAP_MAP_H
#define SNAP_MAP_H
#include "str.h"

struct map_entry {
	struct str key; /* not copied: must outlive the map */
	uint64_t hash;
	void *value;
};

/* Start with {0}; map_free releases the table, not keys and values. entries[0..count) are in
 * insertion order. There is no removal. */
struct map {
	struct map_entry *entries;
	size_t count, cap;
	uint32_t *slots;
	size_t slot_count;
};

void map_free(struct map *m);
void *map_get(const struct map *m, struct str key); /* NULL when absent */
/* The entry of key; made with value NULL when absent (*fresh tells, may be NULL). Valid until the
 * next map_put. */
struct map_entry *map_put(struct map *m, struct str key, bool *fresh);
uint64_t str_hash(struct str s);

#endif
