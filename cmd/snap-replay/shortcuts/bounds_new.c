/* The memory of the bounds, made once for an action, and emptied for each search. */
#include "model/bits.h"
#include "shortcuts/bounds_kept.h"
#include "shortcuts/prefix_sets.h"

static void victims_new(const struct cluster *c, struct arena *a, struct victims *v)
{
	size_t nodes = (size_t)c->n_nodes, slots = (size_t)c->slots.count;

	v->blocks = bit_blocks(c->n_tasks);
	v->node_blocks = bit_blocks(c->n_nodes);
	v->summed = sparse_set_new(a, c->n_tasks);
	v->scenario = sparse_set_new(a, c->n_tasks);
	v->batches.cap = v->blocks;
	v->batches.numbers = ARENA_ARRAY(a, (size_t)v->blocks, uint64_t);
	v->elastic = ARENA_ARRAY(a, (size_t)c->n_tasks, unsigned short);
	v->stale = ARENA_ARRAY(a, slots, double);
	v->must = ARENA_ARRAY(a, slots, double);
	v->gain = ARENA_ARRAY(a, nodes * slots, double);
	v->on = ARENA_ARRAY(a, nodes, int);
	v->nodes = ARENA_ARRAY(a, (size_t)v->node_blocks, uint64_t);
	v->moved = ARENA_ARRAY(a, (size_t)v->node_blocks, uint64_t);
}

void pick_sums_new(const struct cluster *c, struct arena *a, struct pick_sums *p)
{
	size_t nodes = (size_t)c->n_nodes, slots = (size_t)c->slots.count;

	victims_new(c, a, &p->victims);
	p->sums.room = ARENA_ARRAY(a, nodes * slots, double);
	p->sums.pods = ARENA_ARRAY(a, nodes * SUMMED_CLASSES, double);
	p->sums.nodes = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	p->sums.more_room = ARENA_ARRAY(a, slots, double);
}

static struct candidates candidates_new(const struct cluster *c, struct arena *a)
{
	size_t jobs = (size_t)c->n_jobs;

	return (struct candidates){.jobs = ARENA_ARRAY(a, jobs, struct job *),
		.tasks = ARENA_ARRAY(a, (size_t)c->n_tasks, struct candidate),
		.stale = ARENA_ARRAY(a, jobs, struct job *)};
}

static int *queues_of_jobs(const struct cluster *c, struct arena *a)
{
	int *queues = ARENA_ARRAY(a, (size_t)c->n_jobs, int);

	for (int i = 0; i < c->n_jobs; i++)
		queues[i] = c->jobs[i]->queue ? c->jobs[i]->queue->index : -1;
	return queues;
}

static void list_tasks(struct bounds *f, const struct cluster *c, struct arena *a)
{
	int n = 0;

	f->tasks_of_jobs = ARENA_ARRAY(a, (size_t)c->n_tasks, int);
	f->first_task = ARENA_ARRAY(a, (size_t)c->n_jobs + 1, int);
	f->preemptible = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_jobs), uint64_t);
	for (int i = 0; i < c->n_jobs; i++) {
		f->first_task[i] = n;
		if (c->jobs[i]->preemptible)
			bit_set(f->preemptible, i);
		for (int k = 0; k < c->jobs[i]->n_tasks; k++)
			f->tasks_of_jobs[n++] = c->jobs[i]->tasks[k]->index;
	}
	f->first_task[c->n_jobs] = n;
}

/* The sums of the first pick, and place for those of others: memory for 4 million numbers at most.
 */
static void make_picks(struct bounds *f, const struct cluster *c, struct arena *a)
{
	int of_pick = c->n_nodes * (2 * c->slots.count + SUMMED_CLASSES), most = 4000000 / of_pick;
	struct pick_sums first = {0};

	f->most_picks = most < 1 ? 1 : most < PREFIX_SETS ? most : PREFIX_SETS;
	f->picks = ARENA_ARRAY(a, (size_t)f->most_picks, struct pick_sums);
	pick_sums_new(c, a, &first);
	f->victims = first.victims;
	f->sums = first.sums;
	f->n_picks = 1;
}

