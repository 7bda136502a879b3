#include "foresight.h"

#include <math.h>

#include "../model/job.h"
#include "../report/explain.h"
#include "../session/class_order.h"
#include "plain.h"

struct pod_class { /* pods of the unit with equal requests */
	const struct task *pod;
	int pods;
	uint64_t *usable;
	double room;         /* how many of them the nodes of the probe hold now */
};
enum brief_kind { NOT_READ, BRIEF_PLAIN, BRIEF_OTHER };
struct brief { /* what is asked of a victim again and again */
	const double *request;
	int node, job;
	unsigned char kind;
	bool can_must;       /* its loss counts, see foresight.h */
	bool merged;         /* its nodes are in usable */
};
struct foresight {
	enum plainness plainness;
	bool plain;          /* the last scenario */
	bool fresh;          /* left, room and the classes' room are those of now */
	const struct job *preemptor; /* of the probe that the rest is about */
	bool plain_preemptor;
	int *slots, n_slots; /* what the unit asks for: the only resources that are compared */
	double *need;        /* of the unit; all arrays of doubles go by place in slots */
	double *room;        /* what usable nodes of the probe have left, without victims gone */
	double *must;        /* of the victims that must return, in this scenario */
	double *left, *gain; /* by node: F, and what victims give back (where node_round is the present round) */
	int *touched, n_touched;
	unsigned *node_round, *task_round, round;
	uint64_t *usable;    /* grows with every kind of pod that is met */
	struct pod_class *classes;
	int n_classes;
	struct brief *briefs; /* by task index */
	bool *everywhere;    /* all true */
	unsigned char *fates; /* by job index: 0 unknown, else 1 + fate */
	bool untouchable;
	struct job_list candidates;
	struct narrow narrow;
	double *net;         /* its parts */
	unsigned char *stale;
};

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
	f->left = ARENA_ARRAY(&q->arena, nodes * slots, double);
	f->gain = ARENA_ARRAY(&q->arena, nodes * slots, double);
	f->touched = ARENA_ARRAY(&q->arena, nodes, int);
	f->node_round = ARENA_ARRAY(&q->arena, nodes, unsigned);
	f->task_round = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks + 1, unsigned);
	f->usable = ARENA_ARRAY(&q->arena, nodes / 64 + 1, uint64_t);
	f->briefs = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks + 1, struct brief);
	f->everywhere = ARENA_ARRAY(&q->arena, nodes, bool);
	f->narrow.stale = f->stale = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs + 1, unsigned char);
	f->narrow.net = f->net = ARENA_ARRAY(&q->arena, (size_t)c->n_tasks + 1, double);
	memset(f->everywhere, true, nodes);
	f->fates = ARENA_ARRAY(&q->arena, (size_t)c->n_jobs + 1, unsigned char);
	return f;
}

/* ---- the preemptor of a probe ---- */

/* Adds the nodes that do not refuse the pod for good; true: there were new ones. */
static bool add_usable(const struct session *s, const struct task *t, uint64_t *set)
{
	bool grown = false;

	for (int w = 0; w < node_words(s); w++) {
		uint64_t able = ~UINT64_C(0);

		for (int i = 0; i < s->static_nodes.n; i++)
			able &= s->static_nodes.items[i].fn(s->static_nodes.items[i].ctx, t)[w];
		grown |= (able & ~set[w]) != 0;
		set[w] |= able;
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
		f->classes[i].usable = ARENA_ARRAY(&q->arena, (size_t)node_words(q->session) + 1, uint64_t);
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
	f->plain_preemptor = true;
	f->n_slots = f->n_classes = 0;
	f->classes = ARENA_ARRAY(&q->arena, (size_t)unit_tasks.n + 1, struct pod_class);
	memset(f->fates, 0, (size_t)q->session->c->n_jobs + 1);
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
	if (f->plainness == PLAIN_IF_SMALLER)
		f->plain_preemptor &= plain_preemptor(q, preemptor, unit);
}

/* ---- what the nodes have ---- */

static double positive(double x)
{
	return x > 0 ? x : 0;
}

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

static void read_nodes(struct search *q, struct foresight *f, const struct probe_nodes *nodes)
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
		for (int i = 0; i < f->n_slots && node_bit(f->usable, n); i++)
			f->room[i] += positive(f->left[n * f->n_slots + i]);
		for (int k = 0; k < f->n_classes; k++)
			if (node_bit(f->classes[k].usable, n))
				f->classes[k].room += pods_that_fit(f, &f->classes[k], n, false);
	}
	f->fresh = true;
}

/* ---- the victims of a scenario ---- */

static enum victim_fate fate_of(struct search *q, struct foresight *f, struct job *j)
{
	unsigned char *known = &f->fates[j->index];

