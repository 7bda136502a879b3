/* What the bounds know of one victim, and what it adds to the sums of struct victims
 * (bounds_private.h). */
#include "model/job.h"
#include "model/bits.h"
#include "shortcuts/bounds_kept.h"
#include "session/place/scratch.h"
#include "session/storage/storage.h"
#include "solvers/searches.h"

/* ---- one victim ---- */

/* By index, so that the job itself need not be read. */
static enum victim_fate fate_of_job(struct search *q, struct bounds *f, int job)
{
	unsigned char *known = &f->fates[job], *its = known;

	if (*known)
		return (enum victim_fate)(*known - 1);
	if (q->fate_by_queue && f->queues[job] >= 0)
		its = &f->queue_fates[f->queues[job]];
	if (!*its)
		*its = (unsigned char)(1 +
			(q->fate ? q->fate(q, f->preemptor, q->session->c->jobs[job])
				 : MAY_BE_LOST));
	*known = *its;
	return (enum victim_fate)(*known - 1);
}

enum victim_fate bounds_fate(struct search *q, struct bounds *f, struct job *j)
{
	return fate_of_job(q, f, j->index);
}

static int elastic_set(const struct task *t)
{
	const struct pod_set *p = t->pod_set;

	return p && pod_set_active(p) > p->min ? p->tasks[0]->index : -1;
}

/* Found by the address of the task, so that the task itself need not be read. */
static struct victim_info *info_of(struct bounds *f, const struct task *t)
{
	struct victim_info *b = &f->infos[t - f->tasks];

	if (b->kind != VICTIM_NOT_READ)
		return b;
	*b = (struct victim_info){
		.merged = b->merged, .knows_able = b->knows_able, .able = b->able};
	b->active = status_in(t->status, SET_ACTIVE_ALLOCATED);
	b->kind = bit_is_set(f->may_lose_booking, t->index) ||
			!reversible_victim(f->session, t, f->reversibility)
		? VICTIM_OTHER
		: t->type == REQUEST_MIG ? VICTIM_MIG
					 : VICTIM_WHOLE;
	if (b->kind != VICTIM_OTHER) {
		b->node = t->node->index;
		b->job = t->job->index;
		b->request = t->request;
		b->pipelined = t->status == POD_PIPELINED;
		b->in_pod_set = t->pod_set != NULL;
		b->loss_counts = b->in_pod_set && !bit_is_set(f->spared, t->index);
		b->in_clique = bit_is_set(f->in_clique, t->index);
		b->elastic = elastic_set(t);
		b->may_lose = storage_may_lose(f->session, t);
		b->noted = searches_note(f->session->searches, t->job);
	}
	return b;
}

/* What the node books for the pod (rules/01 7.3, "charge"). A MIG pod is booked by profile,
 * not as GPUs. */
double bounds_charge(const struct session *s, const struct task *t, int node, int slot)
{
	if (!node_books(s->c, &s->c->nodes[node], slot) ||
		(t->type == REQUEST_MIG && slot == SLOT_GPU))
		return 0;
	return t->request[slot];
}

bool bounds_is_pipelined(struct bounds *f, const struct task *t)
{
	return info_of(f, t)->pipelined;
}

const struct victim_info *bounds_info(struct bounds *f, int task)
{
	const struct victim_info *b = &f->infos[task];

	return b->kind == VICTIM_NOT_READ ? info_of(f, &f->tasks[task]) : b;
}

bool bounds_is_reversible(struct bounds *f, const struct task *t)
{
	return bounds_may_be_reversible(f, t) && !info_of(f, t)->may_lose;
}

bool bounds_leaves_nothing(struct bounds *f, const struct task *t)
{
	return bounds_is_reversible(f, t) && !(f->records && info_of(f, t)->noted);
}

bool bounds_may_be_reversible(struct bounds *f, const struct task *t)
{
	return info_of(f, t)->kind != VICTIM_OTHER;
}

int bounds_elastic_set(struct bounds *f, const struct task *t)
{
	const struct victim_info *b = info_of(f, t);

	return b->kind == VICTIM_OTHER ? -1 : b->elastic;
}

bool bounds_must_return(struct search *q, struct bounds *f, const struct task *t)
{
	const struct victim_info *b = info_of(f, t);

	return (b->loss_counts || b->in_clique) && fate_of_job(q, f, b->job) == MUST_RETURN;
}

bool bounds_loss_fails(struct search *q, struct bounds *f, const struct task *t)
{
	const struct victim_info *b = info_of(f, t);

	return b->in_pod_set && fate_of_job(q, f, b->job) == MUST_RETURN;
}

bool victims_must_return(const struct bounds *f, const struct task *t)
{
	const struct victim_info *b = &f->infos[t->index];

	return f->fates[b->job] == 1 + MUST_RETURN && b->in_pod_set;
}

/* A lower bound for every node: a MIG pod takes profiles, which nodes book under several names.
 */
double bounds_least_charge(const struct task *t, int slot)
{
	return t->type == REQUEST_REGULAR || slot <= SLOT_MEMORY ? t->request[slot] : 0;
}

/* The same, from what is kept of a reversible pod. */
static double least_of(const struct victim_info *b, int slot)
{
	return b->kind == VICTIM_WHOLE || slot <= SLOT_MEMORY ? b->request[slot] : 0;
}

