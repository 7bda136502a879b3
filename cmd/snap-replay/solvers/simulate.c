/* One scenario: evict all victims, place preemptor and victims again in queue order, validate (kai/04 section 9). */
#include <stdlib.h>

#include "../report/explain.h"
#include "../session/class_order.h"
#include "common/mem.h"
#include "search.h"

struct simulation {
	struct search *q;
	const struct proposal *p;
	struct statement *st;
	struct task **victims;   /* recorded, then potential; a pod may stand twice (kai/04 section 11) */
	int n;
	struct node **added;     /* nodes of victims that were not in the probe's set */
	int n_added;
};

static int append_tasks(struct task **out, int at, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			out[at++] = b->items[i].tasks[k];
	return at;
}

static int count_tasks(const struct batches *b)
{
	int n = 0;

	for (int i = 0; i < b->n; i++)
		n += b->items[i].n;
	return n;
}

static bool evict_all(struct simulation *m)
{
	struct search *q = m->q;

	for (int i = 0; i < m->n; i++) {
		struct eviction why = {.gang_size = m->n, .action = q->action, .preemptor = m->p->preemptor->session_job};

		/* the action makes the message when it commits, from figures of the search's start: equal, and far fewer texts */
		if (!statement_evict(m->st, m->victims[i], &why)) {
			session_log(q->session, 0, "Failed to preempt task <" STR_FMT "> for PodInfos <" STR_FMT ">",
			            STR_ARG(m->victims[i]->key), STR_ARG(m->p->preemptor->key));
			return false;
		}
	}
	return true;
}

static void add_nodes(struct simulation *m, struct probe_nodes *nodes)
{
	for (int i = 0; i < m->n; i++) {
		struct node *n = m->victims[i]->node;

		if (nodes->in[n->index])
			continue;
		nodes->in[n->index] = true;
		m->added[m->n_added++] = n;
	}
}

static void drop_nodes(struct simulation *m, struct probe_nodes *nodes)
{
	for (int i = 0; i < m->n_added; i++)
		nodes->in[m->added[i]->index] = false;
}

/* Session jobs with a Pending task, the victims' jobs, and the preemptor in place of its original. */
static struct walk *simulation_walk(struct simulation *m, const bool *involved)
{
	struct session *s = m->q->session;
	struct walk_options options = {.depth = -1};
	struct walk *w = walk_new(s, &options);
	struct job *preemptor = m->p->preemptor;


	for (int i = 0; i < s->c->n_jobs; i++) {
		struct job *j = s->jobs_to_fill[i];

		if (j == preemptor->session_job)
			walk_fill_one(w, preemptor);
		else if (j->counts[POD_PENDING] > 0 || involved[j->index])
			walk_fill_one(w, j);
	}
	return w;
}

/* True: the preemptor was placed. Pops until it and all victims' jobs were handled; what comes behind has no effect. */
static bool replace_all(struct simulation *m, const struct node_set *set, const bool *involved, int left)
{
	struct session *s = m->q->session;
	struct walk *w = simulation_walk(m, involved);
	bool done = false;
	struct job *j;

	while (left > 0 && (j = walk_pop(w))) {
		if (j != m->p->preemptor && !involved[j->index])
			continue;
		left--;
		session_request_vector(s, j, false);
		if (j != m->p->preemptor) {
			place_job(m->st, j, set, true); /* a failure is accepted: its tasks stay evicted */
			continue;
		}
		done = place_job(m->st, j, set, true);
		if (!done)
			break;
	}
	walk_free(w);
	return done;
}

static bool place_again(struct simulation *m, const struct probe_nodes *nodes)
{
	struct session *s = m->q->session;
	bool *involved = xcalloc((size_t)s->c->n_jobs + 1, sizeof *involved);
	struct node_set set = {xcalloc((size_t)s->c->n_nodes + 1, sizeof(struct node *)), 0, NULL};
	uint64_t *bits;
	int left = 1;
	bool ok;

	for (int i = 0; i < m->n; i++) {
		left += !involved[m->victims[i]->job->index];
		involved[m->victims[i]->job->index] = true;
	}
	if (involved[m->p->preemptor->index]) /* the clone replaces the session job of the same id */
		left--;
	bits = xcalloc((size_t)s->c->n_nodes / 64 + 1, sizeof *bits);
	for (int i = 0; i < s->c->n_nodes; i++)
		if (nodes->in[i]) {
			set.items[set.n++] = &s->c->nodes[i];
			node_bit_set(bits, i);
		}
	set.bits = bits;
	ok = replace_all(m, &set, involved, left);
	free(bits);
	free(set.items);
	free(involved);
	return ok;
}

static bool last_entry(const struct simulation *m, int i)
{
	for (int k = i + 1; k < m->n; k++)
		if (m->victims[k] == m->victims[i])
			return false;
	return true;
}

enum fate { BACK, GONE, MOVED };