static void make_arrays(struct bounds *f, const struct cluster *c, struct arena *a)
{
	size_t nodes = (size_t)c->n_nodes, slots = (size_t)c->slots.count;

	f->slots = ARENA_ARRAY(a, slots, int);
	f->unit = ARENA_ARRAY(a, slots, double);
	f->need = ARENA_ARRAY(a, slots, double);
	f->room = ARENA_ARRAY(a, slots, double);
	f->spare = ARENA_ARRAY(a, slots, double);
	f->tight = ARENA_ARRAY(a, slots, double);
	f->least = ARENA_ARRAY(a, slots, double);
	f->left = ARENA_ARRAY(a, nodes * slots, double);
	f->usable = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_nodes), uint64_t);
	f->tasks = c->tasks;
	f->infos = ARENA_ARRAY(a, (size_t)c->n_tasks, struct victim_info);
	victims_new(c, a, &f->all);
	make_picks(f, c, a);
	f->all_slots = ARENA_ARRAY(a, slots, int);
	f->read_slots = ARENA_ARRAY(a, slots, int);
	f->stale = ARENA_ARRAY(a, (size_t)f->victims.blocks, uint64_t);
	f->first_stale = ARENA_ARRAY(a, (size_t)c->n_tasks, const struct stale_booking *);
	f->may_lose_booking = ARENA_ARRAY(a, (size_t)f->victims.blocks, uint64_t);
	f->spared = ARENA_ARRAY(a, (size_t)f->victims.blocks, uint64_t);
	f->ways = ARENA_ARRAY(a, (size_t)c->n_tasks, const struct stale_booking *);
	f->in_clique = ARENA_ARRAY(a, (size_t)f->victims.blocks, uint64_t);
	f->gang = ARENA_ARRAY(a, (size_t)c->n_tasks, struct task *);
	f->seen = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_jobs), uint64_t);
	f->recorded = ARENA_ARRAY(a, (size_t)f->victims.blocks, uint64_t);
	f->exempt_by_cache = ARENA_ARRAY(a, (size_t)bit_blocks(c->n_jobs), uint64_t);
	f->evicted = ARENA_ARRAY(a, (size_t)f->victims.blocks, uint64_t);
	f->everywhere = ARENA_ARRAY(a, nodes, bool);
	memset(f->everywhere, true, nodes);
	f->deficit.exempt = f->exempt = ARENA_ARRAY(a, (size_t)c->n_jobs, unsigned char);
	f->deficit.contribution = f->contribution = ARENA_ARRAY(a, (size_t)c->n_tasks, double);
	f->gives = ARENA_ARRAY(a, nodes * slots, bool);
	f->fates = ARENA_ARRAY(a, (size_t)c->n_jobs, unsigned char);
	f->queue_fates = ARENA_ARRAY(a, (size_t)c->n_queues, unsigned char);
	f->queues = queues_of_jobs(c, a);
	list_tasks(f, c, a);
	f->candidates = candidates_new(c, a);
}

/* Nothing of the search before is in it but memory, and what bounds_kept.h keeps. */
static void clear(struct bounds *f, const struct cluster *c)
{
	f->valid = f->reversible = f->drifts = f->reversible_preemptor = f->all_usable = false;
	f->preemptor = NULL;
	f->generation = f->candidates.generation = -1; /* nothing is read yet */
	f->n_slots = f->n_classes = 0;
	f->classes = NULL;
	f->any_tight = false;
	f->gap = NULL;
	f->domains = NULL;
	f->n_domains = 0;
	f->more = NULL;
	f->merged = 0;
	f->tried = 0;
	f->dry_run = NULL;
	memset(f->usable, 0, (size_t)bit_blocks(c->n_nodes) * sizeof *f->usable);
	memset(f->exempt, 0, (size_t)c->n_jobs);
	f->caches_exempt = false;
}

struct bounds *bounds_new(struct search *q)
{
	struct shortcuts *m = shortcuts_of(q);
	struct session *s = q->session;
	struct bounds *f;

	if (!m->kept)
		m->kept = bounds_kept_new(s);
	f = m->bounds = &m->kept->bounds;
	f->session = s;
	f->arena = &m->kept->arena;
	f->search++;
	f->reversibility = reversibility_of(q);
	if (f->reversibility == NEVER_REVERSIBLE)
		return f;
	if (!f->tasks)
		make_arrays(f, s->c, &m->kept->arena);
	clear(f, s->c);
	return f;
}