static double charge_of(const struct bounds *f, const struct victim_info *b, int column)
{
	bool profile = b->kind == VICTIM_MIG && f->slots[column] == SLOT_GPU;

	return f->gives[b->node * f->n_slots + column] && !profile ? b->request[f->slots[column]]
								   : 0;
}

double bounds_contribution(const struct bounds *f, int task, int column)
{
	const struct victim_info *b = &f->infos[task];
	double sum = bit_is_set(f->usable, b->node) ? charge_of(f, b, column) : 0;

	return f->fates[b->job] == 1 + MUST_RETURN && b->loss_counts
		? sum - least_of(b, f->slots[column])
		: sum;
}

bool bounds_add_usable(const struct session *s, const struct task *t, uint64_t *set)
{
	int blocks = bit_blocks(s->c->n_nodes);
	bool grown = false;

	memset(s->place->mask, 0xff, (size_t)blocks * sizeof *set);
	session_keep_static_nodes(s, t, s->place->mask);
	for (int w = 0; w < blocks; w++) {
		grown |= (s->place->mask[w] & ~set[w]) != 0;
		set[w] |= s->place->mask[w];
	}
	return grown;
}

bool bounds_all_usable(const struct bounds *f)
{
	int n = f->session->c->n_nodes;

	for (int w = 0; w < n / 64; w++)
		if (f->usable[w] != UINT64_MAX)
			return false;
	for (int i = n / 64 * 64; i < n; i++)
		if (!bit_is_set(f->usable, i))
			return false;
	return true;
}

/* ---- in and out ---- */

/* By slot, without what the node does not have; a MIG pod gives what the node books for it. */
static void add_gain(struct bounds *f, const struct victim_info *b, double sign)
{
	int at = b->node * f->n_slots;

	f->victims.columns = f->n_slots;
	bit_set(f->victims.moved, b->node);
	for (int i = 0; i < f->n_slots; i++)
		f->victims.gain[at + i] += sign * charge_of(f, b, i);
}

static void count_on_node(struct victims *v, int node, int one)
{
	v->on[node] += one;
	if (v->on[node])
		bit_set(v->nodes, node);
	else
		bit_clear(v->nodes, node);
}

static bool same_sets(const struct session *s, const uint64_t *l, const uint64_t *r)
{
	return l == r || (l && r && bits_equal(l, r, s->c->n_nodes));
}

/* The number of the task's set; ABLE_SETS: it is none of the first ones. */
static int able_set_of(const struct session *s, struct bounds *f, const struct task *t)
{
	const uint64_t *able = session_static_nodes(s, t);

	for (int i = 0; i < f->n_able_sets; i++)
		if (same_sets(s, f->able_sets[i], able))
			return i;
	if (f->n_able_sets == ABLE_SETS)
		return ABLE_SETS;
	f->able_sets[f->n_able_sets] = able;
	return f->n_able_sets++;
}

/* The nodes to which the victim may be moved are usable, too. Most victims have the same nodes as
 * others. */
static void merge_usable(
	const struct session *s, struct bounds *f, const struct task *t, struct victim_info *b)
{
	if (f->all_usable || b->merged == f->search)
		return;
	b->merged = f->search;
	if (!b->knows_able)
		b->able = able_set_of(s, f, t);
	b->knows_able = true;
	if (b->able < ABLE_SETS && f->merged >> b->able & 1)
		return;
	if (b->able < ABLE_SETS)
		f->merged |= UINT64_C(1) << b->able;
	if (!bounds_add_usable(s, t, f->usable))
		return;
	f->valid = false;
	f->all_usable = bounds_all_usable(f);
}

static void count_in_set(struct victims *v, int set, int one)
{
	unsigned short *n = &v->elastic[set];

	v->n_elastic += one;
	v->n_many -= *n > 1;
	*n = (unsigned short)(*n + one);
	v->n_many += *n > 1;
}

void victims_count(struct search *q, struct bounds *f, const struct task *t, int one)
{
	struct victims *v = &f->victims;
	struct victim_info *b = info_of(f, t);
	enum victim_fate fate;
	double *takes;

	if (b->kind == VICTIM_OTHER) {
		v->n_other += one;
		return;
	}
	fate = fate_of_job(q, f, b->job);
	v->n += one;
	v->n_may_lose += b->may_lose ? one : 0;
	v->n_noted += b->noted ? one : 0;
	count_on_node(v, b->node, one);
	add_gain(f, b, one);
	if (fate == UNTOUCHABLE && b->in_pod_set)
		v->n_untouchable += one;
	if (fate != MUST_RETURN || !b->in_pod_set)
		return;
	if (b->elastic >= 0)
		count_in_set(v, b->elastic, one);
	if (!b->loss_counts)
		v->n_stale += one;
	takes = b->loss_counts ? v->must : v->stale;
	for (int i = 0; i < f->n_slots; i++)
		takes[i] += one * least_of(b, f->slots[i]);
	merge_usable(q->session, f, t, b);
}

void bounds_settle_fate(struct search *q, struct bounds *f, const struct candidate *t)
{
	enum victim_fate fate = fate_of_job(q, f, t->job);
	struct victim_info *b = &f->infos[t->task];

	if (fate == MUST_RETURN && b->in_pod_set)
		merge_usable(q->session, f, &f->tasks[t->task], b);
}
