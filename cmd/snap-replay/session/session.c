#include "session/session.h"

#include "session/bits.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "common/text.h"
#include "shortcuts/class_order.h"
#include "session/place/fit_cache.h"
#include "session/place/placement.h"
#include "session/walk/queue_walk.h"
#include "session/storage.h"

void *session_grow(void *items, int n, size_t size)
{
	return n & (n - 1) ? items : xrealloc_array(items, n ? 2 * (size_t)n : 1, size);
}

void session_on_close(struct session *s, plugin_close_fn *close, void *state)
{
	SESSION_HOOK(s, closers, close, state, NULL);
}

struct str plugin_arg(const struct plugin_option *o, const char *key)
{
	const struct str *v = labels_get(&o->arguments, str_of(key));

	return v ? *v : (struct str){0};
}

struct str session_text(struct session *s, const char *fmt, ...)
{
	va_list ap, again;
	size_t n;
	char *text;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = (size_t)vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	text = arena_alloc(&s->arena, n + 1);
	vsnprintf(text, n + 1, fmt, again);
	va_end(again);
	return (struct str){text, n};
}

void session_log(struct session *s, int level, const char *fmt, ...)
{
	struct text line = {0};
	va_list ap;

	if (level > s->verbosity)
		return;
	if (s->action)
		text_addf(&line, "[%s] ", s->action);
	va_start(ap, fmt);
	text_vaddf(&line, fmt, ap);
	va_end(ap);
	text_ours(&line, "\n");
	fwrite(line.made.s, 1, line.made.len, s->log);
	text_free(&line);
}

static void open_plugins(struct session *s)
{
	for (int i = 0; i < s->config->n_plugins; i++) {
		const struct plugin_option *o = &s->config->plugins[i];
		const struct plugin *p = plugin_find(o->name);

		if (!p)
			warn_doubt(s->warnings, o->name, SEE_CHECK, "unknown plugin, skipped");
		else if (p->open)
			p->open(s, o);
	}
}

/* rules/01 8.1. Queues that were left out because the scheduler hangs on them do exist. */
static void note_missing_queues(struct session *s)
{
	if (s->c->endless)
		return;
	for (int i = 0; i < s->c->n_jobs; i++) {
		struct job *j = s->c->jobs[i];

		if (!j->queue)
			fit_record_job(s, j, STR("QueueDoesNotExist"),
				session_text(s, "Queue '" STR_FMT "' does not exist",
					STR_ARG(j->object->queue)),
				(struct str){0});
	}
}

static void look_for_traits(struct session *s)
{
	for (int i = 0; i < s->c->n_tasks; i++) {
		const struct task *t = &s->c->tasks[i];
		const struct pod_spec *spec = t->pod->spec;

		s->preferred_terms |= spec->preferred_affinity.n || spec->preferred_anti_affinity.n;
		s->pod_terms |= s->preferred_terms || spec->affinity.n || spec->anti_affinity.n;
		s->stray_tasks |= t->node_name.n && !t->node;
		s->gpu_sharing |= t->type == REQUEST_FRACTION || t->type == REQUEST_GPU_MEMORY;
	}
}

bool session_queue_figures(
	const struct session *s, const struct queue *q, struct queue_figures *out)
{
	return s->queue_figures.n &&
		s->queue_figures.items[0].fn(s->queue_figures.items[0].ctx, q, out);
}

bool session_pre_predicates_pass(struct session *s, struct task *t, struct str *text)
{
	for (int i = 0; i < s->pre_predicate.n; i++)
		if (!s->pre_predicate.items[i].fn(s->pre_predicate.items[i].ctx, t, text))
			return false;
	return true;
}

void session_keep_static_nodes(const struct session *s, const struct task *t, uint64_t *set)
{
	for (int i = 0; i < s->static_nodes.n; i++) {
		const uint64_t *able = s->static_nodes.items[i].fn(s->static_nodes.items[i].ctx, t);

		for (int w = 0; w < bit_words(s->c->n_nodes); w++)
			set[w] &= able[w];
	}
}

bool session_same_static_nodes(const struct session *s, const struct task *l, const struct task *r)
{
	for (int i = 0; i < s->static_nodes.n; i++) {
		static_nodes_fn *fn = s->static_nodes.items[i].fn;
		void *ctx = s->static_nodes.items[i].ctx;

		if (fn(ctx, l) != fn(ctx, r))
			return false;
	}
	return true;
}

static bool known_generator(const struct session *s, struct str key)
{
	if (str_eq(key, STR("default")) || str_eq(key, STR("NodeLocalGreedy")) ||
		str_eq(key, STR("MultiNodeGang")))
		return true;
	for (int i = 0; i < s->n_generators; i++)
		if (str_eq(key, str_of(s->generators[i])))
			return true;
	return false;
}

