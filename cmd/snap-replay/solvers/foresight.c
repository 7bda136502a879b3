/* What can be told of one scenario before it is simulated, see foresight.h. */
#include <math.h>

#include "../model/job.h"
#include "../session/bits.h"
#include "rehearsal.h"

static struct foresight *foresight_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct foresight *f = q->foresight = ARENA_NEW(&q->arena, struct foresight);
	size_t nodes = (size_t)c->n_nodes + 1, slots = (size_t)c->slots.count;

	f->plainness = plainness_of(q);
	if (f->plainness == NEVER_PLAIN)
		return f;
	f->slots = ARENA_ARRAY(&q->arena, slots, int);
	f->need = ARENA_ARRAY(&q->arena, slots, double);
	f->room = ARENA_ARRAY(&q->arena, slots, double);
	f->must = ARENA_ARRAY(&q->arena, slots, double);
	f->spare = ARENA_ARRAY(&q->arena, slots, double);
	f->left = ARENA_ARRAY(&q->arena, nodes * slots, double);
	f->gain = ARENA_ARRAY(&q->arena, nodes * slots, double);
	f->touched = ARENA_ARRAY(&q->arena, nodes, int);
	f->node_round = ARENA_ARRAY(&q->arena, nodes, unsigned);
	f->usable = ARENA_ARRAY(&q->arena, nodes / 64 + 1, uint64_t);
	f->tasks = c->tasks;
	f->briefs = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks + 1, struct brief);
	f->everywhere = ARENA_ARRAY(&q->arena, nodes, bool);
	f->narrow.odd = f->odd = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs + 1, unsigned char);
	f->narrow.net = f->net = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks + 1, double);
	memset(f->everywhere, true, nodes);
	f->gives = ARENA_ARRAY(&q->arena, nodes * slots, bool);
	f->fates = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs + 1, unsigned char);
	return f;
}

/* ---- the preemptor of a probe ---- */

/* Adds the nodes that do not refuse the pod for good; true: there were new ones. */
static bool add_usable(const struct session *s, const struct task *t, uint64_t *set)
{
	int words = bit_words(s->c->n_nodes);
	bool grown = false;

	memset(s->mask_scratch, 0xff, (size_t)words * sizeof *set);
	session_keep_static_nodes(s, t, s->mask_scratch);
	for (int w = 0; w < words; w++) {
		grown |= (s->mask_scratch[w] & ~set[w]) != 0;
		set[w] |= s->mask_scratch[w];
	}
	return grown;
}

static void add_pod(struct search *q, struct foresight *f, const struct task *t)
{
	int i;

	for (i = 0; i < f->n_classes && f->classes[i].pod->request_class != t->request_class; i++)
		;
	if (i == f->n_classes) {
		f->classes[f->n_classes++] = (struct pod_class){.pod = t};
		f->classes[i].usable = ARENA_ARRAY(&q->arena, (size_t)bit_words(q->session->c->n_nodes) + 1, uint64_t);
	}
	f->classes[i].pods++;
	add_usable(q->session, t, f->classes[i].usable);
	add_usable(q->session, t, f->usable);
}

static void start_probe(struct search *q, struct foresight *f, const struct job *preemptor, struct task_list unit_tasks)
{
	const struct slots *slots = &q->session->c->slots;
	double *unit = ARENA_ARRAY(&q->arena, (size_t)slots->count, double);

	f->preemptor = preemptor;
	f->fresh = false;
	f->tried = 0;
	f->plain_preemptor = true;
	f->n_slots = f->n_classes = 0;
	f->classes = ARENA_ARRAY(&q->arena, (size_t)unit_tasks.n + 1, struct pod_class);
	memset(f->fates, 0, (size_t)q->session->c->n_jobs + 1);
	for (int i = 0; i < q->session->c->n_tasks; i++)
		f->briefs[i].fate = 0;
	for (int i = 0; i < unit_tasks.n; i++) {
		const struct task *t = unit_tasks.items[i];

		f->plain_preemptor &= plain_pod(t);
		for (int k = 0; k < slots->count; k++)
			unit[k] += t->request[k];
		add_pod(q, f, t);
	}
	for (int k = 0; k < slots->count; k++)
		if (unit[k] > 0) {
			f->need[f->n_slots] = unit[k];
			f->slots[f->n_slots++] = k;
		}
	for (int n = 0; n < q->session->c->n_nodes; n++)
		for (int i = 0; i < f->n_slots; i++)
			f->gives[n * f->n_slots + i] = q->session->c->nodes[n].allocatable[f->slots[i]] != 0;
	if (f->plainness == PLAIN_IF_SMALLER)
		f->plain_preemptor &= plain_preemptor(q, preemptor, unit);
}

