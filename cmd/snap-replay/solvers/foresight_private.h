/* What foresight.c (one scenario) and foresight_probe.c (a whole probe) share. */
#ifndef SNAP_FORESIGHT_PRIVATE_H
#define SNAP_FORESIGHT_PRIVATE_H
#include "foresight.h"
#include "plain.h"

struct pod_class { /* pods of the unit with equal requests */
	const struct task *pod;
	int pods;
	uint64_t *usable;
	double room;         /* how many of them the nodes of the probe hold now */
};
enum brief_kind { NOT_READ, BRIEF_PLAIN, BRIEF_OTHER };
struct turn { /* when a victim comes back, see foresight_turns.c */
	unsigned round;        /* of which scenario the rest tells */
	unsigned char stretch; /* it comes back in this stretch, which was counted as a whole */
	unsigned char opens;   /* not 0: if it comes back, this stretch follows, and it is counted itself */
};
struct brief { /* what is asked of a victim again and again */
	int node;
	unsigned round;      /* of the last scenario that it was a victim of */
	struct turn turn;
	unsigned char kind;
	bool can_must;       /* its loss counts, see foresight.h */
	bool merged;         /* its nodes are in usable */
};
/* Why a job's scenarios are proposed in any case: a stale cache; recorded and more victims of it, so that some may stand twice. */
enum { ODD_CACHE = 1, ODD_AGAIN = 2 };
struct turn_lists { /* of foresight_turns.c */
	struct task **victims, **back;
	struct job **jobs, **walked; /* of the victims; these and others that the walk has to know */
	int n_victims, n_back, n_jobs;
	int *lost;         /* by job index: how many victims */
	double *left;      /* of spare, by place in slots */
	double *stretches; /* what victims take in each, by place in slots */
	int n_stretches, known; /* the last one; the last one of which the simulation has shown that it comes about */
};
struct foresight {
	enum plainness plainness;
	bool plain;          /* the last scenario */
	bool fresh;          /* left, room and the classes' room are those of now */
	const struct job *preemptor; /* of the probe that the rest is about */
	bool plain_preemptor;
	int *slots, n_slots; /* what the unit asks for: the only resources that are compared */
	double *need;        /* of the unit; all arrays of doubles go by place in slots */
	double *room;        /* what usable nodes of the probe have left, without victims gone */
	double *must;        /* of the victims that must return, in this scenario */
	double *loose;       /* of those that need not */
	double *spare;       /* room beyond what is needed, in the simulation that runs */
	double *left, *gain; /* by node: F, and what victims give back (where node_round is the present round) */
	int *touched, n_touched;
	unsigned *node_round, round;
	uint64_t *usable;    /* grows with every kind of pod that is met */
	struct pod_class *classes;
	int n_classes;
	struct brief *briefs; /* by task index */
	bool *everywhere;    /* all true */
	unsigned char *fates; /* by job index: 0 unknown, else 1 + fate */
	bool untouchable;
	struct job_list candidates;
	struct narrow narrow;
	double *net;         /* its parts */
	unsigned char *odd;
	struct turn_lists turns;
};

static inline double positive(double x)
{
	return x > 0 ? x : 0;
}
/* A new scenario of this preemptor; NULL: foresight is not to be asked. */
struct foresight *foresight_look(struct search *q, const struct job *preemptor, struct task_list unit);
/* What the nodes have; room and the classes' room are those of the probe's nodes. */
void foresight_read_nodes(struct search *q, struct foresight *f, const struct probe_nodes *nodes);
/* One more victim, or all of these. False: not plain. */
bool foresight_add(struct search *q, struct foresight *f, const struct task *t);
bool foresight_add_all(struct search *q, struct foresight *f, const struct batches *b);
/* Not even with the victims gone do all pods of the class find a node. */
bool foresight_pods_lack_room(const struct foresight *f, const struct probe_nodes *nodes, const struct pod_class *k);
bool foresight_must_return(struct search *q, struct foresight *f, const struct task *t);
bool foresight_may_must(struct foresight *f, const struct task *t); /* its loss counts */
double foresight_takes(const struct task *t, int slot);                                       /* wherever it goes, at least */
double foresight_charge(const struct session *s, const struct task *t, int node, int slot);   /* what the node books for it */

/* foresight_turns.c: p was judged otherwise, and f->spare is known. */
void foresight_turns_open(struct search *q, struct foresight *f);
bool foresight_turns(struct search *q, struct foresight *f, const struct proposal *p);
/* In its simulation the victim came back, which may tell what comes next. True: it was counted before. */
bool foresight_turns_counted(struct foresight *f, const struct task *t);

#endif
