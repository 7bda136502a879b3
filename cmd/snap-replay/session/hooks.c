#include "session/hook_store.h"

#include <stdlib.h>

#include "common/mem.h"

void *hook_grow(void *items, int n, size_t size)
{
	return n & (n - 1) ? items : xrealloc_array(items, n ? 2 * (size_t)n : 1, size);
}

#define HOOK_FREE_LIST(name) free(h->name.items);
#define HOOK_FREE_SINGLE(name)
#define HOOK_FREE(kind, type, name, params, args) HOOK_JOIN(HOOK_FREE_, HOOK_HOLDS_##kind)(name)

void hooks_free(struct hooks *h)
{
	SESSION_HOOKS(HOOK_FREE)
}
