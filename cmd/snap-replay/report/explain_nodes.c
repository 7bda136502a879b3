/* One pod on all nodes when the engine tries to place it: which nodes refuse it and why, which
 * accept it and with which score. */
#include <stdlib.h>

#include "common/mem.h"
#include "model/build/build.h"
#include "session/storage/storage.h"
#include "report/explain_private.h"

void explain_unit(struct session *s, const struct job *j, int pods, bool simulated)
{
	struct explain *x = s->trace.state;

	if (!explain_runs(x, j))
		return;
	x->simulated = simulated;
	x->begun = true;
	x->limited = false;
	x->pods = pods;
	x->placed = 0;
	x->visit->failed = NULL;
	x->visit->over = NULL;
	x->visit->pods = pods;
	x->visit->placed = x->visit->n_looks = x->visit->n_confined = 0;
	x->n_sets = 0;
}

void explain_limit(struct session *s, const struct job *j, const struct capacity_result *r)
{
	struct explain *x = s->trace.state;

	if (!explain_runs(x, j))
		return;
	x->begun = x->limited = true;
	if (x->simulated) {
		trace_why(s, "over capacity (" STR_FMT ")", STR_ARG(r->reason));
	} else {
		x->visit->text = r->text;
		x->visit->over = r->reason.p;
		explain_keep_levels(x, true);
	}
}

/* nodes is valid until the look is closed. */
static struct look *open_look(struct explain *x, const struct task *t, struct node_set nodes)
{
	struct visit *v = x->visit;

	ARRAY_GROW(v->looks, v->n_looks, v->cap_looks);
	x->look = v->looks[v->n_looks++] = ARENA_NEW(&x->arena, struct look);
	x->look->task = t;
	x->look->nodes = nodes.n;
	x->looked = nodes;
	x->n_scored = 0;
	return x->look;
}

static bool looks_at(const struct explain *x, const struct task *t)
{
	return x->follows && explain_runs(x, t->job) && (!x->simulated || x->final_probe);
}

bool explain_looks(const struct session *s, const struct task *t)
{
	return looks_at(explain_at(s), t);
}

/* ---- nodes that were not tried ---- */

static void unlooked(struct look *l, int nodes, const char *why)
{
	if (nodes > 0)
		l->unlooked[l->n_unlooked++] = (struct unlooked){why, nodes};
}

void explain_count_nodes(struct explain *x)
{
	const struct objects *o = x->session->c->objects;

	for (int i = 0; i < o->nodes.n; i++)
		x->other_pool += !in_shard(&o->params, &o->nodes.items[i]->meta.labels);
	x->no_worker = o->nodes.n - x->other_pool - x->session->c->n_nodes;
}

static void unlooked_outside(const struct explain *x, struct look *l)
{
	unlooked(l, x->other_pool, "of another node pool");
	unlooked(l, x->no_worker,
		"without the label of a GPU or CPU worker (restrictSchedulingNodes)");
}

void explain_refused(struct session *s, const struct task *t, struct str text)
{
	struct explain *x = s->trace.state;

	if (looks_at(x, t)) {
		struct look *l = open_look(x, t, (struct node_set){0});

		l->refused = text;
		unlooked_outside(x, l);
		unlooked(l, s->c->n_nodes, "since a check before all nodes refused the pod");
	}
	if (explain_runs(x, t->job))
		x->lacks = text;
}

/* ---- refusals ---- */

/* The reason without the names of node and pod, so that equal reasons are equal texts. */
static void add_generic(struct strbuf *b, struct str reason, struct str node)
{
	for (size_t i = 0; i < reason.n;) {
		if (node.n && reason.n - i >= node.n && !memcmp(reason.p + i, node.p, node.n)) {
			strbuf_addz(b, "NODE");
			i += node.n;
		} else {
			strbuf_addc(b, reason.p[i++]);
		}
	}
}

static struct refusal *refusal_like(struct explain *x, struct look *l, const struct refusal *like)
{
	struct refusal *r;

