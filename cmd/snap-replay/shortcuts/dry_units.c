#include "shortcuts/dry_units.h"

#include "model/bits.h"

/* Each job has a place for its pods. */
static void lay_out(struct dry_units *u)
{
	const struct cluster *c = u->c;

	for (int i = 0, next = 0; i < c->n_jobs; i++) {
		u->first_pod[i] = next;
		next += c->jobs[i]->n_tasks;
	}
	for (int i = 0; i < c->n_tasks; i++)
		u->pod_of[i] = -1;
}

struct dry_units *dry_units_new(const struct cluster *c, struct arena *a)
{
	struct dry_units *u = ARENA_NEW(a, struct dry_units);
	size_t jobs = (size_t)c->n_jobs, tasks = (size_t)c->n_tasks,
	       task_blocks = (size_t)bit_blocks(c->n_tasks);

	*u = (struct dry_units){.c = c,
		.arena = a,
		.of = ARENA_ARRAY(a, jobs, struct dry_unit),
		.nodes = ARENA_ARRAY(a, tasks, const uint64_t *),
		.asked = ARENA_ARRAY(a, task_blocks, uint64_t),
		.jobs = ARENA_ARRAY(a, jobs, struct dry_job),
		.pods = ARENA_ARRAY(a, tasks, struct dry_pod),
		.first_pod = ARENA_ARRAY(a, jobs, int),
		.pod_of = ARENA_ARRAY(a, tasks, int),
		.staled = ARENA_ARRAY(a, task_blocks, uint64_t),
		.requests = ARENA_ARRAY(a, tasks, const double *),
		.classes = ARENA_ARRAY(a, tasks, int),
		.reachable = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t),
		.order = ARENA_ARRAY(a, jobs, struct job *)};
	lay_out(u);
	return u;
}

struct dry_unit *dry_units_look(struct dry_units *u, const struct job *j)
{
	struct dry_unit *one = &u->of[j->index];
	uint64_t mark = u->c->job_changed[j->index];

	if (one->mark != mark)
		one->has_surplus = one->has_pods = one->has_read = one->has_place = false;
	one->mark = mark;
	return one;
}

void dry_units_keep(struct dry_units *u, const struct job *j, struct task_list unit)
{
	struct dry_unit *one = &u->of[j->index];

	if (!one->pods.items)
		one->pods.items = ARENA_ARRAY(u->arena, (size_t)j->n_tasks, struct task *);
	for (int i = 0; i < unit.n; i++)
		one->pods.items[i] = unit.items[i];
	one->pods.n = unit.n;
	one->has_pods = true;
}

/* ---- how it was read ---- */

static void keep_class(struct dry_units *u, int class, const double *request)
{
	if (!u->requests[class])
		u->classes[u->n_classes++] = class;
	u->requests[class] = request;
}

static void keep_pod(struct dry_units *u, const struct dry_run *r, int at, const struct dry_pod *p)
{
	u->pods[at] = *p;
	keep_class(u, p->class, node_ledger_request(r->lane->nodes, p->class));
	for (int w = 0; w < bit_blocks(u->c->n_nodes); w++)
		u->reachable[w] |= p->eligible[w];
	if (p->stale)
		bit_set(u->staled, at);
}

void dry_units_keep_read(struct dry_units *u, const struct dry_run *r, struct task_list unit,
	const struct dry_job *dry)
{
	struct dry_job *kept = &u->jobs[dry->job->index];

	*kept = *dry;
	kept->first = kept->first_evicted = u->first_pod[dry->job->index];
	for (int i = 0; i < dry->job->n_tasks; i++) /* another unit may have been kept */
		u->pod_of[dry->job->tasks[i]->index] = -1;
	for (int i = 0; i < dry->n; i++) {
		keep_pod(u, r, kept->first + i, &r->pods[dry->first + i]);
		u->pod_of[unit.items[i]->index] = kept->first + i;
	}
	u->of[dry->job->index].has_read = true;
}

void dry_units_note_stale(struct dry_units *u, const struct bounds *f)
{
	int n = u->c->n_tasks;

	for (int i = bit_next(u->staled, 0, n); i < n; i = bit_next(u->staled, i + 1, n)) {
		u->pods[i].stale = u->pods[i].ways = NULL;
		u->pods[i].in_clique = false;
		bit_clear(u->staled, i);
	}
	for (int t = bit_next(f->stale, 0, n); t < n; t = bit_next(f->stale, t + 1, n)) {
		if (u->pod_of[t] < 0)
			continue;
		dry_run_note_stale(&u->pods[u->pod_of[t]], f, t);
		bit_set(u->staled, u->pod_of[t]);
	}
}
