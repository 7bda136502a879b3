/* A heap of pointers, exactly Go's container/heap (kai/03 section 3.1): the layout is behaviour where keys change inside. */
#ifndef SNAP_HEAP_H
#define SNAP_HEAP_H
#include <stdbool.h>

struct heap { /* start with {0}; free(items) at the end */
	void **items;
	int n, cap;
};
typedef bool heap_less(void *ctx, void *a, void *b);

void heap_push(struct heap *h, void *item, heap_less *less, void *ctx);
void *heap_pop(struct heap *h, heap_less *less, void *ctx); /* h must not be empty */
void heap_fix_first(struct heap *h, heap_less *less, void *ctx); /* after the key of slot 0 changed */

#endif
