#include "session/statement.h"

#include <stdlib.h>

#include "model/zones.h"
#include "session/sink.h"
#include "session/trace.h"
#include "session/booking.h"
#include "session/operations.h"

void statement_begin(struct statement *st, struct session *s)
{
	*st = (struct statement){.session = s};
}

void statement_free(struct statement *st)
{
	free(st->items);
	*st = (struct statement){.session = st->session};
}

/* Another task of the job has this status. */
static bool others_have(const struct task *t, enum pod_status status)
{
	return t->job->counts[status] > 0;
}

/* The pod was evicted in this statement before, by the valid operation `first`: queues and the
 * job's count lose it once more (rules/04 11). The books stay, but for those of device groups,
 * which need not: the eviction is booked out and in again. */
static bool evict_again(
	struct statement *st, struct task *t, const struct eviction *why, struct operation first)
{
	struct operation *op = operation_append(st, OP_EVICT, t);

	*op = first;
	op->eviction = *why;
	op->repeated = true;
	t->zones = first.old_zones;
	op->old_claims = t->claims; /* the first eviction changed them */
	if (status_in(first.old_status, SET_ACTIVE_ALLOCATED) && others_have(t, first.old_status))
		t->job->active_drift--;
	if (task_fractional(t))
		booking_update(st->session, t->node, t);
	session_on_deallocate(st->session, t);
	return true;
}

/* Operation i is a valid eviction of the task. */
static bool evicts(const struct statement *st, int i, const struct task *t)
{
	return i < st->n && st->items[i].kind == OP_EVICT && st->items[i].task == t &&
		!st->items[i].undone;
}

/* The earliest valid one; -1: none. The task remembers it; only after a pod was evicted twice it
 * has to be looked for. */
static int eviction_of(const struct statement *st, const struct task *t)
{
	if (evicts(st, t->eviction, t))
		return t->eviction;
	for (int i = 0; i < st->n; i++)
		if (evicts(st, i, t))
			return i;
	return -1;
}

bool statement_evict(struct statement *st, struct task *t, const struct eviction *why)
{
	struct session *s = st->session;
	struct operation *op;

	if (!t->node)
		return false;
	if (t->status == POD_RELEASING && eviction_of(st, t) >= 0)
		return evict_again(st, t, why, st->items[eviction_of(st, t)]);
	op = operation_append(st, OP_EVICT, t);
	operation_save(op, t);
	op->node = t->node;
	op->eviction = *why;
	if (!evicts(st, t->eviction, t))
		t->eviction = st->n - 1;
	job_set_status(s->c, t, POD_RELEASING);
	if (!booking_update(s, t->node, t)) {
		st->n--;
		return false;
	}
	session_on_deallocate(s, t);
	t->virtual_status = true; /* after booking: the node's entry does not see it */
	return true;
}

static bool same_device_groups(struct device_group_list a, struct device_group_list b)
{
	if (a.n != b.n)
		return false;
	for (int i = 0; i < a.n; i++)
		if (a.ids[i] != b.ids[i])
			return false;
	return true;
}

/* done: "allocated", "pipelined". */
static void log_after(
	struct session *s, int level, const char *done, const struct task *t, const struct node *n)
{
	session_log_placing(s, level,
		"After %s Task <" STR_FMT "> to Node <" STR_FMT
		">: idle <%s>, used <%s>, releasing <%s>",
		done, STR_ARG(t->key), STR_ARG(n->name), vector_text(s, n->idle),
		vector_text(s, n->used), vector_text(s, n->releasing));
}

static void log_gpu_moves(struct session *s, const struct task *t, const struct node *n,
	const struct node_entry *entry)
{
	struct str from, to;

	if (!s->log.placing || !session_logs(s, 6))
		return;
	from = device_groups_text(s, entry->device_groups);
	to = device_groups_text(s, t->device_groups);
	session_log(s, 6,
		"Task: <" STR_FMT "> already exists on node: <" STR_FMT
		"> on gpu index of: <" STR_FMT ">, moving it to index: <" STR_FMT ">",
		STR_ARG(t->key), STR_ARG(n->name), STR_ARG(from), STR_ARG(to));
}

static void log_pipelined(struct session *s, const struct task *t)
{
	struct str groups;

	if (!s->log.placing || !session_logs(s, 6))
		return;
	groups = device_groups_text(s, t->device_groups);
	session_log(s, 6,
		"Statement pipelined task: <" STR_FMT "> to node: <" STR_FMT
		">, gpuGroup: <" STR_FMT ">",
		STR_ARG(t->key), STR_ARG(t->node_name), STR_ARG(groups));
}

bool statement_pipeline(
	struct statement *st, struct task *t, struct node *n, bool update_if_present)
{
	struct session *s = st->session;
	struct node_entry *entry = node_entry_of(n, t);
	bool present = entry != NULL;
	bool gpu_moved = present && t->device_groups.n > 0 && t->received == RECEIVED_FRACTION &&
		!same_device_groups(t->device_groups, entry->device_groups);
	bool zones_moved = present && zones_differ(t->zones, entry->zones);
	struct operation *op;

