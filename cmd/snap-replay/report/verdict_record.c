/* What the verdict needs of the moment of a refusal, and what would be lost later: figures of
 * queues, the nearest node, the end of a minimum runtime. */
#include "model/selectors.h"
#include "plugins/predicates/checks.h"
#include "report/explain_private.h"
#include "session/storage/storage.h"
#include "session/trace.h"
#include "session/units.h"

/* ---- queues ---- */

static int depth_of(const struct queue *q)
{
	int n = 0;

	for (; q; q = q->parent)
		n++;
	return n;
}

static void keep_level(struct session *s, struct queue_level *out, const struct queue *q,
	const struct job *j, const struct task_list *unit)
{
	struct queue_details d = {0};
	struct queue_figures f = {{0}, {0}, {0}, {0}, {0}};

	session_capacity_details(s, q, j, unit->items, unit->n, &d);
	session_queue_figures(s, q, &f);
	out->queue = q;
	for (int i = 0; i < 3; i++) {
		out->requested[i] = d.group_requested[i];
		out->allocated[i] = d.allocated[i];
		out->allocated_np[i] = d.allocated_np[i];
		out->quota[i] = d.deserved[i];
		out->limit[i] = d.limit[i];
		out->fair_share[i] = f.fair_share[i];
	}
}

/* The unit is cached, since the engine has just computed it: this call changes nothing. */
void explain_keep_levels(struct explain *x, bool real)
{
	struct session *s = x->session;
	struct visit *v = x->visit;
	struct job *j = x->now->job;
	struct task_list unit;

	if (!j->queue || !s->hooks.capacity_details.fn || !j->unit_cached)
		return;
	unit = session_tasks_to_allocate(s, j, real);
	v->n_levels = 0;
	v->levels = ARENA_ARRAY(&x->arena, (size_t)depth_of(j->queue), struct queue_level);
	for (const struct queue *q = j->queue; q; q = q->parent)
		keep_level(s, &v->levels[v->n_levels++], q, j, &unit);
}

void explain_passed_over(struct session *s, const struct job *j, int how)
{
	struct explain *x = explain_at(s);

	if (!explain_runs(x, j))
		return;
	x->visit->passed = how;
	explain_keep_levels(x, false);
	/* can_reclaim takes GPU memory at another value than the capacity check */
	for (int i = 0; i < x->visit->n_levels && how == PASSED_INELIGIBLE &&
		x->now->job->unit_request_cached;
		i++)
		memcpy(x->visit->levels[i].requested, x->now->job->unit_sums,
			sizeof x->now->job->unit_sums);
}

/* ---- victims ---- */

void explain_protected(struct session *s, const struct job *victim, struct instant end)
{
	struct explain *x = explain_at(s);
	struct searched *q = x->now ? explain_search_of(x) : NULL;

	if (!q)
		return;
	if (!q->protected ++ || instant_cmp(end, q->protected_until) < 0) {
		q->protected_until = end;
		q->protected_job = victim->session_job;
	}
}

/* ---- nodes ---- */

/* Sets *lacks to what the node has too little of; returns the sum of the lacking parts. */
static double lacks_of(const struct session *s, const struct task *t, const struct node *n,
	struct lack *lacks, int *n_lacks)
{
	double sum = 0;

	*n_lacks = 0;
	for (int i = 0; i < s->c->slots.count; i++) {
		double release = n->idle[i] + n->releasing[i], free = release > 0 ? release : 0,
		       needed = i == SLOT_PODS ? 1 : t->request[i];

		if (!(needed > free) || *n_lacks == LACKS_MAX)
			continue;
		lacks[(*n_lacks)++] = (struct lack){i, needed, free};
		sum += (needed - free) / needed;
	}
	return sum;
}

static bool is_small(const struct node *n, const struct lack *lacks, int n_lacks)
{
	for (int i = 0; i < n_lacks; i++)
		if (n->allocatable[lacks[i].slot] < lacks[i].needed)
			return true;
	return false;
}

/* False: *why is the first reason. */
static bool willing(const struct session *s, struct task *t, struct node *n, struct str *why)
{
	struct verdict v;

	v.n = 0;
	*why = (struct str){0};
	for (int i = 0; i < s->hooks.predicate.n; i++)
		if (!s->hooks.predicate.items[i].fn(s->hooks.predicate.items[i].state, t, n, &v)) {
			if (v.n)
				*why = v.reasons[0];
			return false;
		}
	return true;
}

static bool has_room(struct session *s, struct task *t, struct node *n)
{
	return node_fits_releasing_or_idle(s->c, n, t) &&
		(!t->storage || storage_on_releasing(s, n, t));
}

/* A node that refuses for another reason than room, at least. */
static void count_unwilling(
	struct near_miss *miss, const struct task *t, const struct node *n, bool room)
{
	const struct pod_spec *spec = t->pod->spec;
	bool tainted = !taints_filter(spec, n->object),
	     unlabelled = !node_affinity_matches(spec, n->object);

	if (room)
		miss->unwilling++;
	else
		miss->both++;
	if (tainted == unlabelled || !n->ready)
		return;
	if (room && !miss->has_room)
		miss->tainted = miss->unlabelled = NULL;
	if (miss->has_room && !room)
		return;
	miss->has_room = room;
	if (tainted && !miss->tainted)
		miss->tainted = n;
	if (unlabelled && !miss->unlabelled)
		miss->unlabelled = n;
}

/* The plugins say nothing of zones and devices that do not refuse. */
static void keep_first(struct explain *x, struct near_miss *miss, struct node *n, struct str why)
{
	miss->first = n;
	miss->first_refusal = arena_str(&x->arena, why);
	miss->first_zones = zone_words(x->session, x->looking, n);
	session_device_details(x->session, x->looking, n, &x->arena, &miss->first_devices);
}

void explain_keep_miss(struct explain *x)
{
	struct task *t = x->looking;
	struct session *s = x->session;
	struct near_miss *miss = &x->look->miss;
	double least = 0;

	for (int i = 0; i < x->looked.n; i++) {
		struct node *n = x->looked.items[i];
		struct str why;
		bool full = n->idle[SLOT_PODS] + n->releasing[SLOT_PODS] < 1,
		     room = !full && has_room(s, t, n), takes = full || willing(s, t, n, &why);
		struct lack lacks[LACKS_MAX];
		int n_lacks;
		double sum;
		bool small;

		if (!takes) {
			count_unwilling(miss, t, n, room);
			if (!room && !miss->first_refusal.n)
				keep_first(x, miss, n, why);
			continue;
		}
		if (room)
			continue;
		sum = lacks_of(s, t, n, lacks, &n_lacks);
		small = is_small(n, lacks, n_lacks);
		miss->small += small;
		if (miss->lacking++ &&
			(small ? miss->lacking > miss->small || sum >= least
			       : miss->lacking - miss->small > 1 && sum >= least))
			continue;
		least = sum;
		miss->node = n;
		miss->n_lacks = n_lacks;
		memcpy(miss->lacks, lacks, sizeof miss->lacks);
	}
}
