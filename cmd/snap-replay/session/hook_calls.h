/* The functions hook_add_NAME and session_NAME for each entry of SESSION_HOOKS (session/hooks.h).
 * session/session.h includes this file below struct session. */
#ifndef SNAP_HOOK_CALLS_H
#define SNAP_HOOK_CALLS_H

/* ---- registering; false: the hook holds a single function and has one already ---- */
#define HOOK_ADD_LIST(name) \
	s->hooks.name.items = \
		hook_grow(s->hooks.name.items, s->hooks.name.n, sizeof *s->hooks.name.items); \
	s->hooks.name.items[s->hooks.name.n].fn = fn; \
	s->hooks.name.items[s->hooks.name.n].state = state; \
	s->hooks.name.items[s->hooks.name.n++].plugin = plugin; \
	return true;
#define HOOK_ADD_SINGLE(name) \
	if (s->hooks.name.fn) \
		return false; \
	s->hooks.name.fn = fn; \
	s->hooks.name.state = state; \
	s->hooks.name.plugin = plugin; \
	return true;

/* ---- calling ---- */
#define HOOK_EACH(name) for (int i = 0; i < s->hooks.name.n; i++)
#define HOOK_NTH(name, args) s->hooks.name.items[i].fn(s->hooks.name.items[i].state, HOOK_BARE args)
#define HOOK_ONLY(name, args) s->hooks.name.fn(s->hooks.name.state, HOOK_BARE args)
#define HOOK_CALL_ALL(type, name, args) \
	HOOK_EACH(name) \
	HOOK_NTH(name, args);
#define HOOK_CALL_EVERY(type, name, args) \
	HOOK_EACH(name) \
	if (!HOOK_NTH(name, args)) \
		return false; \
	return true;
#define HOOK_CALL_ANY(type, name, args) \
	HOOK_EACH(name) \
	if (HOOK_NTH(name, args)) \
		return true; \
	return false;
#define HOOK_CALL_FIRST(type, name, args) \
	HOOK_EACH(name) \
	{ \
		type answer = HOOK_NTH(name, args); \
\
		if (answer) \
			return answer; \
	} \
	return 0;
#define HOOK_CALL_REASON(type, name, args) \
	HOOK_EACH(name) \
	{ \
		type answer = HOOK_NTH(name, args); \
\
		if (answer.order) \
			return answer; \
	} \
	return (type){.order = 0};
#define HOOK_CALL_SUM(type, name, args) \
	double sum = 0.0; \
\
	HOOK_EACH(name) \
	{ \
		*score = 0.0; \
		if (!HOOK_NTH(name, args)) \
			return false; \
		sum += *score; \
	} \
	*score = sum; \
	return true;
#define HOOK_CALL_ONE(type, name, args) return s->hooks.name.fn ? HOOK_ONLY(name, args) : (type){0};
#define HOOK_CALL_CHECK(type, name, args) \
	return s->hooks.name.fn ? HOOK_ONLY(name, args) : (type){.ok = true};
#define HOOK_CALL_TELL(type, name, args) \
	if (s->hooks.name.fn) \
		HOOK_ONLY(name, args);

#define HOOK_FUNCTIONS(kind, type, name, params, args) \
	static inline bool hook_add_##name( \
		struct session *s, name##_fn *fn, void *state, const char *plugin) \
	{ \
		HOOK_JOIN(HOOK_ADD_, HOOK_HOLDS_##kind)(name) \
	} \
	static inline type session_##name(const struct session *s, HOOK_BARE params) \
	{ \
		HOOK_CALL_##kind(type, name, args) \
	}
SESSION_HOOKS(HOOK_FUNCTIONS)
#undef HOOK_FUNCTIONS

#endif