/* ---- what the nodes have ---- */

/* How many pods of the class a node holds on what it has left and, if any, gains. */
static double pods_that_fit(const struct foresight *f, const struct pod_class *k, int node, bool gains)
{
	double fit = INFINITY;

	for (int i = 0; i < f->n_slots; i++) {
		double request = k->pod->request[f->slots[i]], has = f->left[node * f->n_slots + i];

		if (request <= 0)
			continue;
		has = floor((has + (gains ? f->gain[node * f->n_slots + i] : 0)) / request);
		if (has < fit)
			fit = has;
	}
	return positive(fit);
}

void foresight_read_nodes(struct search *q, struct foresight *f, const struct probe_nodes *nodes)
{
	const struct cluster *c = q->session->c;

	for (int i = 0; i < f->n_slots; i++)
		f->room[i] = 0;
	for (int k = 0; k < f->n_classes; k++)
		f->classes[k].room = 0;
	for (int n = 0; n < c->n_nodes; n++) {
		for (int i = 0; i < f->n_slots; i++)
			f->left[n * f->n_slots + i] = c->nodes[n].idle[f->slots[i]] + c->nodes[n].releasing[f->slots[i]];
		if (!nodes->in[n])
			continue;
		for (int i = 0; i < f->n_slots && bit_is_set(f->usable, n); i++)
			f->room[i] += positive(f->left[n * f->n_slots + i]);
		for (int k = 0; k < f->n_classes; k++)
			if (bit_is_set(f->classes[k].usable, n))
				f->classes[k].room += pods_that_fit(f, &f->classes[k], n, false);
	}
	f->fresh = true;
}

/* ---- the victims of a scenario ---- */

enum victim_fate foresight_fate(struct search *q, struct foresight *f, struct job *j)
{
	unsigned char *known = &f->fates[j->index];

	if (!*known)
		*known = (unsigned char)(1 + (q->fate ? q->fate(q, (struct job *)(uintptr_t)f->preemptor, j) : MAY_GO));
	return (enum victim_fate)(*known - 1);
}

/* By its address: the task itself, which is not at hand, need not be read. */
static struct brief *brief_of(struct foresight *f, const struct task *t)
{
	struct brief *b = &f->briefs[t - f->tasks];

	if (b->kind != NOT_READ)
		return b;
	b->kind = !plain_victim(t, f->plainness) ? BRIEF_OTHER : t->type == REQUEST_MIG ? BRIEF_MIG : BRIEF_PLAIN;
	if (b->kind != BRIEF_OTHER) {
		b->node = t->node->index;
		b->request = t->request;
		b->can_must = t->pod_set && t->status != POD_PIPELINED;
	}
	return b;
}

/* What the node books for the pod (kai/01 section 7.3, "charge"). A MIG pod is booked by profile, not as GPUs. */
double foresight_charge(const struct session *s, const struct task *t, int node, int slot)
{
	if (s->c->nodes[node].allocatable[slot] == 0 || (t->type == REQUEST_MIG && slot == SLOT_GPU))
		return 0;
	return t->request[slot];
}