static bool check_budget_keys(const struct session *s, struct error *e)
{
	for (int i = 0; i < s->config->n_generator_budgets; i++) {
		struct str key = s->config->generator_budgets[i].key;

		if (!known_generator(s, key))
			return error_set(e, SNAP_INPUT, "bad configuration",
				"unknown scenario generator budget key \"" STR_FMT "\"",
				STR_ARG(key));
	}
	return true;
}

/* rules/03 3.1: a depth of 0 or below -1 crashes the original. */
static bool check_depths(const struct session *s, struct error *e)
{
	for (int i = 0; i < s->config->n_depths; i++)
		if (s->config->depths[i].depth < -1 || s->config->depths[i].depth == 0)
			return error_set(e, SNAP_INPUT, "bad configuration",
				"queueDepthPerAction[\"" STR_FMT
				"\"] is %lld: want -1 or more than 0",
				STR_ARG(s->config->depths[i].action),
				(long long)s->config->depths[i].depth);
	return true;
}

bool session_open(struct session *s, struct cluster *c, struct warnings *w, struct error *e)
{
	uint64_t *all_bits;

	s->c = c;
	s->config = &c->objects->config;
	s->params = &c->objects->params;
	s->warnings = w;
	if (!s->log)
		s->log = stderr;
	if (!s->line_end)
		s->line_end = '\n';
	s->task_errors = ARENA_ARRAY(&s->arena, (size_t)c->n_tasks + 1, struct task_errors *);
	s->all_nodes.items = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes + 1, struct node *);
	s->all_nodes.n = c->n_nodes;
	s->order_scratch = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes + 1, struct scored_node);
	s->candidate_scratch = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes + 1, struct node *);
	all_bits = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes / 64 + 1, uint64_t);
	s->mask_scratch = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes / 64 + 1, uint64_t);
	for (int i = 0; i < c->n_nodes; i++) {
		s->all_nodes.items[i] = &c->nodes[i];
		bit_set(all_bits, i);
	}
	s->all_nodes.bits = all_bits;
	session_log(s, 2,
		"Session "
		" with <%d> Jobs, <%d> Queues and <%d> Nodes",
		c->n_jobs, c->n_queues, c->n_nodes);
	look_for_traits(s);
	walk_rank_jobs(s);
	note_missing_queues(s);
	storage_open(s);
	open_plugins(s);
	return check_budget_keys(s, e) && check_depths(s, e);
}

void session_close(struct session *s)
{
	for (int i = 0; i < s->closers.n; i++)
		s->closers.items[i].fn(s->closers.items[i].ctx);
	if (s->task_errors)
		fit_errors_free(s);
#define FREE_HOOKS(list) free(s->list.items)
	FREE_HOOKS(job_order);
	FREE_HOOKS(job_order_reason);
	FREE_HOOKS(task_order);
	FREE_HOOKS(subgroup_order);
	FREE_HOOKS(queue_order);
	FREE_HOOKS(queue_key);
	FREE_HOOKS(queue_key_order);
	FREE_HOOKS(queue_order_reason);
	FREE_HOOKS(node_pre_order);
	FREE_HOOKS(node_order);
	FREE_HOOKS(gpu_order);
	FREE_HOOKS(pre_predicate);
	FREE_HOOKS(victim_invariant);
	FREE_HOOKS(predicate);
	FREE_HOOKS(static_nodes);
	FREE_HOOKS(lasting_nodes);
	FREE_HOOKS(queue_ledger);
	FREE_HOOKS(can_reclaim);
	FREE_HOOKS(reclaim_victim_filter);
	FREE_HOOKS(reclaim_validator);
	FREE_HOOKS(reclaim_refuses_loss);
	FREE_HOOKS(preempt_victim_filter);
	FREE_HOOKS(preempt_validator);
	FREE_HOOKS(job_solution_start);
	FREE_HOOKS(job_over_capacity);
	FREE_HOOKS(non_preemptible_over_quota);
	FREE_HOOKS(task_over_capacity);
	FREE_HOOKS(queue_figures);
	FREE_HOOKS(capacity_details);
	FREE_HOOKS(on_allocate);
	FREE_HOOKS(on_deallocate);
	FREE_HOOKS(on_storage_add);
	FREE_HOOKS(on_storage_remove);
	FREE_HOOKS(closers);
#undef FREE_HOOKS
	fit_cache_free(s);
	free(s->gpu_scratch);
	free(s->members.items);
	arena_free(&s->arena);
}
