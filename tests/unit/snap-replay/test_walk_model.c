/* The walk against a second writing of rules/03 3.1 to 3.6, line by line: random trees,
 * orders that change between pops, pushes in between. What is compared is the sequence in which
 * jobs come out. */
#include "acts.h"
#include "cmd/snap-replay/session/walk/queue_walk.h"
#include "cmd/snap-replay/session/orders.h"

enum { QUEUES = 13, JOBS = 40, ROUNDS = 400 };

/* ---- orders that the test changes ---- */

static int job_keys[JOBS], queue_keys[QUEUES];

static int by_job_key(void *ctx, const struct job *l, const struct job *r)
{
	(void)ctx;
	return job_keys[l->index] - job_keys[r->index];
}

static int victims_of(const struct job_list *l)
{
	return l ? l->n : 0;
}

static int by_queue_key(void *ctx, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims)
{
	int left = queue_keys[l->index] + 2 * victims_of(l_victims),
	    right = queue_keys[r->index] + 2 * victims_of(r_victims);

	(void)ctx;
	left += l_job ? job_keys[l_job->index] : 0;
	right += r_job ? job_keys[r_job->index] : 0;
	return left - right;
}

/* ---- the second writing ---- */

struct model_node {
	bool there, dirty, leaf;
	int parent; /* queue index; -1: top */
	struct job *jobs[JOBS + 1];
	int children[QUEUES]; /* queue indexes */
	int n;
};
struct model {
	struct session *s;
	struct walk_options o;
	struct model_node nodes[QUEUES];
	int roots[QUEUES], n_roots;
	struct job *popped[QUEUES][JOBS * 4];
	int n_popped[QUEUES];
};

static int head(struct model *m, int q)
{
	while (!m->nodes[q].leaf)
		q = m->nodes[q].children[0];
	return q;
}

static bool node_less(struct model *m, int a, int b)
{
	int la, lb;
	struct job *left[JOBS * 4 + 1], *right[JOBS * 4 + 1];
	struct job_list lv = {.items = left}, rv = {.items = right};
	struct queue **queues = m->s->c->queues;

	if (m->nodes[a].n == 0)
		return !m->o.victim;
	if (m->nodes[b].n == 0)
		return m->o.victim;
	la = head(m, a);
	lb = head(m, b);
	if (!m->o.victim)
		return session_queue_less(m->s, queues[a], queues[b], m->nodes[la].jobs[0],
			m->nodes[lb].jobs[0], NULL, NULL);
	for (lv.n = 0; lv.n < m->n_popped[la]; lv.n++)
		left[lv.n] = m->popped[la][lv.n];
	left[lv.n++] = m->nodes[la].jobs[0];
	for (rv.n = 0; rv.n < m->n_popped[lb]; rv.n++)
		right[rv.n] = m->popped[lb][rv.n];
	right[rv.n++] = m->nodes[lb].jobs[0];
	return !session_queue_less(m->s, queues[a], queues[b], NULL, NULL, &lv, &rv);
}

/* Heaps of queues (node >= 0: children of it; -1: the roots) or, with jobs set, of a leaf's jobs.
 */
struct heap_ref {
	struct model *m;
	int *queues, *n;
	struct job **jobs;
};

static struct heap_ref ref(struct model *m, int node, bool jobs)
{
	if (node < 0)
		return (struct heap_ref){m, m->roots, &m->n_roots, NULL};
	return (struct heap_ref){
		m, m->nodes[node].children, &m->nodes[node].n, jobs ? m->nodes[node].jobs : NULL};
}

static bool less(struct heap_ref h, int i, int j)
{
	if (!h.jobs)
		return node_less(h.m, h.queues[i], h.queues[j]);
	return session_job_less(h.m->s, h.jobs[i], h.jobs[j]) != h.m->o.victim;
}

static void exchange(struct heap_ref h, int i, int j)
{
	if (h.jobs) {
		struct job *t = h.jobs[i];

		h.jobs[i] = h.jobs[j];
		h.jobs[j] = t;
	} else {
		int t = h.queues[i];

		h.queues[i] = h.queues[j];
		h.queues[j] = t;
	}
}

static void up(struct heap_ref h, int j)
{
	while (j > 0) {
		int i = (j - 1) / 2;

		if (!less(h, j, i))
			break;
		exchange(h, i, j);
		j = i;
	}
}

static bool down(struct heap_ref h, int i, int n)
{
	int i0 = i;

	for (;;) {
		int c = 2 * i + 1;

		if (c >= n)
			break;
		if (c + 1 < n && less(h, c + 1, c))
			c = c + 1;
		if (!less(h, c, i))
			break;
		exchange(h, i, c);
		i = c;
	}
	return i > i0;
}

static void take_out(struct heap_ref h)
{
	exchange(h, 0, *h.n - 1);
	down(h, 0, *h.n - 1);
	--*h.n;
}

static void join(struct model *m, int child)
{
	const struct queue *parent = m->s->c->queues[child]->parent;
	int p = parent ? parent->index : -1;
	bool fresh = p >= 0 && !m->nodes[p].there;
	struct heap_ref h;

	if (fresh)
		m->nodes[p] = (struct model_node){.there = true};
	m->nodes[child].parent = p;
	h = ref(m, p, false);
	h.queues[(*h.n)++] = child;
	up(h, *h.n - 1);
	if (fresh)
		join(m, p);
}