	if (present && !update_if_present && !gpu_moved && !zones_moved) {
		t->device_groups = entry->device_groups; /* it comes home: nothing is pipelined */
		session_log_placing(s, 6,
			"Task: <" STR_FMT "> already exists on node: <" STR_FMT ">, unevicting it",
			STR_ARG(t->key), STR_ARG(n->name));
		session_log_placing(s, 6, "Unevicting task: " STR_FMT, STR_ARG(t->pod->meta.name));
		return statement_unevict(st, t);
	}
	op = operation_append(st, OP_PIPELINE, t);
	operation_save(op, t);
	op->node = n;
	if (gpu_moved) {
		log_gpu_moves(s, t, n, entry);
		op->old_device_groups = entry->device_groups;
	}
	if (zones_moved)
		op->old_zones = entry->zones;
	job_set_status(s->c, t, POD_PIPELINED);
	t->node = n;
	t->node_name = n->name;
	if (gpu_moved)
		booking_add(s, n, t, true);
	else if (present)
		booking_update(s, n, t);
	else
		booking_add(s, n, t, false);
	log_after(s, 6, "pipelined", t, n);
	session_on_allocate(s, t);
	t->virtual_status = true;
	log_pipelined(s, t);
	return true;
}

bool statement_allocate(struct statement *st, struct task *t, struct node *n)
{
	struct session *s = st->session;
	struct operation *op;

	job_set_status(s->c, t, POD_ALLOCATED);
	t->node = n;
	t->node_name = n->name;
	if (!booking_add(s, n, t, false))
		return false; /* status and node stay changed, as in the original */
	log_after(s, 5, "allocated", t, n);
	op = operation_append(st, OP_ALLOCATE, t);
	op->node = n;
	op->old_virtual = t->virtual_status;
	op->old_zones = t->zones;
	session_on_allocate(s, t);
	t->virtual_status = true;
	session_log_placing(s, 6, "Statement allocated task: <" STR_FMT "> to node: <" STR_FMT ">",
		STR_ARG(t->key), STR_ARG(n->name));
	return true;
}

/* ---- undo ---- */

static void evict_anew(struct statement *st, int target)
{
	struct operation op = st->items[target];

	statement_evict(st, op.task, &op.eviction);
	st->items[target].undone = false;
	op.task->eviction = target;
}

static void undo(struct statement *st, int i)
{
	struct operation op = st->items[i];

	if (op.undone)
		return;
	switch (op.kind) {
	case OP_EVICT: unevict(st->session, &op); break;
	case OP_PIPELINE: unpipeline(st->session, &op); break;
	case OP_ALLOCATE: unallocate(st->session, op.task, op.old_virtual, op.old_zones); break;
	case OP_UNEVICT: evict_anew(st, op.target); break;
	}
	st->items[i].undone = true;
}

bool statement_unevict(struct statement *st, struct task *t)
{
	int i = eviction_of(st, t);

	if (i < 0)
		return false;
	undo(st, i);
	operation_append(st, OP_UNEVICT, t)->target = i;
	return true;
}

int statement_checkpoint(const struct statement *st)
{
	return st->n;
}

void statement_rollback(struct statement *st, int checkpoint)
{
	for (int i = st->n - 1; i >= checkpoint; i--)
		undo(st, i);
	st->n = checkpoint;
}

void statement_discard(struct statement *st)
{
	statement_rollback(st, 0);
}

/* ---- whole job pipelined, commit ---- */

static bool allocation_of(const struct operation *op, const struct job *j)
{
	return op->kind == OP_ALLOCATE && op->task->job == j && !op->undone;
}

void statement_convert_to_pipelined(struct statement *st, struct job *j)
{
	int before = st->n, kept = 0;

	for (int i = 0; i < before; i++) {
		struct task *t = st->items[i].task;
		struct node *n = st->items[i].node;

		if (!allocation_of(&st->items[i], j))
			continue;
		unallocate(st->session, t, true, t->zones);
		statement_pipeline(st, t, n, true);
	}
	for (int i = 0; i < st->n; i++)
		if (i >= before || !allocation_of(&st->items[i], j))
			st->items[kept++] = st->items[i];
	st->n = kept;
}

/* The original snapshot-tool's API has dropped a pod that was evicted before: the eviction is taken
 * back on the node it was evicted from, but with the pod's present status, so that queues, and
 * perhaps two nodes, count it once more (rules/02 11.10). */
