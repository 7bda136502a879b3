/* For the files that read a regular expression. */
#ifndef SNAP_CEL_REGEX_READER_H
#define SNAP_CEL_REGEX_READER_H
#include "regex_program.h"

/* A part of the program. Its ends are to be joined with what follows: those of a list that goes
 * through the instructions, -1 at its end; the entry for other of instruction i is i * 2 + 1. */
struct part {
	int start, ends;
	bool nullable; /* may match nothing */
};

struct reader {
	struct arena *arena;
	struct regex *x;
	struct str s;
	size_t at;
	int depth, atoms;
	bool fold, bad;
};

/* Makes `next` and `other` of a new instruction open; it has no more than MOST_STEPS. */
int regex_add(struct reader *r, struct step step);
struct part regex_single(struct reader *r, struct step step);
/* Sends all ends of the list to target. */
void regex_join(struct regex *x, int ends, int target);
/* Two lists of ends as one. */
int regex_both(struct regex *x, int a, int b);
struct part regex_sequence(struct reader *r, struct part a, struct part b);
/* A fork: `lazy` prefers to leave. The end that leaves becomes part of *ends. */
int regex_fork(struct reader *r, int into, bool lazy, int *ends);
/* p?, p+ and p*. */
struct part regex_optional(struct reader *r, struct part p, bool lazy);
struct part regex_once_or_more(struct reader *r, struct part p, bool lazy);
struct part regex_any_times(struct reader *r, struct part p, bool lazy);

static inline char regex_now(const struct reader *r)
{
	return r->at < r->s.n ? r->s.p[r->at] : '\0';
}
bool regex_take(struct reader *r, const char *text);
uint32_t regex_take_char(struct reader *r);
struct part regex_literal(struct reader *r, uint32_t c);
/* What an escape behind its backslash matches. */
struct part regex_escape(struct reader *r);
/* A class behind its [. */
struct part regex_class(struct reader *r);

#endif