	for (int i = 0; i < l->n_refusals; i++)
		if (l->refusals[i].plugin == like->plugin && l->refusals[i].gpus == like->gpus &&
			str_eq(l->refusals[i].reason, like->reason) &&
			devices_alike(&l->refusals[i].devices, &like->devices))
			return &l->refusals[i];
	if ((l->n_refusals & (l->n_refusals - 1)) == 0) { /* grows by doubling */
		struct refusal *more = ARENA_ARRAY(
			&x->arena, l->n_refusals ? 2 * (size_t)l->n_refusals : 1, struct refusal);

		if (l->n_refusals)
			memcpy(more, l->refusals, (size_t)l->n_refusals * sizeof *more);
		l->refusals = more;
	}
	r = &l->refusals[l->n_refusals++];
	r->plugin = like->plugin;
	r->gpus = like->gpus;
	r->reason = arena_str(&x->arena, like->reason);
	return r;
}

static void widen(struct refusal *r, const struct node *n, int slot)
{
	double release = n->idle[slot] + n->releasing[slot], free = release > 0 ? release : 0;
	struct shortage *one = NULL;

	for (int i = 0; i < r->n_shortages && !one; i++)
		if (r->shortages[i].slot == slot)
			one = &r->shortages[i];
	if (!one) {
		if (r->n_shortages == VERDICT_MAX)
			return;
		one = &r->shortages[r->n_shortages++];
		*one = (struct shortage){
			slot, free, free, n->allocatable[slot], n->allocatable[slot]};
		return;
	}
	if (free < one->free_min)
		one->free_min = free;
	if (free > one->free_max)
		one->free_max = free;
	if (n->allocatable[slot] < one->capacity_min)
		one->capacity_min = n->allocatable[slot];
	if (n->allocatable[slot] > one->capacity_max)
		one->capacity_max = n->allocatable[slot];
}

static void refused_by(
	struct explain *x, struct node *n, const char *plugin, const struct verdict *v)
{
	struct strbuf b = {0};
	struct arena some = {0};
	struct refusal *r, like = {.plugin = plugin};

	for (int i = 0; i < v->n; i++) {
		if (v->slots[i] == SLOT_GPU)
			like.gpus = n->allocatable[SLOT_GPU];
		if (i)
			strbuf_addz(&b, "; ");
		add_generic(&b, v->reasons[i], n->name);
	}
	if (!v->n)
		strbuf_addz(&b,
			plugin ? "no reason given"
			       : "pods that are still terminating hold what is free");
	like.reason = strbuf_str(&b);
	if (plugin && !strcmp(plugin, "dynamicresources"))
		session_device_details(x->session, x->looking, n, &some, &like.devices);
	r = refusal_like(x, x->look, &like);
	strbuf_free(&b);
	if (!r->nodes++) {
		r->example = n;
		if (plugin && !strcmp(plugin, "numa"))
			r->zones = zone_words(x->session, x->looking, n);
		if (like.devices.n)
			session_device_details(x->session, x->looking, n, &x->arena, &r->devices);
	}
	arena_free(&some);
	for (int i = 0; i < v->n; i++)
		if (v->slots[i] != SLOT_NONE)
			widen(r, n, v->slots[i]);
}

/* False: the node refuses, which is counted. ORDER node_fits: the same checks
 * as there. */
static bool fits(struct explain *x, struct task *t, struct node *n)
{
	struct session *s = x->session;
	struct verdict v;

	v.n = 0;
	if (!node_fits_releasing_or_idle(s->c, n, t) ||
		(t->storage && !storage_on_releasing(s, n, t))) {
		fitting_error(s, t, n, &v);
		refused_by(x, n, NULL, &v);
		return false;
	}
	for (int i = 0; i < s->hooks.predicate.n; i++)
		if (!s->hooks.predicate.items[i].fn(s->hooks.predicate.items[i].state, t, n, &v)) {
			refused_by(x, n, s->hooks.predicate.items[i].plugin, &v);
			return false;
		}
	return true;
}

/* A node without a score is never tried. */
static void unscored(struct explain *x, const struct node *n, const char *plugin)
{
	const struct refusal like = {.plugin = plugin, .reason = STR("it has no score")};
	struct refusal *r = refusal_like(x, x->look, &like);

	if (!r->nodes++)
		r->example = n;
}

