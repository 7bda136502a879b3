#include "shortcuts/node_ledger.h"

#include "session/place/placement.h"
#include "shortcuts/bounds_private.h"
#include "shortcuts/gpu_ledger.h"
#include "shortcuts/ledger_classes.h"

struct node_ledger {
	struct search *q;
	int n, slots;
	/* By node and slot. amounts: those of the run; start: with the victims gone and nothing
	 * placed. */
	struct ledger_amounts amounts, start;
	const double **requests; /* by class; NULL: it is not open */
	size_t n_requests;
	struct ledger_steps *steps; /* NULL: it does not apply */
	bool by_steps;              /* steps is in use, else classes */
	struct ledger_classes *classes;
	struct gpu_ledger *gpus; /* NULL: as steps */
	bool by_gpus;            /* gpus follows this run; amounts stay as they are */
	unsigned char *gives;    /* by node and slot: the node books it */
	/* Nodes of which start or amounts have changed since the last reset, as a list and by node.
	 * idle_touched: by node; their idle amounts have. */
	int *touched, n_touched;
	bool *is_touched, *idle_touched;
	const uint64_t *set; /* of node_ledger_reset */
	bool unordered;      /* since the reset some class's order was not known */
};

static struct ledger_amounts amounts_new(const struct node_ledger *m)
{
	size_t cells = (size_t)m->n * (size_t)m->slots + 1;

	return (struct ledger_amounts){m->n, m->slots, ARENA_ARRAY(&m->q->arena, cells, double),
		ARENA_ARRAY(&m->q->arena, cells, double)};
}

static size_t count_classes(const struct cluster *c)
{
	int last = CLASSES_MOST - 1;

	for (int i = 0; i < c->n_tasks; i++)
		last = c->tasks[i].request_class > last ? c->tasks[i].request_class : last;
	return (size_t)last + 1;
}

struct node_ledger *node_ledger_new(struct search *q)
{
	const struct cluster *c = q->session->c;
	struct node_ledger *m = ARENA_NEW(&q->arena, struct node_ledger);
	size_t cells;

	m->q = q;
	m->n = c->n_nodes;
	m->slots = c->slots.count;
	cells = (size_t)m->n * (size_t)m->slots + 1;
	m->amounts = amounts_new(m);
	m->start = amounts_new(m);
	m->n_requests = count_classes(c);
	m->requests = ARENA_ARRAY(&q->arena, m->n_requests, const double *);
	m->steps = ledger_steps_new(q->session, &q->arena, &m->amounts);
	m->gpus = m->steps ? gpu_ledger_new(q->session, &q->arena, &m->start) : NULL;
	m->classes = ledger_classes_new(q, &m->amounts);
	m->gives = ARENA_ARRAY(&q->arena, cells, unsigned char);
	m->touched = ARENA_ARRAY(&q->arena, (size_t)m->n, int);
	m->is_touched = ARENA_ARRAY(&q->arena, (size_t)m->n, bool);
	m->idle_touched = ARENA_ARRAY(&q->arena, (size_t)m->n, bool);
	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->slots; k++)
			m->gives[i * m->slots + k] = node_books(c, &c->nodes[i], k);
	return m;
}

void node_ledger_load(struct node_ledger *m)
{
	const struct cluster *c = m->q->session->c;
	size_t bytes = (size_t)m->n * (size_t)m->slots * sizeof(double);

	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->slots; k++) {
			m->start.idle[i * m->slots + k] = c->nodes[i].idle[k];
			m->start.free[i * m->slots + k] =
				c->nodes[i].idle[k] + c->nodes[i].releasing[k];
		}
	memcpy(m->amounts.free, m->start.free, bytes);
	memcpy(m->amounts.idle, m->start.idle, bytes);
	memset(m->is_touched, 0, (size_t)m->n * sizeof *m->is_touched);
	memset(m->idle_touched, 0, (size_t)m->n * sizeof *m->idle_touched);
	m->n_touched = 0;
	memset(m->requests, 0, m->n_requests * sizeof *m->requests);
	ledger_classes_forget(m->classes);
	m->by_steps = m->steps && ledger_steps_load(m->steps);
	m->by_gpus = false;
	if (m->by_steps)
		gpu_ledger_load(m->gpus);
}

/* ---- classes ---- */

bool node_ledger_numbers_last(const struct node_ledger *m)
{
	return m->by_steps;
}

void node_ledger_open(struct node_ledger *m, int class, const double *request)
{
	if (!m->requests[class])
		gpu_ledger_add_class(m->gpus, request);
	m->requests[class] = request;
}

int node_ledger_class(struct node_ledger *m, struct task *t)
{
	int class;

	if (m->by_steps) {
		if (!ledger_steps_serves(m->steps, t))
			return -1;
		node_ledger_open(m, t->request_class, t->request);
		return t->request_class;
	}
	class = ledger_classes_open(m->classes, t);
	if (class >= 0)
		m->requests[class] = t->request;
	return class;
}

void node_ledger_open_as(struct node_ledger *m, const struct node_ledger *other)
{
	memcpy(m->requests, other->requests, m->n_requests * sizeof *m->requests);
	if (m->by_steps)
		gpu_ledger_open_as(m->gpus, other->gpus);
	else
		ledger_classes_open_as(m->classes, other->classes);
}

