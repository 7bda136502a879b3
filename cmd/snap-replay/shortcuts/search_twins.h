/* The twins (common/twin.h) of one action that run searches ahead, and who runs which search. */
#ifndef SNAP_SEARCH_TWINS_H
#define SNAP_SEARCH_TWINS_H
#include "common/twin.h"
#include "session/session.h"

enum { TWINS_MAX = 64 };
struct search_twin {
	struct twin twin;
	uint64_t id; /* 1 for the first twin of the action, and so on; 0: the program itself */
};
struct search_twins {                        /* {0}: none yet */
	struct search_twin items[TWINS_MAX]; /* first those that run, then those that were killed */
	int n, n_killed;
	uint64_t last_id;
	bool refused;   /* the system gives none */
	double fork_ms; /* the least that one took to make; 0: none was made */
	/* _Atomic uint64_t[n_claims], shared with the twins; NULL: not made yet. By number of the
	 * search: who runs it, and the world above that. Processes are of one world if they take
	 * it that the same searches found something, and the same. A later world takes what an
	 * earlier one has claimed. 0 has the number of worlds. No result depends on a claim. */
	void *claims;
	long n_claims;
	/* In a twin: itself, and its pipe. */
	uint64_t id;
	struct twin self;
};

/* Milliseconds of the monotonic clock. */
double search_clock_ms(void);

/* Kills them all, and waits for their end. */
void search_twins_free(struct search_twins *t);
/* False: the system gives no memory for the claims, or the search's number is too great. */
bool search_twins_can(struct search_twins *t, const struct session *s, long number);
/* A world of its own; 0 without claims. */
uint64_t search_twins_new_world(struct search_twins *t);
/* Claims the search for this process, unless another process of this world has it, or, in a twin,
 * of a later one. Returns the id of who has it. */
uint64_t search_twins_claim(struct search_twins *t, long number, uint64_t world);
/* NULL: no twin that runs has the id. */
struct search_twin *search_twins_find(struct search_twins *t, uint64_t id);
/* Makes twins until `most` run; returns in the new twins, too, where t->id is not 0. wait_ms: waits
 * at most so long for each one's first words. */
void search_twins_fill(struct search_twins *t, int most, int wait_ms);
/* Kills one; its place in items has another one afterwards. */
void search_twins_stop(struct search_twins *t, struct search_twin *one);
/* Kills all but one; NULL: all. */
void search_twins_stop_others(struct search_twins *t, const struct search_twin *keep);

#endif