static void touch(struct foresight *f, int node)
{
	if (f->node_round[node] == f->round)
		return;
	f->node_round[node] = f->round;
	f->touched[f->n_touched++] = node;
	for (int i = 0; i < f->n_slots; i++)
		f->gain[node * f->n_slots + i] = 0;
}

bool foresight_loss_counts(struct foresight *f, const struct task *t)
{
	return brief_of(f, t)->can_must;
}

bool foresight_is_plain(struct foresight *f, const struct task *t)
{
	return brief_of(f, t)->kind != BRIEF_OTHER;
}

bool foresight_must_return(struct search *q, struct foresight *f, const struct task *t)
{
	return foresight_fate(q, f, t->job) == MUST_RETURN && brief_of(f, t)->can_must;
}

/* What it takes, wherever it goes: a MIG pod takes profiles, which nodes book under several names. */
double foresight_takes(const struct task *t, int slot)
{
	return t->type == REQUEST_REGULAR || slot <= SLOT_MEMORY ? t->request[slot] : 0;
}

static void add_returning(struct search *q, struct foresight *f, const struct task *t, struct brief *b)
{
	for (int i = 0; i < f->n_slots; i++)
		f->must[i] += foresight_takes(t, f->slots[i]);
	if (!b->merged && add_usable(q->session, t, f->usable))
		f->fresh = false;
	b->merged = true;
}

/* By slot, less what it asks for where the node has none to give; a MIG pod is another matter. */
static void add_gain(struct search *q, struct foresight *f, const struct task *t, const struct brief *b)
{
	double *gain = &f->gain[b->node * f->n_slots];
	const bool *gives = &f->gives[b->node * f->n_slots];

	for (int i = 0; i < f->n_slots; i++)
		if (gives[i])
			gain[i] += b->kind == BRIEF_MIG ? foresight_charge(q->session, t, b->node, f->slots[i]) : b->request[f->slots[i]];
}

/* False: it is not plain. */
bool foresight_add(struct search *q, struct foresight *f, const struct task *t)
{
	struct brief *b = brief_of(f, t);

	if (b->kind == BRIEF_OTHER || b->round == f->round)
		return false;
	if (!b->fate)
		b->fate = (unsigned char)(1 + foresight_fate(q, f, t->job));
	b->round = f->round;
	touch(f, b->node);
	add_gain(q, f, t, b);
	if (b->fate == 1 + MUST_RETURN && b->can_must)
		add_returning(q, f, t, b);
	f->untouchable |= b->fate == 1 + UNTOUCHABLE && t->pod_set;
	return true;
}

bool foresight_add_all(struct search *q, struct foresight *f, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			if (!foresight_add(q, f, b->items[i].tasks[k]))
				return false;
	return true;
}

/* ---- verdicts ---- */

/* What the scenario's nodes have beyond what is asked of them; negative: too little. */
static double spare_room(const struct foresight *f, const struct probe_nodes *nodes, int slot)
{
	double room = f->room[slot];

	for (int i = 0; i < f->n_touched; i++) {
		int n = f->touched[i];
		double left = f->left[n * f->n_slots + slot];

		if (bit_is_set(f->usable, n))
			room += positive(left + f->gain[n * f->n_slots + slot]) - (nodes->in[n] ? positive(left) : 0);
	}
	return room - f->need[slot] - f->must[slot];
}

bool foresight_pods_lack_room(const struct foresight *f, const struct probe_nodes *nodes, const struct pod_class *k)
{
	double room = k->room;

	for (int i = 0; i < f->n_touched && room < k->pods; i++) {
		int n = f->touched[i];

		if (bit_is_set(k->usable, n))
			room += pods_that_fit(f, k, n, true) - (nodes->in[n] ? pods_that_fit(f, k, n, false) : 0);
	}
	return room < k->pods;
}