/* ---- the victims of a dry run ---- */

static void book(const struct node_ledger *m, double *amounts, int class, int node, double sign)
{
	const double *request = m->requests[class];

	for (int i = node * m->slots, end = i + m->slots, slot = 0; i < end; i++, slot++)
		if (m->gives[i])
			amounts[i] += sign * request[slot];
}

static void book_idle(
	struct node_ledger *m, struct ledger_amounts *a, int class, int node, double sign)
{
	book(m, a->idle, class, node, sign);
	m->idle_touched[node] = true;
}

static void touch(struct node_ledger *m, int node)
{
	if (!m->is_touched[node])
		m->touched[m->n_touched++] = node;
	m->is_touched[node] = true;
}

static void start_changed(struct node_ledger *m, int node)
{
	touch(m, node);
	if (m->by_steps)
		gpu_ledger_start_changed(m->gpus, node);
}

void node_ledger_evict(struct node_ledger *m, int class, int node, bool pipelined)
{
	book(m, m->start.free, class, node, 1);
	if (pipelined)
		book_idle(m, &m->start, class, node, -1);
	start_changed(m, node);
}

void node_ledger_return(struct node_ledger *m, int class, int node, bool pipelined)
{
	book(m, m->start.free, class, node, -1);
	if (pipelined)
		book_idle(m, &m->start, class, node, 1);
	start_changed(m, node);
}

static bool is_unordered(const struct node_ledger *m)
{
	return m->by_steps ? ledger_steps_unordered(m->steps)
			   : ledger_classes_unordered(m->classes);
}

/* The node's amounts have changed. */
static void put(struct node_ledger *m, int node)
{
	if (m->by_steps)
		ledger_steps_put(m->steps, node);
	else
		ledger_classes_put(m->classes, node);
	m->unordered |= is_unordered(m);
}

static void copy(double *to, const double *from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

static void reset_node(struct node_ledger *m, int node)
{
	int at = node * m->slots;

	copy(&m->amounts.free[at], &m->start.free[at], m->slots);
	if (m->idle_touched[node])
		copy(&m->amounts.idle[at], &m->start.idle[at], m->slots);
	put(m, node);
	m->is_touched[node] = m->idle_touched[node] = false;
}

static void reset_amounts(struct node_ledger *m)
{
	while (m->n_touched)
		reset_node(m, m->touched[--m->n_touched]);
	if (m->by_steps)
		ledger_steps_limit(m->steps, m->set);
	m->unordered = is_unordered(m);
}

void node_ledger_reset(struct node_ledger *m, const uint64_t *set, bool claimless)
{
	m->set = set;
	m->by_gpus = claimless && m->by_steps && gpu_ledger_begin(m->gpus, set);
	if (m->by_gpus)
		m->unordered = false;
	else
		reset_amounts(m);
}

const double *node_ledger_request(const struct node_ledger *m, int class)
{
	return m->requests[class];
}

/* ---- what is placed ---- */

int node_ledger_find(const struct node_ledger *m, int class, const uint64_t *able)
{
	if (m->by_gpus)
		return gpu_ledger_find(m->gpus, m->requests[class], able);
	if (m->by_steps)
		return ledger_steps_find(m->steps, m->requests[class], able, able);
	return ledger_classes_find(m->classes, class, able, m->set);
}

int node_ledger_find_claiming(
	const struct node_ledger *m, int class, const uint64_t *able, const uint64_t *now)
{
	return ledger_steps_find(m->steps, m->requests[class], able, now);
}

bool node_ledger_knows_claims(const struct node_ledger *m)
{
	return m->by_steps;
}

void node_ledger_put(struct node_ledger *m, int class, int node, bool home)
{
	if (m->by_gpus) {
		gpu_ledger_put(m->gpus, node, m->requests[class], home);
		return;
	}
	book(m, m->amounts.free, class, node, -1);
	if (home)
		book_idle(m, &m->amounts, class, node, 1);
	touch(m, node);
	put(m, node);
}

void node_ledger_take_back(struct node_ledger *m, int class, int node, bool home)
{
	if (m->by_gpus) {
		gpu_ledger_take_back(m->gpus, node, m->requests[class], home);
		return;
	}
	book(m, m->amounts.free, class, node, 1);
	if (home)
		book_idle(m, &m->amounts, class, node, -1);
	put(m, node); /* touched when the pod was placed */
}

bool node_ledger_unordered(const struct node_ledger *m)
{
	return m->unordered;
}

bool node_ledger_holds(const struct node_ledger *m, int class, int node)
{
	const double *request = m->requests[class];

	return m->by_gpus ? gpu_ledger_free(m->gpus, node) >= request[SLOT_GPU]
			  : ledger_holds(m->slots, &m->amounts.free[node * m->slots], request);
}

double node_ledger_room_taken(const struct node_ledger *m, int class, int node, int slot)
{
	int at = node * m->slots + slot, gpus = m->by_gpus ? gpu_ledger_free(m->gpus, node) : 0;
	double takes = m->gives[at] ? m->requests[class][slot] : 0;

	if (!m->by_gpus)
		return room_between(m->amounts.free[at], takes);
	if (slot == SLOT_GPU)
		return room_between(gpus, takes);
	return gpus >= 0 ? takes : 0;
}
