#include "shortcuts/certificates.h"

#include <limits.h>
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/job.h"
#include "model/bits.h"
#include "session/storage/storage.h"
#include "session/units.h"
#include "shortcuts/alike_pods.h"
#include "shortcuts/class_order.h"
#include "shortcuts/reversible.h"
#include "solvers/questions.h"

/* All that matters of a search. */
struct certificate {
	const struct queue *top, *leaf;
	bool free_leaf; /* any other leaf with a free one, below the same top queue, will do */
	bool preemptible;
	bool free_quota; /* preemptible or not, no quota refuses the pod */
	bool whole;      /* the job is one pod */
	const struct task *pod;
	struct own_turn turn;
	uint64_t *candidates, *feasible; /* search.victims by job index; search.feasible */
	struct strbuf record;
};
struct certificates {
	struct session *session;
	struct pending_jobs *pending;
	struct arena arena; /* of the walk */
	struct scenario_walk *walk;
	struct queue_ledger *ledger; /* live */
	const struct queue *trunk;   /* what the top queues have above them; NULL: nothing */
	bool total;                  /* the order of the top queues is */
	struct certificate now;      /* of the present search; top NULL: it has none */
	struct certificate *items;
	int n, cap;
};

struct certificates *certificates_new(struct session *s, struct pending_jobs *pending)
{
	struct certificates *c = xcalloc(1, sizeof *c);
	size_t jobs = (size_t)bit_blocks(s->c->n_jobs), nodes = (size_t)bit_blocks(s->c->n_nodes);

	c->session = s;
	c->pending = pending;
	c->now.candidates = xcalloc(jobs, sizeof *c->now.candidates);
	c->now.feasible = xcalloc(nodes, sizeof *c->now.feasible);
	return c;
}

void certificates_forget(struct certificates *c)
{
	for (int i = 0; i < c->n; i++) {
		free(c->items[i].candidates);
		free(c->items[i].feasible);
		strbuf_free(&c->items[i].record);
	}
	c->n = 0;
}

void certificates_free(struct certificates *c)
{
	certificates_forget(c);
	free(c->items);
	free(c->now.candidates);
	free(c->now.feasible);
	arena_free(&c->arena);
	free(c);
}

/* ---- the walk ---- */

enum { TOPS_MOST = 256 };

static const struct queue *only_root(const struct cluster *c)
{
	const struct queue *root = NULL;

	for (int i = 0; i < c->n_queues; i++) {
		if (c->queues[i]->parent)
			continue;
		if (root)
			return NULL;
		root = c->queues[i];
	}
	return root;
}

/* The lowest queue that has all others above it or below it; NULL: none has. */
static const struct queue *find_trunk(const struct cluster *c)
{
	const struct queue *trunk = only_root(c);

	while (trunk && trunk->n_children == 1 && trunk->children[0]->n_children)
		trunk = trunk->children[0];
	return trunk && trunk->n_children ? trunk : NULL;
}

static bool order_is_total(const struct certificates *c)
{
	const struct cluster *cluster = c->session->c;
	const struct queue *tops[TOPS_MOST];
	int n = 0;

	for (int i = 0; i < cluster->n_queues; i++) {
		if (cluster->queues[i]->parent != c->trunk)
			continue;
		if (n == TOPS_MOST)
			return false;
		tops[n++] = cluster->queues[i];
	}
	return queue_ledger_is_total(c->ledger, tops, n);
}

/* False: the order of queues is not known. */
static bool begin_walks(struct certificates *c)
{
	struct session *s = c->session;

	if (s->hooks.queue_order.n != 1 || !s->hooks.queue_ledger.fn)
		return false;
	if (!c->walk) {
		c->walk = scenario_walk_new(s, &c->arena);
		c->ledger = session_queue_ledger(s, &c->arena, true);
		c->trunk = find_trunk(s->c);
		c->total = order_is_total(c);
	}
	return c->total;
}

/* ---- what matters of a search ---- */

static const struct queue *top_of(const struct certificates *c, const struct queue *q)
{
	while (q && q->parent != c->trunk)
		q = q->parent;
	return q;
}