/* The eviction of entry i is operation i of the statement. */
static enum fate fate_of(const struct simulation *m, int i)
{
	const struct operation *op = &m->st->items[i];

	if (op->undone)
		return op->old_status == POD_PIPELINED ? MOVED : BACK;
	return last_entry(m, i) && m->victims[i]->status == POD_PIPELINED ? MOVED : GONE;
}

static void tell_victims(struct simulation *m, struct solution *out)
{
	struct arena *a = &m->q->arena;

	out->victims.items = ARENA_ARRAY(a, (size_t)m->n + 1, struct task *);
	out->victims.n = 0;
	out->nodes = ARENA_ARRAY(a, (size_t)m->n + 1, struct node *);
	for (int fate = GONE; fate <= MOVED; fate++)
		for (int i = 0; i < m->n; i++)
			if ((int)fate_of(m, i) == fate) {
				out->nodes[out->victims.n] = m->st->items[i].node;
				out->victims.items[out->victims.n++] = m->victims[i];
			}
}

/* ---- validation ---- */

static bool validate(struct simulation *m)
{
	struct arena *a = &m->q->arena;
	struct scenario s = {.preemptor = m->p->preemptor};
	struct scenario_victims *v = ARENA_ARRAY(a, (size_t)m->n + 1, struct scenario_victims);

	s.victims = v;
	for (int i = 0; i < m->n; i++) {
		struct job *j = m->victims[i]->job;
		int at = 0;

		while (at < s.n_victims && v[at].job != j)
			at++;
		if (at == s.n_victims)
			v[s.n_victims++] = (struct scenario_victims){j, ARENA_ARRAY(a, (size_t)m->n, struct task *), 0};
		v[at].tasks[v[at].n++] = m->victims[i];
	}
	return m->q->validate(m->q, &s);
}

/* ---- batches to record (kai/04 section 9.4) ---- */

static bool batch_has(const struct batch *b, const struct task *t)
{
	for (int i = 0; i < b->n; i++)
		if (b->tasks[i] == t)
			return true;
	return false;
}

static const struct batch *batch_of(const struct proposal *p, const struct task *t)
{
	const struct batches *both[2] = {&p->recorded, &p->potential};

	for (int side = 0; side < 2; side++)
		for (int i = 0; i < both[side]->n; i++)
			if (both[side]->items[i].job == t->job && batch_has(&both[side]->items[i], t))
				return &both[side]->items[i];
	return NULL;
}

static bool recorded_already(const struct batches *b, const struct task *t)
{
	for (int i = 0; i < b->n; i++)
		if (b->items[i].job == t->job && batch_has(&b->items[i], t))
			return true;
	return false;
}

/* The lists of the jobs, in order of first appearance. */
static void tell_batches(struct simulation *m, struct solution *out)
{
	struct batches found = {0};

	for (int i = 0; i < out->victims.n; i++)
		if (!recorded_already(&found, out->victims.items[i]))
			batches_add(m->q, &found, *batch_of(m->p, out->victims.items[i]));
	out->batches = (struct batches){0};
	for (int i = 0; i < found.n; i++) {
		bool first = true;

		for (int k = 0; k < i && first; k++)
			first = found.items[k].job != found.items[i].job;
		for (int k = i; first && k < found.n; k++)
			if (found.items[k].job == found.items[i].job)
				batches_add(m->q, &out->batches, found.items[k]);
	}
}

static bool run(struct simulation *m, struct probe_nodes *nodes, struct solution *out)
{
	struct search_counts *counts = &m->q->counts;

	if (!evict_all(m))
		return false;
	add_nodes(m, nodes);
	if (!place_again(m, nodes)) {
		counts->preemptor_failed++;
		drop_nodes(m, nodes);
		return false;
	}
	if (!validate(m)) {
		counts->refused++;
		drop_nodes(m, nodes);
		return false;
	}
	tell_victims(m, out);
	tell_batches(m, out);
	return true;
}

bool simulate(struct search *q, const struct proposal *p, struct probe_nodes *nodes, struct solution *out)
{
	struct simulation m = {.q = q, .p = p, .st = &q->statement};
	int n = count_tasks(&p->recorded) + count_tasks(&p->potential);
	bool ok;

	if (!n)
		return false;
	m.victims = ARENA_ARRAY(&q->arena, (size_t)n, struct task *);
	m.added = ARENA_ARRAY(&q->arena, (size_t)n, struct node *);
	m.n = append_tasks(m.victims, append_tasks(m.victims, 0, &p->recorded), &p->potential);
	q->counts.simulated++;
	statement_begin(&q->statement, q->session);
	if (q->session->explain)
		explain_scenario(q->session);
	ok = run(&m, nodes, out);
	if (!ok) {
		if (q->session->explain)
			explain_scenario_failed(q->session);
		statement_discard(&q->statement);
		statement_free(&q->statement);
	}
	return ok;
}
