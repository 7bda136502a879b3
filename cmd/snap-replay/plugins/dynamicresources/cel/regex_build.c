/* Puts the instructions of a regular expression together. */
#include "regex_reader.h"

static int *end_of(struct regex *x, int entry)
{
	struct step *step = &x->steps[entry / 2];

	return entry % 2 ? &step->other : &step->next;
}

void regex_join(struct regex *x, int ends, int target)
{
	while (ends >= 0) {
		int *end = end_of(x, ends);

		ends = *end;
		*end = target;
	}
}

int regex_both(struct regex *x, int a, int b)
{
	int *end;

	if (a < 0)
		return b;
	for (int i = a;; i = *end)
		if (*(end = end_of(x, i)) < 0) {
			*end = b;
			return a;
		}
}

int regex_add(struct reader *r, struct step step)
{
	if (r->x->n == MOST_STEPS) {
		r->bad = true;
		return 0;
	}
	step.next = step.other = -1;
	r->x->steps[r->x->n] = step;
	return r->x->n++;
}

struct part regex_single(struct reader *r, struct step step)
{
	int i = regex_add(r, step);

	return (struct part){i, i * 2, step.kind == STEP_EMPTY};
}

struct part regex_sequence(struct reader *r, struct part a, struct part b)
{
	regex_join(r->x, a.ends, b.start);
	return (struct part){a.start, b.ends, a.nullable && b.nullable};
}

int regex_fork(struct reader *r, int into, bool lazy, int *ends)
{
	int i = regex_add(r, (struct step){.kind = STEP_SPLIT});

	if (r->bad)
		return i;
	*(lazy ? &r->x->steps[i].other : &r->x->steps[i].next) = into;
	*ends = regex_both(r->x, i * 2 + !lazy, *ends);
	return i;
}

struct part regex_optional(struct reader *r, struct part p, bool lazy)
{
	p.start = regex_fork(r, p.start, lazy, &p.ends);
	p.nullable = true;
	return p;
}

struct part regex_once_or_more(struct reader *r, struct part p, bool lazy)
{
	int ends = -1, i = regex_fork(r, p.start, lazy, &ends);

	if (!r->bad)
		regex_join(r->x, p.ends, i);
	return (struct part){p.start, ends, p.nullable};
}

/* The original repeats what may be empty as (x+)?, which keeps the order of its choices. */
struct part regex_any_times(struct reader *r, struct part p, bool lazy)
{
	int ends = -1, i;

	if (p.nullable)
		return regex_optional(r, regex_once_or_more(r, p, lazy), lazy);
	i = regex_fork(r, p.start, lazy, &ends);
	if (!r->bad)
		regex_join(r->x, p.ends, i);
	return (struct part){i, ends, true};
}
