/* What bounds*.c (one scenario), deficit_bound.c (a probe) and dry_run.c share.
 * Arrays are in the search's arena, or in that of bounds_kept.h. "By column": by index in
 * bounds.slots; "by node and column" is [node * n_slots + column]. A set of nodes or tasks has a
 * bit for each index. */
#ifndef SNAP_BOUNDS_PRIVATE_H
#define SNAP_BOUNDS_PRIVATE_H
#include "shortcuts/bounds.h"
#include "shortcuts/deficit_bound.h"
#include "shortcuts/known_batches.h"
#include "shortcuts/reversible.h"
#include "shortcuts/sparse_set.h"
#include "session/units.h"

struct pod_class { /* pods of the unit with equal requests */
	const struct task *pod;
	int pods;
	uint64_t *usable; /* nodes that do not refuse the pods for the whole session */
	/* usable is without nodes that refuse the pods in all simulations of this search whose
	 * victims give little room for claims (tight_classes.c). The class stands a second time,
	 * with all nodes. */
	bool tight;
	bool endless; /* the pods request nothing that is compared */
	double room;  /* how many of the pods the probe's usable nodes hold before evictions */
	/* If the unit is confined: the same by domain, and of the domain with most. */
	double *rooms, most;
};
enum victim_kind { VICTIM_NOT_READ, VICTIM_WHOLE, VICTIM_MIG, VICTIM_OTHER /* not reversible */ };
/* One of a pod (shortcuts/stale_bookings.h). */
struct stale_booking {
	int node;
	const struct stale_booking *next; /* of the same pod; NULL: none */
};
struct victim_info { /* kept per task, to save cache misses; the rest is set unless VICTIM_OTHER */
	const double *request;
	int node, job;      /* indexes */
	unsigned merged;    /* bounds.search: its usable has the nodes that it may move to */
	unsigned char kind; /* enum victim_kind */
	bool active;        /* its status is in SET_ACTIVE_ALLOCATED; set of VICTIM_OTHER, too */
	bool knows_able;    /* able is set */
	bool in_pod_set;    /* it must return if its job's fate is MUST_RETURN */
	bool loss_counts;   /* it also takes room when it returns: it is not in bounds.spared */
	bool in_clique;     /* it is in bounds.in_clique */
	bool pipelined;     /* not evicted, its status is Pipelined */
	bool may_lose;      /* storage_may_lose: not reversible for certain */
	bool noted;         /* searches_note */
	/* The index of the first task of its pod set, if that is above its minimum; else -1. */
	int elastic;
	int able; /* a number of able_sets, those that do not refuse it for the whole session */
};
/* Sums over the victims of a scenario. Most victims are the same from one scenario to the next, so
 * only the difference is added and subtracted. Requests are whole, so the sums stay exact. */
