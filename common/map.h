/* Hash map from text to pointer. Iteration is in insertion order. */
#ifndef SNAP_MAP_H
#define SNAP_MAP_H
#include "str.h"

struct map_entry {
	struct str key; /* not copied: must outlive the map */
	uint64_t hash;
	void *value;
};

/* Start with {0}. map_free releases the table, not keys and values. entries[0..count) are in
 * insertion order. Entries are never removed. */
struct map {
	struct map_entry *entries;
	size_t count, cap;
	uint32_t *slots;
	size_t slot_count;
};

void map_free(struct map *m);
/* The value of key. NULL: the map has no such key. */
void *map_get(const struct map *m, struct str key);
/* The entry of key, valid until the next map_put. A missing entry is created with value NULL; then
 * *fresh is true. fresh may be NULL. */
struct map_entry *map_put(struct map *m, struct str key, bool *fresh);
uint64_t str_hash(struct str s);

#endif