	if (!*known)
		*known = (unsigned char)(1 + (q->fate ? q->fate(q, (struct job *)(uintptr_t)f->preemptor, j) : MAY_GO));
	return (enum victim_fate)(*known - 1);
}

static struct brief *brief_of(struct foresight *f, const struct task *t)
{
	struct brief *b = &f->briefs[t->index];

	if (b->kind != NOT_READ)
		return b;
	b->kind = plain_victim(t, f->plainness) ? BRIEF_PLAIN : BRIEF_OTHER;
	if (b->kind == BRIEF_PLAIN) {
		b->request = t->request;
		b->node = t->node->index;
		b->job = t->job->index;
		b->can_must = t->pod_set && t->status != POD_PIPELINED;
	}
	return b;
}

/* What the node books for the pod (kai/01 section 7.3, "charge"). A MIG pod is booked by profile, not as GPUs. */
static double charge(const struct session *s, const struct task *t, int node, int slot)
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

static bool must_return(struct search *q, struct foresight *f, const struct task *t)
{
	return fate_of(q, f, t->job) == MUST_RETURN && brief_of(f, t)->can_must;
}

/* What it takes, wherever it goes: a MIG pod takes profiles, which nodes book under several names. */
static double must_have(const struct task *t, int slot)
{
	return t->type == REQUEST_REGULAR || slot <= SLOT_MEMORY ? t->request[slot] : 0;
}

static void add_returning(struct search *q, struct foresight *f, const struct task *t, struct brief *b)
{
	for (int i = 0; i < f->n_slots; i++)
		f->must[i] += must_have(t, f->slots[i]);
	if (!b->merged && add_usable(q->session, t, f->usable))
		f->fresh = false;
	b->merged = true;
}

/* False: it is not plain. */
static bool add_victim(struct search *q, struct foresight *f, const struct task *t)
{
	struct brief *b = brief_of(f, t);
	enum victim_fate fate;

	if (b->kind != BRIEF_PLAIN || f->task_round[t->index] == f->round)
		return false;
	f->task_round[t->index] = f->round;
	touch(f, b->node);
	for (int i = 0; i < f->n_slots; i++)
		f->gain[b->node * f->n_slots + i] += charge(q->session, t, b->node, f->slots[i]);
	fate = fate_of(q, f, t->job);
	if (fate == MUST_RETURN && b->can_must)
		add_returning(q, f, t, b);
	f->untouchable |= fate == UNTOUCHABLE && t->pod_set;
	return true;
}

static bool add_victims(struct search *q, struct foresight *f, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->items[i].n; k++)
			if (!add_victim(q, f, b->items[i].tasks[k]))
				return false;
	return true;
}

/* ---- verdicts ---- */

static bool lacks_room(const struct foresight *f, const struct probe_nodes *nodes, int slot)
{
	double room = f->room[slot];

	for (int i = 0; i < f->n_touched; i++) {
		int n = f->touched[i];
		double left = f->left[n * f->n_slots + slot];

		if (node_bit(f->usable, n))
			room += positive(left + f->gain[n * f->n_slots + slot]) - (nodes->in[n] ? positive(left) : 0);
	}
	return room < f->need[slot] + f->must[slot];
}

static bool pods_do_not_fit(const struct foresight *f, const struct probe_nodes *nodes, const struct pod_class *k)
{
	double room = k->room;

	for (int i = 0; i < f->n_touched && room < k->pods; i++) {
		int n = f->touched[i];

		if (node_bit(k->usable, n))
			room += pods_that_fit(f, k, n, true) - (nodes->in[n] ? pods_that_fit(f, k, n, false) : 0);
	}
	return room < k->pods;
}

static enum foreseen judge(const struct foresight *f, const struct probe_nodes *nodes)
{
	if (f->untouchable)
		return FORESEEN_TAKEN;
	for (int k = 0; k < f->n_classes; k++)
		if (pods_do_not_fit(f, nodes, &f->classes[k]))
			return FORESEEN_POD;
	for (int i = 0; i < f->n_slots; i++)
		if (lacks_room(f, nodes, i))
			return FORESEEN_ROOM;
	return NOT_FORESEEN;
}

/* A new scenario of this preemptor; NULL: foresight is not to be asked. */
static struct foresight *look_at(struct search *q, const struct job *preemptor, struct task_list unit)
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

	f = look_at(q, p->preemptor, p->pending);
	if (!f)
		return NOT_FORESEEN;
	if (!f->plain_preemptor || !add_victims(q, f, &p->recorded) || !add_victims(q, f, &p->potential) || f->n_touched == 0)
		return NOT_FORESEEN;
	f->plain = true;
	if (!f->fresh)
		read_nodes(q, f, nodes);
	return judge(f, nodes);
}

/* ---- a whole probe ---- */