struct victims {
	/* Sets of tasks: victims in the sums; victims of the scenario. */
	struct sparse_set summed, scenario;
	int blocks;                   /* the length of each, in 64-bit blocks */
	int n_scenario;               /* how many are in scenario */
	struct known_batches batches; /* of the scenario in the sums */
	/* n: victims in the sums; n_untouchable: the UNTOUCHABLE ones of these; n_other: victims
	 * that are not reversible, and in no sum. */
	int n, n_other, n_untouchable;
	int n_may_lose; /* victims with victim_info.may_lose */
	int n_noted;    /* victims with victim_info.noted */
	int n_stale;    /* victims that must return and are in bounds.spared */
	/* By victim_info.elastic: how many victims of the pod set must return. n_many: of how many
	 * pod sets more than one. */
	unsigned short *elastic;
	int n_elastic, n_many; /* n_elastic: the sum */
	double *stale;         /* by column: the requests of the n_stale */
	double *must;          /* by column: the requests of the others that must return */
	double *gain;          /* by node and column: what the victims give back */
	int *on;               /* by node: how many victims it has */
	int columns;           /* of gain; set with the first victim */
	uint64_t *nodes;       /* the set of nodes with a victim */
	uint64_t *moved;       /* nodes that may have other gains than in struct node_sums */
	int node_blocks;       /* the length of nodes, and of moved */
};
/* What the nodes with victims add to the room (node_sums.c). */
enum { SUMMED_CLASSES = 4 }; /* the first ones; the others are summed up for each scenario */
struct node_sums {
	bool begun;          /* since the nodes were read */
	bool exact;          /* no sum was too great */
	double *room, *pods; /* by node and slot, by node and class: the terms */
	uint64_t *nodes;     /* the set of nodes whose terms may not be 0 */
	double *more_room;   /* by column: the sum */
	double more_pods[SUMMED_CLASSES];
};
/* The victim candidates of a probe, read once for all probes of a search that have the same. */
struct candidates {
	struct job **jobs; /* search.victims */
	int n_jobs;
	struct candidate {     /* an active pod of these */
		int task, job; /* indexes */
	} * tasks;
	int n_tasks;
	struct job **stale; /* those of the jobs that had a stale unit cache when they were read */
	int n_stale;
	bool reversible; /* all of the pods are; else tasks is not complete */
	long generation; /* shortcuts.generation when they were read; -1: none are */
};
/* Why a job is exempt (guards 1 to 3 of deficit_bound.h), as bits. */
enum { EXEMPT_CACHE = 1, EXEMPT_AGAIN = 2, EXEMPT_NOTED = 4 };
enum { ABLE_SETS = 64 };
struct bounds {
	struct session *session;
	struct arena *arena; /* of the action */
	unsigned search;     /* its number, from 1, among those of the action with bounds */
	enum reversibility reversibility;
	bool reversible; /* the scenario of the last forecast is reversible, but for drift */
	bool drifts;     /* it may leave drift behind: repeated_victims.h */
	bool records;    /* searches_record: scenarios with noted victims must be simulated */
	/* It is but for victims that may lose a claim. Then it is reversible if none did in its
	 * simulation: if storage_losses is the same afterwards. */
	bool may_lose;
	long losses;           /* storage_losses at the forecast */
	bool valid;            /* left, room and the classes' room are up to date */
	struct job *preemptor; /* the preemptor of the probe that the rest is about */
	long generation;       /* shortcuts.generation when infos and the preemptor were judged */
	bool reversible_preemptor; /* the unit and its queues allow reversible scenarios */
	int *slots, n_slots;       /* the slots that the unit requests; others are not compared */
	double *unit;              /* by slot: what the unit requests */
	double *need;              /* by column: the request of the unit */
	double *room;  /* by column: F, summed over the probe's usable nodes where it is positive */
	double *spare; /* by column: in the running simulation, room beyond need and victims.must */
	double *tight, *least; /* scratch by column */
	double *left;          /* by node and column: F, as of the change left_seen of the books */
	uint64_t left_seen;
	int *read_slots, n_read_slots; /* the slots that left and gives are about */
	struct victims victims;
	struct node_sums sums; /* of victims */
	/* The sums for each number of a pick, exchanged with victims and sums: pick after pick, the
	 * victims are almost those of the pick with the same number in the state before. The place
	 * of the present one is invalid. */
	struct pick_sums {
		struct victims victims;
		struct node_sums sums;
	} * picks;
	int pick, n_picks, most_picks; /* the present one; made so far; at most */
	/* The sums over all candidates of a probe, kept from one probe to the next. What depends on
	 * fates in them is of an earlier probe, and worthless. */
	struct victims all;
	int *all_slots, n_all_slots; /* slots and n_slots when they were begun */
	uint64_t *usable;            /* the set of usable nodes; grows with each new kind of pod */
	bool all_usable;             /* it has all nodes */
	uint64_t merged;             /* numbers of able_sets that usable has, as bits */
	struct pod_class *classes;   /* tight ones last */
	int n_classes;
	bool any_tight;          /* some class is */
	struct storage_gap *gap; /* of the tight classes; NULL: no pod of the unit has claims */
	/* Hook unit_domains of the preemptor; domains NULL: the unit is not confined. */
	const int *domains;
	int n_domains;
	double *more;             /* scratch by domain, all 0: room that victims leave */
	const struct task *tasks; /* cluster.tasks */
	uint64_t *stale;          /* the set of tasks with a stale booking */
	const struct stale_booking **first_stale; /* by task index; NULL: none */
	struct stale_booking *bookings;           /* memory of these; a block that is full stays */
	int n_bookings, cap_bookings;             /* of the last block */
	uint64_t *may_lose_booking; /* the set of those with one that is no reversible_booking */
	/* stale_gangs.h: the set of spared tasks; by task index, the bookings by which one may go
	 * home for which the task is spared: itself, or a member of its clique. */
	uint64_t *spared;
	const struct stale_booking **ways;
	uint64_t *in_clique;       /* the set of the tasks in cliques */
	uint64_t *seen;            /* scratch: a set of jobs */
	struct task **gang;        /* scratch: the pods of one */
	struct victim_info *infos; /* by task index */
	/* Different answers of the hook static_nodes (NULL: all nodes), the first ones. */
	const uint64_t *able_sets[ABLE_SETS];
	int n_able_sets;
	bool *everywhere;           /* by node: all true */
	unsigned char *fates;       /* by job index: 0: unknown, else 1 + enum victim_fate */
	unsigned char *queue_fates; /* by queue index, the same; if search.fate_by_queue */
	int *queues;                /* by job index: index of its queue; -1: none */
	/* The tasks of all jobs by index: those of job j are from first_task[j] to
	 * first_task[j + 1] - 1. */
	int *tasks_of_jobs, *first_task;
	uint64_t *preemptible; /* the set of preemptible jobs */
	bool *gives;           /* by node and column: node_books */
	struct candidates candidates;
	uint64_t *recorded;        /* the set of the probe's recorded victims */
	bool caches_exempt;        /* some job may be exempt by EXEMPT_CACHE */
	uint64_t *exempt_by_cache; /* the set of these jobs, if caches_exempt */
	uint64_t *evicted;         /* scratch: a set of tasks */
	struct deficit deficit;
	double *contribution;  /* deficit.contribution */
	unsigned char *exempt; /* deficit.exempt */
	long tried; /* victims that the search simulated, since a scenario was not reversible */
	struct dry_run *dry_run; /* NULL: not made yet */
	uint64_t *usable_now;    /* usable, while an assumed scenario is settled */
};

