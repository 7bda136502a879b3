/* Places a task with the resource verdicts of its request class (fit_cache.h) and, where the class
 * order (class_order.h) is known, without scoring. Both decide as place_exhaustive does. */
#include "shortcuts/class_placing.h"

#include "model/bits.h"
#include "session/place/scratch.h"
#include "session/storage/storage.h"
#include "session/trace.h"
#include "shortcuts/fit_cache.h"
#include "shortcuts/gpu_nodes.h"

static void keep_possible(struct session *s, const struct task *t, uint64_t *mask)
{
	const uint64_t *lasting = session_lasting_nodes(s, t);

	for (int w = 0; lasting && w < bit_blocks(s->c->n_nodes); w++)
		mask[w] &= lasting[w];
	if (!lasting)
		session_keep_static_nodes(s, t, mask);
	if (storage_matters(t))
		storage_keep_reach(s, t, mask);
}

/* The nodes of the set, for a simulation without those that refuse the task for good: a refusal is
 * not noted there. */
static uint64_t *mask_of(
	struct session *s, const struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	uint64_t *mask = s->place->mask;

	memcpy(mask, nodes->bits, (size_t)bit_blocks(s->c->n_nodes) * sizeof *mask);
	if (pipeline_only)
		keep_possible(s, t, mask);
	return mask;
}

/* The nodes of the set whose books hold the task; in a simulation, those of them that may take it.
 */
static struct node_set candidates(struct session *s, const struct task *t,
	const struct fit_class *k, const struct node_set *nodes, bool pipeline_only)
{
	struct node_set some = {.items = s->fit_cache->candidates};
	bool simulates = pipeline_only && nodes->bits;
	const uint64_t *mask = simulates ? mask_of(s, t, nodes, true) : NULL;

	for (int i = 0; i < nodes->n; i++) {
		struct node *n = nodes->items[i];

		if (k->fits[n->index] && (!mask || bit_is_set(mask, n->index)) &&
			(!k->claims || storage_on_releasing(s, n, t)))
			some.items[some.n++] = n;
	}
	return some;
}

/* A node without room stands behind a chosen one that has it, unless a plugin gives it as much. */
static bool may_outrank(
	const struct session *s, const struct task *t, const struct node *n, double chosen_score)
{
	return chosen_score < SCORE_AVAILABLE || session_high_score(s, t, n);
}

/* Nodes without room that stand before the chosen one were tested before it. What they lack is
 * counted too: it is shown should the pod become a victim later and find no other place. */
static void record_tested_before(struct session *s, struct task *t, struct fit_class *k,
	const struct node_set *nodes, const struct scored_node *chosen)
{
	struct node_set one = {.n = 1};

	for (int i = 0; i < nodes->n; i++) {
		struct node *n = nodes->items[i];
		double score;

		if (k->fits[n->index] || !may_outrank(s, t, n, chosen->score) ||
			!node_score(s, t, n, &score))
			continue;
		one.items = &nodes->items[i];
		if (score > chosen->score ||
			(score == chosen->score && n->index < chosen->node->index))
			fit_cache_record(s, t, k, &one);
	}
}

/* place_exhaustive with verdicts of the task's class: nodes without room are not tested one by one,
 * but counted together, and scored only where they could stand before the one that is taken. Scores
 * have no side effects. */
static bool place_by_class(struct statement *st, struct task *t, struct fit_class *k,
	const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct node_set some = candidates(s, t, k, nodes, pipeline_only);
	struct node_order order;
	struct scored_node next;

	order_nodes(s, t, nodes, &some,
		&order); /* the pre-order hooks run in any case: podaffinity's remember */
	trace_look(s, t, nodes);
	while ((next = next_node(&order)).node) {
		if (!predicates_fit(s, t, next.node, !pipeline_only))
			continue;
		if (!pipeline_only)
			record_tested_before(s, t, k, nodes, &next);
		if (put_on_node(st, t, next.node, pipeline_only))
			return true;
	}
	if (!pipeline_only)
		fit_cache_record(s, t, fit_cache_of(s, t), nodes);
	return false;
}

/* place_exhaustive with the class's own order (shortcuts/class_order.h): the nodes come one by one,
 * and none is scored for that. */
static bool place_in_order(struct statement *st, struct task *t, struct fit_class *k,
	const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	uint64_t *mask = mask_of(s, t, nodes, pipeline_only);
	struct scored_node next;

	for (; (next.node = class_order_first(s, &k->order, mask));
		bit_clear(mask, next.node->index)) {
		if (!predicates_fit(s, t, next.node, !pipeline_only))
			continue;
		if (!pipeline_only) {
			session_node_pre_order(s, t, nodes);
			if (node_score(s, t, next.node, &next.score))
				record_tested_before(s, t, k, nodes, &next);
		}
		if (put_on_node(st, t, next.node, pipeline_only))
			return true;
		fit_cache_of(s, t); /* a failed try may have changed books */
	}
	if (!pipeline_only)
		fit_cache_record(s, t, fit_cache_of(s, t), nodes);
	return false;
}

