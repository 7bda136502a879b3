/* A compiled regular expression: instructions for threads that run side by side. */
#ifndef SNAP_CEL_REGEX_PROGRAM_H
#define SNAP_CEL_REGEX_PROGRAM_H
#include "regex.h"

enum step_kind {
	STEP_CHARS, /* one character out of ranges */
	STEP_SPLIT, /* goes on at next, with less priority at other */
	STEP_EMPTY, /* goes on at next if `where` holds here */
	STEP_MATCH,
};

enum where { WHERE_ANYWHERE, WHERE_BEGIN, WHERE_END, WHERE_WORD_EDGE, WHERE_INSIDE };

struct range {
	uint32_t from, to;
};

struct step {
	enum step_kind kind;
	enum where where;
	bool negated, fold; /* of STEP_CHARS */
	int n_ranges;
	const struct range *ranges;
	int next, other;
};

#define MOST_STEPS 1000

struct regex {
	struct step *steps;
	int n, start;
};

#endif