static inline double positive(double x)
{
	return x > 0 ? x : 0;
}
/* The room that a node with F = left gains if amount is given back to it; also the room that it has
 * lost if amount was taken and left remains. A node with F < 0 has no room, not less than none. */
static inline double room_between(double left, double amount)
{
	return positive(left + amount) - positive(left);
}
/* An empty class for pods like t. */
struct pod_class *bounds_new_class(struct search *q, struct bounds *f, const struct task *t);
/* tight_classes.c: adds the tight classes, if they have fewer nodes. */
void bounds_add_tight(struct search *q, struct bounds *f, struct task_list unit);
/* True: the victims that are summed up leave tight classes as they are. */
bool bounds_tight_holds(const struct bounds *f);
/* bounds_new.c: those of a new search, in shortcuts.kept. */
struct bounds *bounds_new(struct search *q);
/* Begins a scenario, and a probe if the preemptor is new. NULL: no bound may be used. */
struct bounds *bounds_begin(struct search *q, struct job *preemptor, struct task_list unit);
/* Sets left for all nodes, and room and the classes' room for these nodes. */
void bounds_read_nodes(struct search *q, struct bounds *f, const struct probe_nodes *nodes);
/* True: too few pods of the class fit without evictions. */
static inline bool bounds_pods_need_victims(const struct bounds *f, const struct pod_class *k)
{
	return (f->domains ? k->most : k->room) < k->pods;
}
/* True: even with the victims gone, too few pods of the class fit (INFEASIBLE_PACKING). */
bool bounds_pods_lack_room(
	const struct bounds *f, const struct probe_nodes *nodes, const struct pod_class *k);

/* What the node, which has victims, adds to the room of the class, and to that of the column. */
double bounds_room_of_victims(
	const struct bounds *f, const struct probe_nodes *nodes, const struct pod_class *k, int n);
double bounds_more_room(
	const struct bounds *f, const struct probe_nodes *nodes, int node, int column);
/* True: a node with one of these stale bookings of a pod may be picked for it. least: by column,
 * the least that any node books for the pod. */
bool bounds_may_go_home(const struct bounds *f, const struct probe_nodes *nodes,
	const struct stale_booking *bookings, const double *least);
/* node_sums.c: brings f->sums up to date with f->victims. */
void node_sums_update(struct bounds *f, const struct probe_nodes *nodes);
/* True: f->sums has the class with this index. */
bool node_sums_have(const struct bounds *f, int class);

/* bounds_probe.c. Begins a probe for the preemptor, all of whose unit is given. */
void bounds_start_probe(
	struct search *q, struct bounds *f, struct job *preemptor, struct task_list unit);
/* bounds_probe.c. Brings bounds.left up to date: it is kept as long as the nodes' books and the
 * slots are the same. */
