/* What is being made smaller: a snapshot, its engine, and what of it is left. */
#ifndef SNAP_MINIMISE_STATE_H
#define SNAP_MINIMISE_STATE_H
#include "probe.h"
#include "settings.h"
#include "snapshot.h"

struct state {
	const struct settings *settings;
	struct prober prober;
	struct engine *engine;
	struct snapshot snapshot;
	unsigned char *keep; /* of each object: 0, it went */
	bool whole;          /* all of the input is replayed: so must what is left be */
};

/* How far lists are divided: up to single units, or roughly, in a first look. */
enum grain { GRAIN_FINE, GRAIN_ROUGH };
/* Units of the smallest chunks of a list of n, from 1 on. */
static inline int grain_least(enum grain grain, int n)
{
	enum { ROUGH = 16 };

	return grain == GRAIN_ROUGH && n > ROUGH ? n / ROUGH : 1;
}

/* How a run came out, for messages about the input and the result. */
struct verdict {
	bool ran, whole;
	/* The first predicate that does not hold, or, from n_keep on, the first command; -1: all
	 * hold. */
	int failed;
	struct error error;
};

/* In a copy of the program: runs a cycle, and the commands, on what keep has left. */
void state_run(struct state *s, const unsigned char *keep, struct verdict *v);
/* Whether a predicate is about the object. */
bool state_names(const struct state *s, int object);
/* Begins with all objects of the snapshot that is open. */
void state_begin(struct state *s);
/* Releases the snapshot, the engine and keep. */
void state_end(struct state *s);
/* Puts another text in place of the snapshot, of which nothing is released, with all of its
 * objects. text is followed by JSON_PADDING readable bytes and must live as long. False: *e is set.
 */
bool state_reopen(struct state *s, struct str text, struct error *e);
/* Whether all predicates hold there. Changes nothing else of *s: for probes. */
bool state_holds(struct state *s, const unsigned char *keep);

/* The same of a text, followed by JSON_PADDING readable bytes. In a copy of the program. */
bool state_text_holds(struct state *s, struct str text);

#endif
