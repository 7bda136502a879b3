/* What bounds.c (one scenario) and deficit_bound.c (a whole probe) share. */
#ifndef SNAP_BOUNDS_PRIVATE_H
#define SNAP_BOUNDS_PRIVATE_H
#include "shortcuts/bounds.h"
#include "shortcuts/deficit_bound.h"
#include "shortcuts/reversible.h"
#include "session/units.h"

struct pod_class { /* pods of the unit with equal requests */
	const struct task *pod;
	int pods;
	uint64_t *usable;
	double room; /* how many of them the nodes of the probe hold now */
};
enum victim_kind { VICTIM_NOT_READ, VICTIM_WHOLE, VICTIM_MIG, VICTIM_OTHER };
struct victim_info { /* kept per victim, so that its task need not be read again */
	const double *request;
	int node;
	unsigned char kind;
	unsigned char fate; /* of its job, in this probe; 0 unknown, else 1 + fate */
	bool can_must;      /* it must return if its job must: not Pipelined */
	bool merged;        /* its nodes are in usable */
};
/* Sums over the victims of a scenario. From one scenario to the next most victims are the same:
 * only the difference is added and subtracted. Victims have whole requests, so that the sums are
 * exact. */
struct victims {
	uint64_t *in, *want; /* by task index: victims that are in the sums; victims to be in */
	int words;           /* of each */
	int n, n_other, n_untouchable; /* n_other: not reversible, and in no sum */
	double *must;    /* by place in bounds.slots: what those that must return ask for */
	double *gain;    /* by node, and place in slots: what they give back */
	int *on;         /* by node: how many victims */
	uint64_t *nodes; /* those with a victim */
	int node_words;
};
/* Why a job is exempt (deficit_bound.h): a stale unit cache; recorded and other active pods. */
enum { EXEMPT_CACHE = 1, EXEMPT_AGAIN = 2 };
struct bounds {
	enum reversibility reversibility;
	bool reversible;             /* the last scenario */
	bool valid;                  /* left, room and the classes' room are those of now */
	const struct job *preemptor; /* of the probe that the rest is about */
	long generation;             /* shortcuts.generation when victims were read */
	bool reversible_preemptor;
	int *slots, n_slots; /* what the unit asks for: the only resources that are compared */
	double *need;        /* of the unit; all arrays of doubles go by place in slots */
	double *room;        /* what usable nodes of the probe have left, without victims gone */
	double *spare;       /* room beyond what is needed, in the simulation that runs */
	double *left;        /* by node: F */
	struct victims victims;
	uint64_t *usable;          /* grows with each new kind of pod */
	const struct task *merged; /* the last that may have made it grow */
	struct pod_class *classes;
	int n_classes;
	const struct task *tasks;  /* of the cluster */
	struct victim_info *infos; /* by task index */
	bool *everywhere;          /* all true */
	unsigned char *fates;      /* by job index: 0 unknown, else 1 + fate */
	bool *gives;               /* by node and place in slots: the node has some of it */
	struct job_list candidates;
	uint64_t *recorded; /* by task index: the probe's recorded victims */
	struct deficit deficit;
	double *contribution;  /* that of deficit */
	unsigned char *exempt; /* the same */
	long tried; /* victims of this probe's simulations, since the last one that may have left a
		       trace */
	struct dry_run *dry_run;
};

static inline double positive(double x)
{
	return x > 0 ? x : 0;
}
/* The room that a node with `left` free gains when `amount` is given back to it. Also the room that
 * was taken from it when `left` is free afterwards: a node that is overbooked has no room, not less
 * than none. All bounds and the dry run count so. */
static inline double room_between(double left, double amount)
{
	return positive(left + amount) - positive(left);
}
/* Begins a scenario of this preemptor; NULL: no bound may be used. */
struct bounds *bounds_look(struct search *q, const struct job *preemptor, struct task_list unit);
/* What the nodes have; room and the classes' room are those of the probe's nodes. */
void bounds_read_nodes(struct search *q, struct bounds *f, const struct probe_nodes *nodes);
/* Not even with the victims gone do all pods of the class find a node. */
bool bounds_pods_lack_room(
	const struct bounds *f, const struct probe_nodes *nodes, const struct pod_class *k);

/* bounds_victims.c */
void victims_new(struct search *q, struct victims *v);
/* A new probe: nobody is a victim, and nothing is known of fates. */
void victims_forget(struct search *q, struct bounds *f);
/* The same, and their pods may have changed. */
void victims_read_anew(struct search *q, struct bounds *f);
/* A new scenario begins; it has one more victim, or all of these. False: one twice. */
void victims_begin(struct bounds *f);
bool victims_want(struct bounds *f, const struct task *t);
bool victims_want_all(struct bounds *f, const struct batches *b);
/* The sums are those of the wanted victims. False: some of them are not reversible. */
bool victims_settle(struct search *q, struct bounds *f);
bool bounds_must_return(struct search *q, struct bounds *f, const struct task *t);
bool bounds_loss_counts(struct bounds *f,
	const struct task *t); /* as that of one that must return, if its job must */
bool bounds_is_reversible(struct bounds *f, const struct task *t); /* as a victim */
enum victim_fate bounds_fate(struct search *q, struct bounds *f, struct job *j);
double bounds_takes(const struct task *t, int slot); /* wherever it goes, at least */
double bounds_charge(const struct session *s, const struct task *t, int node,
	int slot); /* what the node books for it */
/* Adds the nodes that do not refuse the pod for good; true: there were new ones. */
bool bounds_add_usable(const struct session *s, const struct task *t, uint64_t *set);

#endif