static enum foreseen judge(struct search *q, struct foresight *f, const struct proposal *p, const struct probe_nodes *nodes)
{
	if (f->untouchable)
		return FORESEEN_TAKEN;
	for (int k = 0; k < f->n_classes; k++)
		if (foresight_pods_lack_room(f, nodes, &f->classes[k]))
			return FORESEEN_POD;
	for (int i = 0; i < f->n_slots; i++) {
		f->spare[i] = spare_room(f, nodes, i);
		if (f->spare[i] < 0)
			return FORESEEN_ROOM;
	}
	return rehearse(q, f, p, nodes) ? FORESEEN_REHEARSED : NOT_FORESEEN;
}

/* A new scenario of this preemptor; NULL: foresight is not to be asked. */
struct foresight *foresight_look(struct search *q, const struct job *preemptor, struct task_list unit)
{
	struct foresight *f;

	if (q->session->noted < q->session->note_limit)
		return NULL;
	f = q->foresight ? q->foresight : foresight_new(q);
	f->plain = false;
	if (f->plainness == NEVER_PLAIN)
		return NULL;
	if (f->preemptor != preemptor)
		start_probe(q, f, preemptor, unit);
	f->round++;
	f->n_touched = 0;
	f->untouchable = false;
	for (int i = 0; i < f->n_slots; i++)
		f->must[i] = 0;
	return f;
}

enum foreseen foresee(struct search *q, const struct proposal *p, const struct probe_nodes *nodes)
{
	struct foresight *f;

	f = foresight_look(q, p->preemptor, p->pending);
	if (!f)
		return NOT_FORESEEN;
	if (!f->plain_preemptor || !foresight_add_all(q, f, &p->recorded) || !foresight_add_all(q, f, &p->potential) || f->n_touched == 0)
		return NOT_FORESEEN;
	f->plain = true;
	if (!f->fresh)
		foresight_read_nodes(q, f, nodes);
	return judge(q, f, p, nodes);
}

/* ---- what becomes of scenarios ---- */

/* The caches of the victims' jobs were dropped. */
static void met(struct foresight *f, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		f->odd[b->items[i].job->index] &= (unsigned char)~ODD_CACHE;
}

static int count_tasks(const struct batches *b)
{
	int n = 0;

	for (int i = 0; i < b->n; i++)
		n += b->items[i].n;
	return n;
}

void foresight_simulated(struct search *q, const struct proposal *p)
{
	q->disturbed += !foresight_plain(q);
	if (!q->foresight || q->foresight->plainness == NEVER_PLAIN)
		return;
	met(q->foresight, &p->potential);
	q->foresight->tried = q->foresight->plain ? q->foresight->tried + count_tasks(&p->recorded) + count_tasks(&p->potential) : 0;
	q->foresight->fresh &= q->foresight->plain;
}

static void drop_caches(const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		job_drop_cache(b->items[i].job);
}

void foresee_instead(struct search *q, const struct proposal *p)
{
	drop_caches(&p->recorded);
	drop_caches(&p->potential);
	met(q->foresight, &p->potential);
}

bool foresight_plain(const struct search *q)
{
	return q->foresight && q->foresight->plain;
}

/* A victim that need not return did: that room is gone, as far as the node had it. One that was moved before may go home where it has not. */
static void take_spare(struct search *q, struct foresight *f, const struct task *t)
{
	if (!t->node || !bit_is_set(f->usable, t->node->index))
		return;
	for (int i = 0; i < f->n_slots; i++) {
		double left = t->node->idle[f->slots[i]] + t->node->releasing[f->slots[i]];

		f->spare[i] -= positive(left + foresight_charge(q->session, t, t->node->index, f->slots[i])) - positive(left);
	}
}

bool foresight_placed(struct search *q, struct task *const *victims, int n)
{
	struct foresight *f = q->foresight;

	for (int i = 0; i < n; i++) {
		bool returned = status_in(victims[i]->status, SET_ACTIVE_ALLOCATED);

		if (foresight_must_return(q, f, victims[i])) {
			if (!returned)
				return false;
		} else if (returned) {
			take_spare(q, f, victims[i]);
		}
	}
	for (int i = 0; i < f->n_slots; i++)
		if (f->spare[i] < 0)
			return false;
	return true;
}