/* Only its request, the class order and lasting nodes decide where the pod goes. */
static bool is_plain(struct session *s, struct task *t)
{
	struct str text;

	return t->type == REQUEST_REGULAR && t->gpu.memory == 0 && t->gpu.fraction <= 1 &&
		!storage_matters(t) && !task_uses_dra(t) && !t->pod->spec->n_claims &&
		!t->pod->spec->overhead.n && !t->pod->nominated_node.n && reversible_pod(s, t) &&
		is_whole(t->request, s->c->slots.count) && class_order_knows(s, t) &&
		session_pre_predicate(s, t, &text);
}

/* No pod of the job has a place, and nothing confines it. */
static bool is_plain_job(const struct session *s, const struct job *j)
{
	return job_has_leaf(j) && j->n_pod_sets == 1 &&
		!counts_in(j->counts, SET_ACTIVE_ALLOCATED) && !j->active_drift &&
		!(s->hooks.node_choices.fn && j->constrained) && !s->hooks.confined_scores.n;
}

/* Amounts are whole, and no queue from the leaf to below the top queue limits the pod. */
static bool is_free_leaf(struct search *q, const struct certificate *k)
{
	const struct queue *above = k->leaf;
	const struct task *pod = k->pod;
	struct queue_figures g;

	if (above == k->top || reversibility_of(q) != REVERSIBLE)
		return false;
	for (; above != k->top; above = above->parent) {
		if (!session_queue_figures(q->session, above, &g))
			return false;
		for (int i = 0; i < 3; i++)
			if (g.limit[i] != -1 && pod->request[i] > 0 &&
				g.allocated[i] + pod->request[i] > g.limit[i])
				return false;
	}
	return true;
}

static bool has_no_quota(const struct session *s, const struct queue *q)
{
	struct queue_figures g;

	return session_queue_figures(s, q, &g) && g.deserved[SLOT_CPU] == -1 &&
		g.deserved[SLOT_MEMORY] == -1 && g.deserved[SLOT_GPU] == -1;
}

/* A job that may reclaim is within the quota of its leaf. */
static bool is_within_quotas(struct session *s, struct job *j)
{
	bool within = j->preemptible || session_can_reclaim(s, j);

	for (const struct queue *q = j->queue->parent; within && !j->preemptible && q;
		q = q->parent)
		within = has_no_quota(s, q);
	return within;
}

/* False: a job below the top queue is a candidate. */
static bool read_candidates(const struct certificates *c, struct search *q, struct certificate *k)
{
	struct job_list jobs = q->victims(q);

	memset(k->candidates, 0, (size_t)bit_blocks(q->session->c->n_jobs) * sizeof *k->candidates);
	for (int i = 0; i < jobs.n; i++) {
		if (top_of(c, jobs.items[i]->queue) == k->top)
			return false;
		bit_set(k->candidates, jobs.items[i]->index);
	}
	return true;
}

static void read_feasible(const struct search *q, struct certificate *k)
{
	int n = q->session->c->n_nodes;

	memset(k->feasible, 0, (size_t)bit_blocks(n) * sizeof *k->feasible);
	for (int i = 0; i < n; i++)
		if (q->feasible[i])
			bit_set(k->feasible, i);
}

/* ---- the turn of the preemptor ---- */

/* Victims' jobs may put a queue into the heap sooner. Where they alone do, nothing is known. */
static int last_filled(const struct certificates *c, const struct fixed_jobs *fixed,
	const struct job_list *candidates)
{
	int last = -1;

	for (int i = 0; i < candidates->n; i++)
		if (job_has_leaf(candidates->items[i]) &&
			fixed_jobs_first_rank(fixed, candidates->items[i]->queue) < 0)
			return INT_MAX;
	for (int i = 0; i < c->session->c->n_queues; i++) {
		int first = fixed_jobs_first_rank(fixed, c->session->c->queues[i]);

		last = first > last ? first : last;
	}
	return last;
}

static struct own_turn turn_of(struct certificates *c, struct search *q, struct job *preemptor)
{
	struct session *s = c->session;
	struct job_list candidates = q->victims(q);
	const struct fixed_jobs *fixed = pending_jobs_all(c->pending, preemptor->session_job);
	const struct queue *top = top_of(c, preemptor->queue);
	struct own_turn t;
	struct walk_job own;

