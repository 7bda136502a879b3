/* A set of jobs by leaf queue, each queue's in the order of jobs, with what a scenario walk asks of
 * them: its fixed jobs. A few jobs come and go at the price of moving those behind them. */
#ifndef SNAP_FIXED_JOBS_H
#define SNAP_FIXED_JOBS_H
#include "shortcuts/request_classes.h"
#include "shortcuts/scenario_walk.h"

struct fixed_leaf { /* the part of a leaf queue */
	int first, n;
	/* How many of the jobs have a smaller rank than all before them: records[first] and the
	 * next ones are their indexes, from first. */
	int n_records;
	bool stale;       /* until fixed_jobs_settle */
	uint64_t version; /* another one whenever the jobs change; 0: there were none yet */
};
struct fixed_jobs { /* by malloc */
	/* Read only; valid until the next fixed_jobs_settle. */
	struct walk_job *jobs;     /* those of a leaf begin at its first */
	int *records;              /* by index in jobs */
	struct fixed_leaf *leaves; /* by queue index */
	struct request_classes classes;
	/* its own */
	struct session *session;
	double (*requests)[3]; /* by job index: of its members */
	uint64_t *in;          /* by job index: its members once it is settled */
	uint64_t *is_changed;  /* by job index: it is in changed */
	struct job **changed;  /* put or dropped since it was settled */
	struct job **incoming; /* scratch */
	int n_changed;
	uint64_t *versions; /* the last version that was given */
};

/* *versions: 0 at first; sets that share it have no version in common. */
struct fixed_jobs *fixed_jobs_new(struct session *s, uint64_t *versions);
void fixed_jobs_free(struct fixed_jobs *f);
/* Puts a job in, or puts it in its place anew: it has a leaf queue. */
void fixed_jobs_put(struct fixed_jobs *f, struct job *j);
void fixed_jobs_drop(struct fixed_jobs *f, struct job *j); /* no effect if it is not there */
/* Makes good for what was put and dropped. */
void fixed_jobs_settle(struct fixed_jobs *f);
/* The smallest rank of the queue's jobs; -1: it has none. */
int fixed_jobs_first_rank(const struct fixed_jobs *f, const struct queue *q);
/* Sorts jobs by queue, then in the order of jobs; each must have a leaf queue. */
void fixed_jobs_sort(struct session *s, struct job **jobs, int n);

#endif
