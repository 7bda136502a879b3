/* What sink.h and trace.h make of their lists. A line of a list is a callback without a result,
 * SEND(name, params, args), or with one, ASK(type, name, params, args). */
#ifndef SNAP_CALLBACKS_H
#define SNAP_CALLBACKS_H

/* A member of the table of callbacks. */
#define CALLBACK(name, params, args) void(*name) params;
#define CALLBACK_ASK(type, name, params, args) type(*name) params;

/* The function prefix_NAME, which calls table->NAME. Without a table: nothing, and a zero result.
 */
#define CALLBACK_CALL(prefix, table, name, params, args) \
	static inline void prefix##_##name params \
	{ \
		if (table) \
			(table)->name args; \
	}
#define CALLBACK_CALL_ASK(prefix, table, type, name, params, args) \
	static inline type prefix##_##name params \
	{ \
		return (table) ? (table)->name args : (type){0}; \
	}

#endif