/* Its unit was remembered while an eviction was being tried, and was not forgotten when that was committed. */
static bool has_stale_cache(const struct job *j)
{
	for (int i = 0; j->unit_cached && i < j->n_unit; i++)
		if (!task_should_allocate(j->unit[i], false))
			return true;
	return false;
}

/* Takes all pods of the job for victims. False: not plain. */
static bool add_candidate(struct search *q, struct foresight *f, struct job *j)
{
	for (int i = 0; i < j->n_tasks; i++) {
		const struct task *t = j->tasks[i];

		if (status_in(t->status, SET_ACTIVE_ALLOCATED) && !add_victim(q, f, t))
			return false;
	}
	f->stale[j->index] = has_stale_cache(j);
	return true;
}

static bool add_candidates(struct search *q, struct foresight *f)
{
	f->candidates = q->candidates(q);
	memset(f->stale, 0, (size_t)q->session->c->n_jobs + 1);
	for (int i = 0; i < f->candidates.n; i++) {
		struct job *j = f->candidates.items[i];

		if (j->preemptible && counts_in(j->counts, SET_ACTIVE_ALLOCATED) && !add_candidate(q, f, j))
			return false;
	}
	return true;
}

/* What the task as a victim gives, less what it must be given. */
static double net_of(struct search *q, struct foresight *f, const struct task *t, int slot)
{
	double net = node_bit(f->usable, t->node->index) ? charge(q->session, t, t->node->index, slot) : 0;

	return must_return(q, f, t) ? net - must_have(t, slot) : net;
}

/* The nets of all candidates in one resource; returns the sum of the positive ones. */
static double weigh(struct search *q, struct foresight *f, int slot)
{
	double most = 0;

	for (int i = 0; i < f->candidates.n; i++) {
		struct job *j = f->candidates.items[i];

		for (int k = 0; j->preemptible && k < j->n_tasks; k++) {
			const struct task *t = j->tasks[k];
			double *net = &f->net[t->index];

			*net = status_in(t->status, SET_ACTIVE_ALLOCATED) ? net_of(q, f, t, slot) : 0;
			most += positive(*net);
		}
	}
	return most;
}

static bool any_stale(const struct search *q, const struct foresight *f)
{
	return memchr(f->stale, true, (size_t)q->session->c->n_jobs + 1) != NULL;
}

/* False: any victim may help. */
static bool is_narrow(struct search *q, struct foresight *f, bool *hopeless)
{
	const struct probe_nodes everywhere = {.in = f->everywhere};
	int slot = 0;

	read_nodes(q, f, &everywhere);
	f->fresh = false;
	*hopeless = false;
	for (int k = 0; k < f->n_classes; k++)
		*hopeless |= pods_do_not_fit(f, &everywhere, &f->classes[k]);
	while (slot < f->n_slots && f->room[slot] >= f->need[slot])
		slot++;
	if (slot == f->n_slots && !*hopeless)
		return false;
	f->narrow.balance = -INFINITY;
	if (!*hopeless)
		f->narrow.balance = f->room[slot] - f->need[slot];
	*hopeless |= f->narrow.balance + weigh(q, f, f->slots[slot < f->n_slots ? slot : 0]) < 0;
	return true;
}

bool foresee_probe(struct search *q, struct job *preemptor, const struct batches *recorded)
{
	struct foresight *f;
	bool hopeless;

	q->narrow = NULL;
	if (recorded->n || q->session->budget_mode != BUDGET_OFF)
		return false;
	f = look_at(q, preemptor, session_tasks_to_allocate(q->session, preemptor, false));
	if (!f || !f->plain_preemptor || !add_candidates(q, f) || !is_narrow(q, f, &hopeless))
		return false;
	q->narrow = &f->narrow;
	q->counts.foreseen[hopeless ? FORESEEN_HOPELESS : FORESEEN_NARROW]++;
	if (q->session->explain)
		explain_foreseen(q->session, hopeless ? FORESEEN_HOPELESS : FORESEEN_NARROW);
	return hopeless && !any_stale(q, f);
}

double narrow_net(const struct search *q, struct task *const *tasks, int n)
{
	double net = 0;

	for (int i = 0; q->narrow && i < n; i++)
		net += q->narrow->net[tasks[i]->index];
	return net;
}

/* ---- what becomes of scenarios ---- */

/* The caches of the victims' jobs were dropped. */
static void met(struct foresight *f, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		f->stale[b->items[i].job->index] = false;
}

void foresight_simulated(struct search *q, const struct proposal *p)
{
	if (!q->foresight || q->foresight->plainness == NEVER_PLAIN)
		return;
	met(q->foresight, &p->potential);
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

bool foresight_must_return(struct search *q, const struct task *t)
{
	return must_return(q, q->foresight, t);
}
