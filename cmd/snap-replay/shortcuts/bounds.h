/* Scenarios that are known to fail before they are simulated (rules/04 19.3 and 19.4).
 *
 * Words: F(n) is what node n has idle and releasing. A task *must return* if the validators refuse
 * every outcome in which it is still evicted (search.fate). A node is *usable* unless it refuses,
 * for as long as the session lasts, every task that must find a place.
 *
 * INFEASIBLE_CAPACITY. Unsolved, if of some resource the usable nodes that the scenario may use
 * hold together, even with all victims gone, less than the preemptor's unit and the victims that
 * must return ask for. Proof: solved means that all of these were placed, on usable nodes. A task
 * is placed only where its request is within F, which then falls by as much, and F does not rise
 * while tasks are placed. So on each node what was placed is at most F after the evictions (or
 * nothing), and the sums follow. Victims that this session moved before (Pipelined) are left out of
 * what must return: they may go home to a node without any test of its room (rules/04 9.3).
 *
 * INFEASIBLE_PACKING. Unsolved, if the nodes that pods of one kind in the preemptor's unit can use
 * hold fewer of them, node by node, than there are, even with all victims gone: nothing that a
 * simulation does in between makes more room.
 *
 * INFEASIBLE_PROTECTED. Unsolved, if there is a victim that must not even be moved (search.fate
 * says UNTOUCHABLE).
 *
 * INFEASIBLE_DRY_RUN. Unsolved, if the simulation fails when it is worked out on numbers alone:
 * what nodes have free, what queues hold, whose turn is next (dry_run.c). Only where every
 * victim's job is a *dry job*: it loses all its pods, in one pod set, waits for none, has no cached
 * unit, and its unit is then all of them; their requests are regular, nothing but that, the class's
 * order of nodes and the predicate's lasting nodes decides where they go, and no queue reaches a
 * limit whatever comes back. Proof that it takes the simulation's steps: the order of jobs is asked
 * of the session, and their requests, once, when the pods of all dry jobs are evicted (a job's
 * place depends on its own pods only); the walk is the same (scenario_walk.h), with queues compared
 * on the queue ledger, where they gain and lose the same amounts, which are whole; a pod goes
 * to the first node of its class's order that has enough free, and idle, on which the rest of the
 * order hangs, does not change (or, where a Pipelined pod is evicted, is too little for all).
 * Before the preemptor's turn, spare room is counted as for INFEASIBLE_EARLY. Limits of the
 * preemptor's own are not looked at: if they refuse it, the scenario fails as well.
 *
 * INFEASIBLE_EARLY. A simulation is left as soon as a victim that must return did not, or those
 * that need not took more room than can be spared: the room of INFEASIBLE_CAPACITY beyond what is
 * asked for.
 *
 * What a simulation leaves behind: nothing, if the scenario is *plain* - whole requests, no pod
 * twice, no volumes or claims, no inter-pod terms in the cluster, no leak before, sums that come
 * out the same when they are undone - but for two things. The caches of the victims' jobs are
 * dropped: bounds_drop_caches does that as well. And notes on why victims found no place: they are
 * kept for the first simulations of a run only, and bounds is not asked before: with the default
 * limit the original takes some minutes to get there. With --exhaustive every scenario is simulated
 * nevertheless, so that a short cut that is wrong comes to light.
 *
 * Narrow probes. Before a probe begins, all candidates are taken for victims at once. If of some
 * resource all usable nodes of the cluster together have less than the unit asks for, a scenario's
 * victims must give the rest. By INFEASIBLE_CAPACITY a victim that must return gives nothing (on a
 * usable node), or takes (on another, as it must move); what the others give is what they hold.
 * This is a task's *net*; a scenario whose nets do not make up for the lack fails, and is not
 * proposed. If even all positive nets are too little, or the pods of some kind do not fit with all
 * candidates gone, the probe is hopeless. All candidates must be plain, and no budget may be
 * running, which scenarios would spend. Scenarios that are not proposed leave nothing behind but
 * for one thing: a candidate that lost a pod earlier in the session may have a *stale* cache
 * (rules/03 4.2: its unit holds an evicted pod), which its first scenario drops; so those are
 * proposed until then. Other caches hold what would be worked out anew. Recorded victims are part
 * of every scenario; where a job has more than those, they may stand twice in one, which is not
 * plain: scenarios with victims of such a job are proposed, too. */
#ifndef SNAP_BOUNDS_H
#define SNAP_BOUNDS_H
#include "shortcuts/shortcuts.h"

/* A narrow probe: only scenarios whose victims' nets and the balance sum up to 0 or more can
 * succeed. */
struct narrow {
	double balance;
	const double *net;        /* by task index */
	const unsigned char *odd; /* by job index, not 0: scenarios with a victim of it are proposed
				     in any case */
};
double narrow_net(const struct search *q, struct task *const *tasks,
	int n); /* 0 where the probe is not narrow */
static inline bool narrow_odd_at(const struct search *q, int job_index)
{
	const struct narrow *k = shortcuts_of(q)->narrow;

	return k && k->odd[job_index];
}
static inline bool narrow_worth(const struct search *q, double net, bool odd)
{
	const struct narrow *k = shortcuts_of(q)->narrow;

	return !k || odd || k->balance + net >= 0;
}

/* How p is known to end. */
struct forecast bounds_forecast(
	struct search *q, const struct proposal *p, const struct probe_nodes *nodes);
/* What is known of the probe before it begins: sets shortcuts.narrow for a narrow one. True: there
 * is nothing to propose. */
bool bounds_of_probe(struct search *q, struct job *preemptor, const struct batches *recorded);
/* p was simulated. */
void bounds_simulated(struct search *q, const struct proposal *p);
/* p was foreseen: does what its simulation would leave behind. */
void bounds_drop_caches(struct search *q, const struct proposal *p);
/* The last scenario asked about was plain: its simulation may be left as soon as the end is known.
 */
bool bounds_reversible(const struct search *q);
/* These victims of one job had their turn in a simulation. False: its end is known, as one that
 * must return did not, or others took room that the rest needs, or will (the spare room falls with
 * them only: the preemptor and those that must return are on both sides). */
bool bounds_may_succeed(struct search *q, struct task *const *victims, int n);

#endif