static void model_push(struct model *m, struct job *j)
{
	int q = j->queue->index;
	struct model_node *n = &m->nodes[q];
	bool fresh = !n->there;

	if (j->queue->n_children)
		return;
	if (fresh)
		*n = (struct model_node){.there = true, .leaf = true};
	n->jobs[n->n++] = j;
	up(ref(m, q, true), n->n - 1);
	if (m->o.depth != -1 && n->n > m->o.depth)
		n->n--;
	if (fresh)
		join(m, q);
	for (; q >= 0; q = m->nodes[q].parent)
		m->nodes[q].dirty = true;
}

static void prune(struct model *m, int q)
{
	if (m->nodes[q].n == 0) {
		int parent = m->nodes[q].parent;

		take_out(ref(m, parent, false));
		m->nodes[q].there = false;
		if (parent >= 0)
			prune(m, parent);
		return;
	}
	for (; q >= 0; q = m->nodes[q].parent)
		m->nodes[q].dirty = true;
}

static struct job *model_pop(struct model *m)
{
	int at = -1, q;
	struct job *j;

	if (m->n_roots == 0)
		return NULL;
	for (;;) {
		struct heap_ref h = ref(m, at, false);

		q = h.queues[0];
		if (m->nodes[q].dirty) {
			if (!down(h, 0, *h.n))
				up(h, 0);
			m->nodes[q].dirty = false;
			continue;
		}
		if (m->nodes[q].leaf)
			break;
		at = q;
	}
	j = m->nodes[q].jobs[0];
	take_out(ref(m, q, true));
	if (m->o.victim)
		m->popped[q][m->n_popped[q]++] = j;
	prune(m, q);
	return j;
}

/* ---- rounds ---- */

/* Some keys, drawn out of few values so that there are ties. */
static void shuffle(int some)
{
	for (int i = 0; i < JOBS; i++)
		if (under(100) < some)
			job_keys[i] = under(5);
	for (int i = 0; i < QUEUES; i++)
		if (under(100) < some)
			queue_keys[i] = under(5);
}

static bool same_walk(struct session *s, struct walk_options o)
{
	struct model *m = xcalloc(1, sizeof *m);
	struct walk *w = walk_new(s, &o);
	struct job *pushed[JOBS];
	bool same = true;
	int n = 0;

	m->s = s;
	m->o = o;
	shuffle(100);
	for (int i = 0; i < JOBS; i++)
		if (under(3))
			pushed[n++] = s->c->jobs[i];
	for (int i = n - 1; i > 0; i--) {
		int k = under(i + 1);
		struct job *t = pushed[i];

		pushed[i] = pushed[k];
		pushed[k] = t;
	}
	for (int i = 0; i < n; i++) {
		walk_push(w, pushed[i]);
		model_push(m, pushed[i]);
	}
	for (int i = 0; same && i < 3 * JOBS; i++) {
		struct job *want = model_pop(m), *got = walk_pop(w);

		same = want == got;
		if (!want)
			break;
		shuffle(under(4) ? 0 : 20);
		if (i < JOBS && !under(4)) {
			walk_push(w, want);
			model_push(m, want);
		}
	}
	walk_free(w);
	free(m);
	return same;
}

int main(void)
{
	struct strbuf b = {0};
	struct fixture f;
	int different[3] = {0, 0, 0};

	/* three levels: 4 tops, of which 3 have children, of which some have children */
	static const char *const parents[QUEUES] = {
		"", "", "", "", "q00", "q00", "q01", "q01", "q01", "q02", "q04", "q04", "q06"};
	strbuf_addz(&b, "'queues':[");
	for (int i = 0; i < QUEUES; i++)
		strbuf_addf(&b, "%s{'metadata':{'name':'q%02d'},'spec':{'parentQueue':'%s'}}",
			i ? "," : "", i, parents[i]);
	strbuf_addz(&b, "],'podGroups':[");
	for (int i = 0; i < JOBS; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'j%02d','namespace':'n'},'spec':{'queue':'q%02d'}}",
			i ? "," : "", i, under(QUEUES));
	strbuf_addz(&b, "]");
	fixture_open(&f, FIXTURE_PARAMS, "{'name':'nodeavailability'}", b.s);
	hook_add_job_order(&f.session, by_job_key, NULL, "test");
	hook_add_queue_order(&f.session, by_queue_key, NULL, "test");
	for (int i = 0; i < ROUNDS; i++) {
		different[0] += !same_walk(&f.session, (struct walk_options){.depth = -1});
		different[1] +=
			!same_walk(&f.session, (struct walk_options){.depth = 1 + under(4)});
		different[2] +=
			!same_walk(&f.session, (struct walk_options){.depth = -1, .victim = true});
	}
	ok(different[0] == 0, "plain walks: %d of %d differ", different[0], ROUNDS);
	ok(different[1] == 0, "with a depth: %d of %d differ", different[1], ROUNDS);
	ok(different[2] == 0, "of victims: %d of %d differ", different[2], ROUNDS);
	fixture_close(&f);
	strbuf_free(&b);
	return tap_end();
}