	scenario_walk_fix(c->walk, &q->arena, fixed, top);
	own = scenario_walk_job(
		c->walk, preemptor, session_request_vector(s, preemptor, false), false);
	scenario_walk_start(c->walk, c->ledger, &own, 1);
	t = scenario_walk_follow(c->walk, top);
	t.leads &= preemptor->fill_rank <= last_filled(c, fixed, &candidates);
	return t;
}

/* ---- the certificate ---- */

/* False: later searches may differ from the present one. */
static bool certificate_of(struct certificates *c, struct search *q, struct certificate *k)
{
	struct session *s = c->session;
	struct task_list unit;

	if (q->by_lot || s->c->dice.thrown || !is_plain_job(s, q->job) || !begin_walks(c))
		return false;
	k->leaf = q->job->queue;
	k->top = top_of(c, k->leaf);
	unit = search_unit(q, q->job);
	if (!unit.n || !is_plain(s, unit.items[0]) || !read_candidates(c, q, k))
		return false;
	k->pod = unit.items[0];
	k->preemptible = q->job->preemptible;
	k->whole = q->job->n_tasks == 1;
	k->free_leaf = is_free_leaf(q, k);
	k->free_quota = is_within_quotas(s, q->job);
	k->turn = turn_of(c, q, partial_job(q, q->job, unit.items, 1));
	read_feasible(q, k);
	return session_lasting_nodes(s, k->pod) != NULL;
}

/* Whether the preemptor is one pod of the job, or the job is another one's: up to the turn it makes
 * no difference. */
static bool counts_later(const struct certificate *k)
{
	return k->whole || (!k->turn.leads && k->turn.next_at > k->turn.most_at);
}

static bool same_turn(const struct own_turn *a, const struct own_turn *b)
{
	return a->most_at == b->most_at && !queue_sort_key_order(&a->most, &b->most);
}

static bool same_queues(const struct certificate *a, const struct certificate *b)
{
	bool same_leaf = a->leaf == b->leaf;

	return a->top == b->top && (same_leaf || (a->free_leaf && b->free_leaf)) &&
		((same_leaf && a->preemptible == b->preemptible) ||
			(a->free_quota && b->free_quota));
}

static bool repeats(
	const struct session *s, const struct certificate *later, const struct certificate *earlier)
{
	return same_queues(later, earlier) && pods_are_alike(s, later->pod, earlier->pod) &&
		same_turn(&later->turn, &earlier->turn) &&
		bits_equal(later->candidates, earlier->candidates, s->c->n_jobs) &&
		bits_equal(later->feasible, earlier->feasible, s->c->n_nodes);
}

const struct strbuf *certificates_find(
	struct certificates *c, struct search *q, struct watched_turn *turn)
{
	if (!certificate_of(c, q, &c->now) || !counts_later(&c->now)) {
		c->now.top = NULL;
		return NULL;
	}
	for (int i = c->n - 1; i >= 0; i--)
		if (repeats(c->session, &c->now, &c->items[i]))
			return &c->items[i].record;
	*turn = (struct watched_turn){.top = c->now.top, .most = c->now.turn.most};
	memcpy(turn->request, c->now.turn.request, sizeof turn->request);
	return NULL;
}

static uint64_t *copy_set(const uint64_t *set, int n)
{
	size_t blocks = (size_t)bit_blocks(n);
	uint64_t *copy = xcalloc(blocks, sizeof *copy);

	memcpy(copy, set, blocks * sizeof *copy);
	return copy;
}

void certificates_add(struct certificates *c, const struct strbuf *record)
{
	struct certificate k = c->now;

	k.candidates = copy_set(k.candidates, c->session->c->n_jobs);
	k.feasible = copy_set(k.feasible, c->session->c->n_nodes);
	k.record = (struct strbuf){0};
	strbuf_addstr(&k.record, strbuf_str(record));
	ARRAY_GROW(c->items, c->n, c->cap);
	c->items[c->n++] = k;
}