void bounds_read_left(struct bounds *f, const struct cluster *c);
/* Why the scenario whose victims are summed up fails; BOUND_NONE: unknown. Sets spare.
 * bounds_of_room: the same without INFEASIBLE_UNITS; a pod may stand in the scenario twice. */
enum bound bounds_of_sums(struct bounds *f, const struct probe_nodes *nodes);
enum bound bounds_of_room(struct bounds *f, const struct probe_nodes *nodes);

/* bounds_kept.c: for a list that is valid until the stale bookings are read anew. a: the arena of
 * bounds_kept.h. */
struct stale_booking *bounds_new_booking(struct bounds *f, struct arena *a);
/* bounds_new.c: empty sums in the arena. */
void pick_sums_new(const struct cluster *c, struct arena *a, struct pick_sums *p);
/* bounds_victims.c: adds the victim to the sums with one = 1, subtracts it with -1. */
void victims_count(struct search *q, struct bounds *f, const struct task *t, int one);
/* bounds_summed.c */
/* Begins a probe: empties the sums and forgets the fates. */
void victims_forget(struct search *q, struct bounds *f);
/* Forgets infos and f->all as well, because pods may have changed. */
void victims_read_anew(struct search *q, struct bounds *f);
/* Makes f->victims and f->sums those of the picks with this number. */
void victims_of_pick(struct bounds *f, int pick);
/* Exchanges f->victims and f->all, which is emptied if the unit's slots are others than before. */
void victims_exchange(struct search *q, struct bounds *f);
/* victims_clear empties the scenario; the others add to it. False: a victim was there already. */
void victims_clear(struct bounds *f);
bool victims_add(struct bounds *f, const struct task *t);
bool victims_add_all(struct bounds *f, const struct batches *b);
/* Makes the sums those of the scenario's victims. False: some of these are not reversible. */
bool victims_update(struct search *q, struct bounds *f);
/* Makes the sums those of p. False: a victim of p stands twice. */
bool victims_sum_up(struct search *q, struct bounds *f, const struct proposal *p);
/* The same, but that a victim which stands twice is summed up once. */
void victims_sum_up_once(struct search *q, struct bounds *f, const struct proposal *p);
/* The same by the batches that differ; the scenario that victims are added to stays as it is.
 * False: nothing was changed. */
bool victims_follow(struct search *q, struct bounds *f, const struct proposal *p);
/* bounds_victims.c */
/* The same, of a victim in the sums, with or without a stale booking. */
bool victims_must_return(const struct bounds *f, const struct task *t);
/* True: if the task stays evicted, the scenario fails. bounds_must_return: and nothing is
 * subtracted from spare when it returns. */
bool bounds_loss_fails(struct search *q, struct bounds *f, const struct task *t);
bool bounds_must_return(struct search *q, struct bounds *f, const struct task *t);
bool bounds_is_pipelined(struct bounds *f, const struct task *t);  /* victim_info.pipelined */
bool bounds_is_reversible(struct bounds *f, const struct task *t); /* as a victim */
/* The same, and it is not noted while simulations record. */
bool bounds_leaves_nothing(struct bounds *f, const struct task *t);
/* As bounds_is_reversible, or it is but for claims that it may lose. */
bool bounds_may_be_reversible(struct bounds *f, const struct task *t);
const struct victim_info *bounds_info(struct bounds *f, int task); /* by index */
/* victim_info.elastic; -1 for one that is not reversible. */
int bounds_elastic_set(struct bounds *f, const struct task *t);
enum victim_fate bounds_fate(struct search *q, struct bounds *f, struct job *j);
/* The same, noted for the candidate. If this must return, the nodes that it may move to become
 * usable. */
void bounds_settle_fate(struct search *q, struct bounds *f, const struct candidate *t);
/* What the candidate, or a victim that was noted, gives up of the slot at this index of f->slots,
 * less what it takes when it must return. */
double bounds_contribution(const struct bounds *f, int task, int column);
/* bounds_charge: what the node books for the task in the slot. bounds_least_charge: the least that
 * any node with the slot books. */
double bounds_least_charge(const struct task *t, int slot);
double bounds_charge(const struct session *s, const struct task *t, int node, int slot);
/* True: f->usable has all nodes. */
bool bounds_all_usable(const struct bounds *f);
/* Adds the nodes that do not refuse the pod for the whole session. True: the set has grown. */
bool bounds_add_usable(const struct session *s, const struct task *t, uint64_t *set);

#endif
