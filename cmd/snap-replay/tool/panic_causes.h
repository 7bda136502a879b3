/* Why a snapshot-tool panics, as far as that is known from the place (rules/02 2.6). */
#ifndef SNAP_PANIC_CAUSES_H
#define SNAP_PANIC_CAUSES_H

struct panic_cause {
	const char *function; /* begins the name of the panic's first function, without folders */
	const char *what;
	const char *hint; /* what to try */
};

/* NULL: not known. */
const struct panic_cause *panic_cause(const char *function);

#endif
