/* The hooks: the functions that plugins register with the session (rules/02 4).
 *
 * SESSION_HOOKS is the one list of hooks. session/hook_store.h and session/hook_calls.h make from
 * each entry NAME
 *   - the type NAME_fn, whose first parameter is the plugin's state;
 *   - the member session.hooks.NAME;
 *   - hook_add_NAME(s, fn, state, plugin), which registers fn; `plugin` is the plugin's name;
 *   - session_NAME(s, ...), which calls the registered functions in the order of registration.
 * The kind of an entry says how session_NAME combines the functions:
 *   ALL     calls all of them
 *   EVERY   true if every one returns true; stops at the first false
 *   ANY     true if one returns true; stops at the first true
 *   FIRST   returns the first result that is not 0, else 0
 *   REASON  FIRST for struct order_reason: the first result whose order is not 0
 *   SUM     *score is the sum of all scores; stops at the first false, then *score is not valid
 *   ONE     calls the only function; without a function returns 0, false or NULL
 *   CHECK   ONE for struct capacity_result; without a function the check passes
 *   TELL    ONE without a result
 * The last three kinds hold one function: for a second one hook_add_NAME returns false and changes
 * nothing (rules/02 4). */
#ifndef SNAP_HOOKS_H
#define SNAP_HOOKS_H
#include "session/fit_errors.h"
#include "session/hook_values.h"

struct queue_ledger;

/* An order hook returns a negative number: l goes first; a positive one: r goes first; 0: the hook
 * does not decide. A reason hook NAME_reason compares as NAME does and returns the deciding step.
 *
 * HOOK(kind, type of the result, name, (parameters), (the same without types)) */