static void score(struct explain *x, struct task *t, struct node *n)
{
	struct session *s = x->session;
	struct scored_look *one = &x->scored[x->n_scored];

	one->node = n;
	one->score = 0;
	one->parts = x->parts + (size_t)x->n_scored * (size_t)s->hooks.node_order.n;
	for (int i = 0; i < s->hooks.node_order.n; i++) {
		one->parts[i] = 0;
		if (!s->hooks.node_order.items[i].fn(
			    s->hooks.node_order.items[i].state, t, n, &one->parts[i])) {
			unscored(x, n, s->hooks.node_order.items[i].plugin);
			return;
		}
		one->score += one->parts[i];
	}
	x->n_scored++;
}

void explain_look(struct session *s, struct task *t, const struct node_set *nodes)
{
	struct explain *x = s->trace.state;

	if (!looks_at(x, t))
		return;
	if (!x->scored) {
		x->scored = xcalloc((size_t)s->c->n_nodes, sizeof *x->scored);
		x->parts = xcalloc(
			(size_t)s->c->n_nodes * (size_t)s->hooks.node_order.n, sizeof(double));
	}
	open_look(x, t, *nodes);
	x->looking = t;
	unlooked_outside(x, x->look);
	if (!x->n_sets)
		x->offered = nodes->n;
	unlooked(x->look, s->c->n_nodes - x->offered, "without a free GPU and without a victim");
	unlooked(x->look, x->offered - nodes->n, "outside the domain that was tried");
	for (int i = 0; i < nodes->n; i++)
		if (fits(x, t, nodes->items[i]))
			score(x, t, nodes->items[i]);
}

/* ---- scores ---- */

static int best_first(const void *a, const void *b)
{
	const struct scored_look *l = a, *r = b;

	if (l->score != r->score)
		return l->score > r->score ? -1 : 1;
	return (l->node->index > r->node->index) - (l->node->index < r->node->index);
}

static int most_first(const void *a, const void *b)
{
	const struct refusal *l = a, *r = b;

	if (l->nodes != r->nodes)
		return l->nodes < r->nodes ? 1 : -1;
	return l->example->index - r->example->index;
}

/* The scratch is used again for the next pod. */
static double *parts_kept(struct explain *x, const double *parts)
{
	int n = x->session->hooks.node_order.n;
	double *kept = ARENA_ARRAY(&x->arena, (size_t)n, double);

	for (int i = 0; i < n; i++)
		kept[i] = parts[i];
	return kept;
}

static void group(struct explain *x, struct look *l, const struct scored_look *one)
{
	size_t size = (size_t)x->session->hooks.node_order.n * sizeof(double);
	struct score_group *last = l->n_best ? &l->best[l->n_best - 1] : NULL;

	if (last && last->score == one->score && !memcmp(last->parts, one->parts, size))
		last->nodes++;
	else if (l->n_best < SCORE_GROUPS)
		l->best[l->n_best++] =
			(struct score_group){one->score, parts_kept(x, one->parts), 1, one->node};
}

static void close_look(struct explain *x, const struct task *t, bool placed)
{
	struct look *l = x->look;

	l->chosen = placed ? t->node : NULL;
	if (!placed)
		explain_keep_miss(x);
	l->pipelined = placed && t->status == POD_PIPELINED;
	l->fit = x->n_scored;
	if (x->n_scored)
		qsort(x->scored, (size_t)x->n_scored, sizeof *x->scored, best_first);
	if (l->n_refusals)
		qsort(l->refusals, (size_t)l->n_refusals, sizeof *l->refusals, most_first);
	for (int i = 0; i < x->n_scored; i++) {
		if (x->scored[i].node == l->chosen) {
			l->chosen_score = x->scored[i].score;
			l->chosen_parts = parts_kept(x, x->scored[i].parts);
			l->better = i;
		} else {
			group(x, l, &x->scored[i]);
		}
	}
	x->look = NULL;
}

void explain_placed(struct session *s, const struct task *t, bool placed)
{
	struct explain *x = s->trace.state;

	if (!explain_runs(x, t->job)) {
		if (x->now && placed && !x->begun && !x->took_back.n && t->job && t->job->queue)
			x->took_back = t->job->queue->label;
		return;
	}
	x->placed += placed;
	x->visit->placed += placed;
	if (!placed && !x->visit->failed)
		x->visit->failed = t;
	if (x->look)
		close_look(x, t, placed);
}