/* place_in_order in a simulation, for a class without an order of its own (shortcuts/gpu_nodes.h).
 */
static bool place_by_gpus(struct statement *st, struct task *t, const struct gpu_nodes *g,
	const struct node_set *nodes)
{
	struct session *s = st->session;
	uint64_t *mask = mask_of(s, t, nodes, true);
	struct node *n;

	for (; (n = gpu_nodes_first(s, g, t, mask)); bit_clear(mask, n->index)) {
		if (!predicates_fit(s, t, n, false))
			continue;
		if (put_on_node(st, t, n, true))
			return true;
		gpu_nodes_of(s, t); /* a failed try may have changed books */
	}
	return false;
}

/* False: more than K and c decides. */
static bool ordered(struct session *s, const struct task *t, const struct node_set *nodes)
{
	/* a trace of all scores needs what the longer way prepares */
	return nodes->bits && !t->pod->nominated_node.n && !session_confined_scores(s, t) &&
		!trace_looks(s, t);
}

static bool uses_order(struct session *s, const struct task *t, const struct fit_class *k,
	const struct node_set *nodes)
{
	return k->order.served && ordered(s, t, nodes);
}

/* NULL: place the task by the order of its class. */
static const struct gpu_nodes *gpus_for(
	struct session *s, const struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	return pipeline_only && ordered(s, t, nodes) ? gpu_nodes_of(s, t) : NULL;
}

static enum placing place(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	const struct gpu_nodes *g = gpus_for(st->session, t, nodes, pipeline_only);
	struct fit_class *k;
	bool placed;

	if (g)
		return place_by_gpus(st, t, g, nodes) ? PLACING_DONE : PLACING_FAILED;
	k = fit_cache_of(st->session, t);
	/* what a node lacks is not counted by class where claims matter */
	if (!k || (k->claims && !pipeline_only))
		return PLACING_UNTRIED;
	placed = uses_order(st->session, t, k, nodes)
		? place_in_order(st, t, k, nodes, pipeline_only)
		: place_by_class(st, t, k, nodes, pipeline_only);
	return placed ? PLACING_DONE : PLACING_FAILED;
}

const struct fast_placing class_placing = {place};

/* ---- for --exhaustive ---- */

/* The node that place_in_order would choose; NULL: none, or place_by_class would place the task. */
static struct node *claimed_node(
	struct session *s, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	const struct gpu_nodes *g = gpus_for(s, t, nodes, pipeline_only);
	struct fit_class *k = g ? NULL : fit_cache_of(s, t);
	struct node *n = NULL;
	uint64_t *mask;

	if (!g && (!k || !uses_order(s, t, k, nodes)))
		return NULL;
	mask = mask_of(s, t, nodes, pipeline_only);
	while ((n = g ? gpu_nodes_first(s, g, t, mask) : class_order_first(s, &k->order, mask)) &&
		!predicates_fit(s, t, n, false))
		bit_clear(mask, n->index);
	/* a pod that the node's books still hold stays where it is (rules/04 9.3) */
	return n && !node_entry_of(n, t) ? n : NULL;
}

/* record_tested_before leaves out nodes without room that have no high score. */
static void prove_high_scores(struct session *s, struct task *t, const struct node_set *nodes)
{
	double score;

	for (int i = 0; i < nodes->n; i++) {
		struct node *n = nodes->items[i];

		if (!node_fits_releasing_or_idle(s->c, n, t) && !node_fits_idle(s->c, n, t) &&
			node_score(s, t, n, &score) && score >= SCORE_AVAILABLE &&
			!session_high_score(s, t, n))
			warn_input(s->warnings, t->key,
				"a short cut would have been wrong: a node without room has a high score");
	}
}

/* Places by place_exhaustive, too, and compares. That must not use verdicts that the claim kept.
 */
static enum placing prove(
	struct statement *st, struct task *t, const struct node_set *nodes, bool pipeline_only)
{
	struct session *s = st->session;
	struct node *claimed = claimed_node(s, t, nodes, pipeline_only);
	bool placed;

	s->known_fits.now = NULL;
	placed = place_exhaustive(st, t, nodes, pipeline_only);
	if (!pipeline_only)
		prove_high_scores(s, t, nodes);
	if (claimed && placed && t->node != claimed)
		warn_input(s->warnings, t->key,
			"a short cut would have been wrong: another node comes first");
	return placed ? PLACING_DONE : PLACING_FAILED;
}

const struct fast_placing class_placing_proved = {prove};
