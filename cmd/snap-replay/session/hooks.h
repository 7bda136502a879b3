/* The hooks: the questions that the session asks its plugins (rules/02 4).
 *
 * SESSION_HOOKS is the one list of them. For each entry NAME it makes, by way of
 * session/hook_store.h and session/hook_calls.h,
 *   - the type NAME_fn, whose first parameter is the plugin's state;
 *   - the member session.hooks.NAME;
 *   - hook_add_NAME(s, fn, state, plugin), with which a plugin registers fn while it opens;
 *   - session_NAME(s, ...), which calls what was registered, plugins in the order of opening.
 * The kind of an entry says what session_NAME does with several registered functions:
 *   ALL     calls all of them
 *   EVERY   true if every one returns true; stops at the first false
 *   ANY     true if one returns true; stops at the first true
 *   FIRST   returns the first answer that decides, which is the first one that is not 0
 *   REASON  FIRST for struct order_reason
 *   SUM     adds up *score; false as soon as one of them returns false
 *   ONE     calls the only function; without one returns 0, false or NULL
 *   CHECK   ONE for struct capacity_result; without a function the check passes
 *   TELL    ONE without a result
 * The last three kinds hold one function: hook_add_NAME refuses a second one (rules/02 4). */
#ifndef SNAP_HOOKS_H
#define SNAP_HOOKS_H
#include "session/fit_errors.h"
#include "session/hook_values.h"

struct queue_ledger;

/* An order hook returns a negative number if l goes first, a positive one if r goes first, and 0 if
 * it does not decide. A reason hook stands beside an order hook and decides alike.
 *
 * HOOK(kind, type of the result, name, (parameters), (the same without types)) */
/* clang-format off */
#define SESSION_HOOKS(HOOK) \
	/* ---- orders (rules/02 5) ---- */ \
	HOOK(FIRST, int, job_order, (const struct job *l, const struct job *r), (l, r)) \
	HOOK(REASON, struct order_reason, job_order_reason, \
		(const struct job *l, const struct job *r), (l, r)) \
	/* The answer for two tasks never changes. */ \
	HOOK(FIRST, int, task_order, (const struct task *l, const struct task *r), (l, r)) \
	HOOK(FIRST, int, subgroup_order, (const struct member *l, const struct member *r), (l, r)) \
	/* l_job, r_job: the next jobs of the queues, or NULL. l_victims, r_victims: in a walk over
	 * victims the jobs popped so far, then the next one; else NULL. */ \
	HOOK(FIRST, int, queue_order, \
		(struct queue *l, struct queue *r, struct job *l_job, struct job *r_job, \
			const struct job_list *l_victims, const struct job_list *r_victims), \
		(l, r, l_job, r_job, l_victims, r_victims)) \
	HOOK(REASON, struct order_reason, queue_order_reason, \
		(struct queue *l, struct queue *r, struct job *l_job, struct job *r_job), \
		(l, r, l_job, r_job)) \
	/* ---- placing (rules/02 6 to 9) ---- */ \
	/* Prepares node_order for the task; nodes: all that are considered. */ \
	HOOK(ALL, void, node_pre_order, (struct task *t, const struct node_set *nodes), (t, nodes)) \
	/* False: the node is left out. */ \
	HOOK(SUM, bool, node_order, (struct task *t, struct node *n, double *score), \
		(t, n, score)) \
	/* group: the id of a device group of the node, or GPU_WHOLE. False: it is left out. */ \
	HOOK(SUM, bool, gpu_order, (struct task *t, struct node *n, int group, double *score), \
		(t, n, group, score)) \
	/* False: no node can take the task; *text is the failure, in the session's arena. */ \
	HOOK(EVERY, bool, pre_predicate, (struct task *t, struct str *text), (t, text)) \
	/* False: no eviction can make room for the task; *text as above (rules/03 8.2). */ \
	HOOK(EVERY, bool, victim_invariant, (struct task *t, struct str *text), (t, text)) \
	/* False: the node refuses the task. why (may be NULL) receives the reasons. */ \
	HOOK(EVERY, bool, predicate, (struct task *t, struct node *n, struct verdict *why), \
		(t, n, why)) \
	/* Bits by node.index: the nodes that do not refuse the task during the whole session. */ \
	HOOK(ONE, const uint64_t *, static_nodes, (const struct task *t), (t)) \
	/* Bits by node.index: the complete answer of predicate for a regular pod during the whole
	 * session, as long as the node takes one more pod and no queue reaches a limit. NULL: the
	 * answer may depend on more. */ \
	HOOK(ONE, const uint64_t *, lasting_nodes, (const struct task *t), (t)) \
	/* ---- reclaim, preempt and consolidation (rules/03 8 to 11, rules/04 9.5) ---- */ \
	HOOK(ONE, bool, can_reclaim, (struct job *preemptor), (preemptor)) \
	HOOK(ALL, void, job_solution_start, (struct job *preemptor), (preemptor)) \
	HOOK(EVERY, bool, reclaim_victim_filter, (struct job *preemptor, struct job *victim), \
		(preemptor, victim)) \
	HOOK(EVERY, bool, reclaim_validator, (const struct scenario *scenario), (scenario)) \
	/* True: no scenario is accepted in which the victim's queue loses a pod of the victim. */ \
	HOOK(ANY, bool, reclaim_refuses_loss, (struct job *preemptor, struct job *victim), \
		(preemptor, victim)) \
	HOOK(EVERY, bool, preempt_victim_filter, (struct job *preemptor, struct job *victim), \
		(preemptor, victim)) \
	HOOK(EVERY, bool, preempt_validator, (const struct scenario *scenario), (scenario)) \
	/* ---- capacity of queues (rules/05 11) ---- */ \
	HOOK(CHECK, struct capacity_result, job_over_capacity, \
		(struct job *j, struct task **tasks, int n), (j, tasks, n)) \
	/* The figures behind a refusal of job_over_capacity. */ \
	HOOK(TELL, void, capacity_details, \
		(const struct queue *q, const struct job *j, struct task **tasks, int n, \
			struct queue_details *out), \
		(q, j, tasks, n, out)) \
	HOOK(CHECK, struct capacity_result, non_preemptible_over_quota, \
		(struct job *j, struct task **tasks, int n), (j, tasks, n)) \
	HOOK(CHECK, struct capacity_result, task_over_capacity, (struct task *t, struct node *n), \
		(t, n)) \
	/* False: *out is not set, no plugin keeps figures of the queue. */ \
	HOOK(ONE, bool, queue_figures, (const struct queue *q, struct queue_figures *out), \
		(q, out)) \
	/* A new ledger of the queues in the arena; it agrees with on_allocate, on_deallocate and \
	 * queue_order. live: its amounts are the session's, see session/queue_ledger.h. */ \
	HOOK(ONE, struct queue_ledger *, queue_ledger, (struct arena *a, bool live), (a, live)) \
	/* ---- events (rules/02 10.3) ---- */ \
	HOOK(ALL, void, on_allocate, (struct task *t), (t)) \
	HOOK(ALL, void, on_deallocate, (struct task *t), (t)) \
	/* The task was added to, or removed from, the entries of task->node. */ \
	HOOK(ALL, void, on_storage_add, (struct task *t), (t)) \
	HOOK(ALL, void, on_storage_remove, (struct task *t), (t))
/* clang-format on */

#endif
