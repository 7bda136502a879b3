#include "session/session.h"

#include <stdlib.h>

#include "common/mem.h"
#include "model/bits.h"
#include "session/members.h"
#include "session/place/scratch.h"
#include "session/walk/queue_walk.h"
#include "session/storage/storage.h"
#include "session/plugin.h"

void session_on_close(struct session *s, plugin_close_fn *close, void *state)
{
	s->closers = hook_grow(s->closers, s->n_closers, sizeof *s->closers);
	s->closers[s->n_closers].fn = close;
	s->closers[s->n_closers++].state = state;
}

struct str plugin_arg(const struct plugin_option *o, const char *key)
{
	const struct str *v = labels_get(&o->arguments, str_of(key));

	return v ? *v : (struct str){0};
}

static void open_plugins(struct session *s)
{
	for (int i = 0; i < s->config->n_plugins; i++) {
		const struct plugin_option *o = &s->config->plugins[i];
		const struct plugin *p = plugin_find(o->name);

		if (!p)
			warn_doubt(s->warnings, o->name, SEE_CHECK, "unknown plugin, skipped");
		else
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

void session_keep_static_nodes(const struct session *s, const struct task *t, uint64_t *set)
{
	const uint64_t *able = session_static_nodes(s, t);

	for (int w = 0; able && w < bit_blocks(s->c->n_nodes); w++)
		set[w] &= able[w];
}

bool session_same_static_nodes(const struct session *s, const struct task *l, const struct task *r)
{
	return session_static_nodes(s, l) == session_static_nodes(s, r);
}

void session_add_generator(struct session *s, const char *name)
{
	for (int i = 0; i < s->n_generators; i++)
		if (strcmp(s->generators[i], name) == 0)
			return;
	s->generators[s->n_generators++] = name;
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

static void log_snapshot(struct session *s)
{
	const struct cluster *c = s->c;

	session_log(s, 2, "Taking cluster snapshot ...");
	for (int i = 0; i < c->n_jobs; i++)
		for (int k = 0; k < c->jobs[i]->n_invalid; k++)
			session_warn(s, 0,
				"AddTaskInfo for task <" STR_FMT "> of podGroup: <" STR_FMT
				">: SubGroup not found <" STR_FMT ">",
				STR_ARG(c->jobs[i]->invalid[k]->key), STR_ARG(c->jobs[i]->key),
				STR_ARG(c->jobs[i]->invalid[k]->subgroup));
	session_log(s, 4,
		"Snapshot info - PodGroupInfos: <%d>, BindRequests: <%d>, Queues: <%d>, Nodes: <%d> in total for scheduling",
		c->n_jobs, c->n_bind_requests, c->n_queues, c->n_nodes);
	/* the scheduler prints the session's id between two blanks; a replay has none */
	session_log(s, 2, "Session  with <%d> Jobs, <%d> Queues and <%d> Nodes", c->n_jobs,
		c->n_queues, c->n_nodes);
}

bool session_open(struct session *s, struct cluster *c, struct warnings *w, struct error *e)
{
	uint64_t *all_bits;

	s->c = c;
	s->config = &c->objects->config;
	s->params = &c->objects->params;
	s->warnings = w;
	if (!s->log.to)
		s->log.to = stderr;
	if (!s->log.line_end)
		s->log.line_end = '\n';
	fit_errors_open(s);
	s->all_nodes.items = ARENA_ARRAY(&s->arena, (size_t)c->n_nodes, struct node *);
	s->all_nodes.n = c->n_nodes;
	all_bits = ARENA_ARRAY(&s->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	place_scratch_open(s);
	members_open(s);
	for (int i = 0; i < c->n_nodes; i++) {
		s->all_nodes.items[i] = &c->nodes[i];
		bit_set(all_bits, i);
	}
	s->all_nodes.bits = all_bits;
	log_snapshot(s);
	s->traits = traits_of(c);
	walk_rank_jobs(s);
	note_missing_queues(s);
	storage_open(s);
	open_plugins(s);
	return check_budget_keys(s, e) && check_depths(s, e);
}

void session_close(struct session *s)
{
	for (int i = 0; i < s->n_closers; i++)
		s->closers[i].fn(s->closers[i].state);
	fit_errors_free(s);
	hooks_free(&s->hooks);
	free(s->closers);
	place_scratch_free(s);
	members_free(s);
	arena_free(&s->arena);
}
