/* From the input to what is left of it: what all steps share. */
#ifndef SNAP_MINIMISE_JOB_H
#define SNAP_MINIMISE_JOB_H
#include "state.h"

struct job {
	struct settings *settings;
	struct input *in;
	const char *name; /* of the input */
	struct state state;
	struct arena names;       /* of the predicates' pods */
	int n_before[KIND_COUNT]; /* objects of the input */
	size_t bytes_before;
	struct strbuf left;  /* as text */
	struct strbuf again; /* of what state is now, where that is not the input */
};

/* Whether the predicates hold on what the state has, or, anew, on what is left, read again. False:
 * *e is set, or the prober is over. */
bool job_check(struct job *j, bool anew, struct error *e);
/* The same of the input, several times, once the predicates' pods are found in it. */
bool job_check_input(struct job *j, struct error *e);
/* Whether the tool of --confirm shows of what is left what must stay so. False: *e is set. */
bool job_confirm(struct job *j, struct error *e);
/* Leaves out what can be, as far down as the settings say: j->left is the smallest text so far. */
void job_reduce(struct job *j);

#endif
