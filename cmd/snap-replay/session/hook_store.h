/* Storage of the registered hooks. For each entry of SESSION_HOOKS (session/hooks.h) it makes the
 * type NAME_fn and the member NAME of struct hooks. */
#ifndef SNAP_HOOK_STORE_H
#define SNAP_HOOK_STORE_H
#include "session/hooks.h"

#define HOOK_BARE(...) __VA_ARGS__
#define HOOK_TYPE(kind, type, name, params, args) \
	typedef type name##_fn(void *state, HOOK_BARE params);
SESSION_HOOKS(HOOK_TYPE)
#undef HOOK_TYPE

/* A registered function; plugin is the plugin's name. */
#define HOOK_ENTRY(name) \
	struct { \
		name##_fn *fn; \
		void *state; \
		const char *plugin; \
	}
/* Each kind of hook holds a list of functions or a single one. */
#define HOOK_HOLDS_ALL LIST
#define HOOK_HOLDS_EVERY LIST
#define HOOK_HOLDS_ANY LIST
#define HOOK_HOLDS_FIRST LIST
#define HOOK_HOLDS_REASON LIST
#define HOOK_HOLDS_SUM LIST
#define HOOK_HOLDS_ONE SINGLE
#define HOOK_HOLDS_CHECK SINGLE
#define HOOK_HOLDS_TELL SINGLE
#define HOOK_JOIN(l, r) HOOK_JOIN_(l, r)
#define HOOK_JOIN_(l, r) l##r

#define HOOK_MEMBER_LIST(name) \
	struct { \
		HOOK_ENTRY(name) * items; \
		int n; \
	} name;
#define HOOK_MEMBER_SINGLE(name) HOOK_ENTRY(name) name; /* fn is NULL: none is registered */
#define HOOK_MEMBER(kind, type, name, params, args) HOOK_JOIN(HOOK_MEMBER_, HOOK_HOLDS_##kind)(name)
struct hooks {
	SESSION_HOOKS(HOOK_MEMBER)
};

/* Returns the array with a capacity above n; size: of one item. items comes from the calls for 0 to
 * n - 1 (NULL for 0), and is not valid any more. The caller frees the result. */
void *hook_grow(void *items, int n, size_t size);
/* Frees the lists, not the states, which belong to the plugins. */
void hooks_free(struct hooks *h);

#endif