static void evict_in_vain(struct session *s, struct task *t, struct node *from)
{
	struct node *now_on = t->node;

	warn_input(s->warnings, t->key, "evicted again: the snapshot-tool's API finds it no more");
	session_error(s, "Failed to evict task <" STR_FMT ">: pod \"" STR_FMT "\" not found.",
		STR_ARG(t->key), STR_ARG(t->pod->meta.name));
	job_set_status(s->c, t, t->status);
	t->node = from; /* the plugins that listen to bookings look there */
	if (node_entry_of(from, t))
		booking_update(s, from, t);
	else
		booking_add(s, from, t, false);
	t->node = now_on;
	session_on_allocate(s, t);
	session_error(s,
		"Failed to evict task <" STR_FMT ">, error: <pod \"" STR_FMT "\" not found>",
		STR_ARG(t->key), STR_ARG(t->pod->meta.name));
}

/* False: the snapshot-tool's API refused it. */
static bool commit_evict(struct session *s, struct operation *op)
{
	struct task *t = op->task;

	session_log(s, 4, "Evicting task: " STR_FMT, STR_ARG(t->key));
	sink_evict(s, t, op->node, &op->eviction);
	trace_evicted(s, t, op->node, &op->eviction);
	if (s->like_snapshot_tool && t->evicted) {
		evict_in_vain(s, t, op->node);
		return false;
	}
	t->virtual_status = false;
	t->job->last_eviction = s->c->now;
	t->job->evicted = true;
	return true;
}

static void log_bind(struct session *s, const struct task *t)
{
	struct str groups;

	if (!session_logs(s, 3))
		return;
	groups = device_groups_text(s, t->device_groups);
	session_log(s, 3,
		"Creating bind request for task <" STR_FMT "> to node <" STR_FMT
		"> gpuGroup: <" STR_FMT ">, requires: <%s> GPUs",
		STR_ARG(t->key), STR_ARG(t->node_name), STR_ARG(groups),
		vector_text(s, t->request));
}

/* A bind request of the pod's name is there already (rules/02 12.1). */
static void log_bind_failed(struct session *s, const struct task *t)
{
	struct str why;

	if (!session_logs(s, 0))
		return;
	why = session_text(s, "bindrequests.scheduling.run.ai \"" STR_FMT "\" already exists",
		STR_ARG(t->pod->meta.name));
	session_error(s, "Failed to bind pod " STR_FMT " to node " STR_FMT ". " STR_FMT,
		STR_ARG(t->key), STR_ARG(t->node_name), STR_ARG(why));
	session_error(s, "Failed to bind task <" STR_FMT ">. Error: " STR_FMT, STR_ARG(t->key),
		STR_ARG(why));
	session_log(s, 4,
		"Cleaning up for failed allocation for task: <" STR_FMT "> on node: " STR_FMT,
		STR_ARG(t->key), STR_ARG(t->node_name));
	session_error(s, "Failed to allocate task. error: " STR_FMT, STR_ARG(why));
}

static bool commit_allocate(struct session *s, struct operation *op)
{
	struct task *t = op->task;

	session_log(s, 4, "Allocating task: " STR_FMT, STR_ARG(t->key));
	log_bind(s, t);
	if (map_get(&s->c->stuck_bind_requests, t->key)) {
		log_bind_failed(s, t);
		unallocate(s, t, false, NULL);
		return false;
	}
	sink_bind(s, t);
	job_set_status(s->c, t, POD_BINDING);
	t->virtual_status = op->old_virtual;
	return true;
}

/* Only now: the snapshot-tool's API drops pods while the session goes on, so that it still finds
 * one that the same commit evicts again (rules/02 11.10). */
static void mark_evicted(struct statement *st)
{
	for (int i = 0; i < st->n; i++)
		if (st->items[i].kind == OP_EVICT && !st->items[i].undone)
			st->items[i].task->evicted = true;
}

bool statement_commit(struct statement *st)
{
	struct session *s = st->session;
	bool ok = true;

	st->refused = NULL;
	if (st->n)
		session_log(s, 4, "Committing operations ...");
	for (int i = 0; i < st->n && ok; i++) {
		struct operation *op = &st->items[i];

		if (op->undone)
			continue;
		if (op->kind == OP_EVICT) {
			st->refused = commit_evict(s, op) ? NULL : op->task;
		} else if (op->kind == OP_PIPELINE) {
			session_log(s, 4, "Pipelining task: " STR_FMT, STR_ARG(op->task->key));
			sink_pipeline(s, op->task, op->node);
			trace_pipelined(s, op->task, op->node);
		} else if (op->kind == OP_ALLOCATE) {
			ok = commit_allocate(
				s, op); /* an error leaves the rest neither sent nor undone */
		}
	}
	mark_evicted(st);
	st->n = 0;
	return ok;
}

bool session_evict_now(struct session *s, struct task *t, const struct eviction *why)
{
	if (s->like_snapshot_tool && t->evicted)
		return false;
	sink_evict(s, t, t->node, why);
	trace_evicted(s, t, t->node, why);
	t->evicted = true;
	job_set_status(s->c, t, POD_RELEASING);
	if (!t->node || !booking_update(s, t->node, t))
		return false;
	session_on_deallocate(s, t);
	return true;
}