/* clang-format off */
#define SESSION_HOOKS(HOOK) \
	/* ---- orders (rules/02 5) ---- */ \
	/* The result depends on what is constant, and on the pods of the two jobs. */ \
	HOOK(FIRST, int, job_order, (const struct job *l, const struct job *r), (l, r)) \
	HOOK(REASON, struct order_reason, job_order_reason, \
		(const struct job *l, const struct job *r), (l, r)) \
	/* The result for two tasks is the same during the whole session. */ \
	HOOK(FIRST, int, task_order, (const struct task *l, const struct task *r), (l, r)) \
	HOOK(FIRST, int, subgroup_order, (const struct member *l, const struct member *r), (l, r)) \
	/* In a victim walk, l_victims and r_victims are the jobs popped from each queue so far, then
	 * its next job; l_job and r_job are NULL. Else l_job and r_job are the next jobs of the
	 * queues, and the lists are NULL. */ \
	HOOK(FIRST, int, queue_order, \
		(struct queue *l, struct queue *r, struct job *l_job, struct job *r_job, \
			const struct job_list *l_victims, const struct job_list *r_victims), \
		(l, r, l_job, r_job, l_victims, r_victims)) \
	HOOK(REASON, struct order_reason, queue_order_reason, \
		(struct queue *l, struct queue *r, struct job *l_job, struct job *r_job), \
		(l, r, l_job, r_job)) \
	/* ---- placing (rules/02 6 to 9) ---- */ \
	/* The placing of the job's unit begins. */ \
	HOOK(ALL, void, placing_begins, (const struct job *j), (j)) \
	/* To which of the nodes the group, a sub-group or a pod set of the job, is confined; tasks: \
	 * those of the unit in the group, n > 0. NULL: to none of them. The caller frees the result. */ \
	HOOK(ONE, struct node_choices *, node_choices, \
		(struct job *j, const struct member *group, struct task *const *tasks, int n, \
			const struct node_set *nodes), \
		(j, group, tasks, n, nodes)) \
	/* Numbers of domains below *n, by node index; -1: none. All pods of a unit of the job are \
	 * placed on nodes with the same number. NULL: no such restriction is known. */ \
	HOOK(ONE, const int *, unit_domains, (const struct job *j, int *n), (j, n)) \
	/* Prepares node_order for the task. nodes: all nodes that the caller considers. */ \
	HOOK(ALL, void, node_pre_order, (struct task *t, const struct node_set *nodes), (t, nodes)) \
	/* False: the node is left out. */ \
	HOOK(SUM, bool, node_order, (struct task *t, struct node *n, double *score), \
		(t, n, score)) \
	/* True: known_scores.confined_fn may now give the task a score that is not 0. */ \
	HOOK(ANY, bool, confined_scores, (const struct task *t), (t)) \
	/* True: node_order may give the node 1000 or more, though the task does not fit there. \
	 * shortcuts/class_placing.h relies on it. */ \
	HOOK(ANY, bool, high_score, (const struct task *t, const struct node *n), (t, n)) \
	/* group: the id of a device group of the node, or GPU_WHOLE. False: the group is left out. */ \
	HOOK(SUM, bool, gpu_order, (struct task *t, struct node *n, int group, double *score), \
		(t, n, group, score)) \
	/* False: no node can take the task; *text says why, valid as long as the session. */ \
	HOOK(EVERY, bool, pre_predicate, (struct task *t, struct str *text), (t, text)) \
	/* False: no eviction makes room for the task; *text as above (rules/03 8.2). */ \
	HOOK(EVERY, bool, victim_invariant, (struct task *t, struct str *text), (t, text)) \
	/* False: the node refuses the task. The hook adds its reasons to *why (NULL: nowhere). */ \
	HOOK(EVERY, bool, predicate, (struct task *t, struct node *n, struct verdict *why), \
		(t, n, why)) \
	/* Where the zones of the node, which takes the task, would book it (task.zones); NULL: \
	 * nowhere. */ \
	HOOK(ONE, const struct zone_placement *, zone_placement, (struct task *t, struct node *n), \
		(t, n)) \
	/* False: zone_placement is NULL for the task on the node during the whole session. */ \
	HOOK(ANY, bool, zones_apply, (const struct task *t, const struct node *n), (t, n)) \
	/* Fills *out, all zero before; for --explain. */ \
	HOOK(TELL, void, zone_details, \
		(const struct task *t, const struct node *n, struct zone_details *out), \
		(t, n, out)) \
	/* True: the task has no claims but its own: operations on such tasks, undone, leave nothing \
	 * behind (plugins/dynamicresources/own.h). */ \
	HOOK(ANY, bool, owns_claims, (const struct task *t), (t)) \
	/* Fills *out, all zero before, if the node has no devices for the task's claims and no error \
	 * says why; in the arena; for --explain. */ \
	HOOK(TELL, void, device_details, \
		(struct task *t, struct node *n, struct arena *a, struct device_details *out), \
		(t, n, a, out)) \
	/* All nodes but those that refuse the task during the whole session: bits by node.index, \
	 * valid as long as the session. */ \
	HOOK(ONE, const uint64_t *, static_nodes, (const struct task *t), (t)) \
	/* Removes from the set, bits by node.index, nodes that refuse the task now and in every \
	 * reversible simulation that begins now (rules/04 19.2). No simulation runs. */ \
	HOOK(ALL, void, possible_nodes, (const struct task *t, uint64_t *set), (t, set)) \
	/* The nodes whose predicate passes during the whole session, as long as the node has a pod
	 * slot and no queue is over a limit; all others refuse. Bits as above. NULL: the predicate
	 * depends on more than that, or the request is not regular. */ \
	HOOK(ONE, const uint64_t *, lasting_nodes, (const struct task *t), (t)) \
	/* True: a simulation that evicts the task, if it has a node, and places it anywhere, leaves \
	 * nothing behind in the plugin once it is undone. */ \
	HOOK(EVERY, bool, settled, (const struct task *t), (t)) \
	/* ---- reclaim, preempt and consolidation (rules/03 8 to 11, rules/04 9.5) ---- */ \
	/* True: the job may reclaim (rules/05 12.1). */ \
	HOOK(ONE, bool, can_reclaim, (struct job *preemptor), (preemptor)) \
	/* The search of reclaim for the job begins. */ \
	HOOK(ALL, void, job_solution_start, (struct job *preemptor), (preemptor)) \
	/* Filters, true: the job may be a victim. Validators, true: the scenario is accepted. */ \
	HOOK(EVERY, bool, reclaim_victim_filter, (struct job *preemptor, struct job *victim), \
		(preemptor, victim)) \
	/* True: the filter of the same plugin answers for the job as for every other one of its queue \
	 * for which this is true, as long as reclaim runs, and asking it has no effect. */ \
	HOOK(EVERY, bool, reclaim_filter_by_queue, (const struct job *victim), (victim)) \
	HOOK(EVERY, bool, reclaim_validator, (const struct scenario *scenario), (scenario)) \
	/* True: the validators refuse every scenario in which the victim's queue loses a pod of the \
	 * victim. The same for all victims of a queue. */ \
	HOOK(ANY, bool, reclaim_refuses_loss, (struct job *preemptor, struct job *victim), \
		(preemptor, victim)) \
	/* True: the validators refuse every scenario in which the pods that room->queue, or queues below \
	 * it, lose hold room->amount or more of the slot together, whichever one victim job is left \
	 * out. False: no such amount is known. */ \
	HOOK(ONE, bool, reclaim_loss_room, \
		(struct job *preemptor, struct job *victim, struct loss_room *room), \
		(preemptor, victim, room)) \
	/* True: the validators refuse every scenario in which the victim loses losses->victim or \
	 * more, and something at all, as long as queues below R lose losses->below or less together. \
	 * R: the queue above the preemptor that is beside one above the victim. */ \
	HOOK(ANY, bool, reclaim_refuses_gain, \
		(struct job *preemptor, struct job *victim, const struct gain_losses *losses), \
		(preemptor, victim, losses)) \
	HOOK(EVERY, bool, preempt_victim_filter, (struct job *preemptor, struct job *victim), \
		(preemptor, victim)) \
	HOOK(EVERY, bool, preempt_validator, (const struct scenario *scenario), (scenario)) \
	/* ---- capacity of queues (rules/05 11): the tasks stay within the limits, and within the \
	 * quotas if their job is not preemptible ---- */ \
	HOOK(CHECK, struct capacity_result, job_over_capacity, \
		(struct job *j, struct task **tasks, int n), (j, tasks, n)) \
	/* Fills *out with the figures behind a refusal of job_over_capacity by the queue. */ \
	HOOK(TELL, void, capacity_details, \
		(const struct queue *q, const struct job *j, struct task **tasks, int n, \
			struct queue_details *out), \
		(q, j, tasks, n, out)) \
	/* The same, of quotas only. */ \
	HOOK(CHECK, struct capacity_result, non_preemptible_over_quota, \
		(struct job *j, struct task **tasks, int n), (j, tasks, n)) \
	HOOK(CHECK, struct capacity_result, task_over_capacity, (struct task *t, struct node *n), \
		(t, n)) \
	/* False: no plugin keeps figures of the queue; *out is not set. */ \
	HOOK(ONE, bool, queue_figures, (const struct queue *q, struct queue_figures *out), \
		(q, out)) \
	/* A new queue ledger (session/queue_ledger.h), live or not, in the arena. It books and \
	 * compares as on_allocate, on_deallocate and queue_order do. */ \
	HOOK(ONE, struct queue_ledger *, queue_ledger, (struct arena *a, bool live), (a, live)) \
	/* ---- events, called after the job and the node were changed (rules/02 10.3) ---- */ \
	HOOK(ALL, void, on_allocate, (struct task *t), (t)) \
	HOOK(ALL, void, on_deallocate, (struct task *t), (t)) \
	/* The task's entry was added to, or removed from, task->node (session/booking.h). */ \
	HOOK(ALL, void, on_storage_add, (struct task *t), (t)) \
	HOOK(ALL, void, on_storage_remove, (struct task *t), (t))
/* clang-format on */

#endif
