/* The record of a search: how each probe ended, as bytes for another process. Numbers are indexes
 * into the cluster, which is the same there. */
#ifndef SNAP_SEARCH_RECORD_H
#define SNAP_SEARCH_RECORD_H
#include "solvers/questions.h"
#include "common/str.h"

struct search_record {          /* {0}: empty */
	struct strbuf bytes;    /* the probes */
	struct strbuf solution; /* of the probe that is being written */
	bool solved;            /* solution is set */
	size_t at;              /* the next byte to be read */
};
struct record_head {    /* goes before the bytes */
	uint64_t size;  /* of the bytes */
	long number;    /* of the search in the action, from 1 */
	int job;        /* index of its job */
	bool solved;    /* the search found a solution */
	bool proves;    /* certificates_add may be called with it */
	uint64_t world; /* of those behind it; see search_twins.h */
	double ms;      /* how long it took */
};

void record_clear(struct search_record *r);
void record_free(struct search_record *r);

/* The probe's solution. */
void record_solution(struct search_record *r, const struct proposal *p);
/* The end of a probe; counts: those of the search. */
void record_probe(struct search_record *r, const struct search_counts *counts);

/* Reads the next probe; potential is in the search's arena. PROBE_UNKNOWN: there is none, or the
 * bytes are not what they should be. */
enum probe_end record_take(struct search_record *r, struct search *q, struct search_counts *counts,
	struct batches *potential);

#endif
