/* Statements of operations by chance: what a rollback gives back, what the books hold, what commit
 * sends (rules/02 11). The tasks are such that undo restores everything: none is fractional, none
 * is evicted twice, and none is updated in place. */
#include "acts.h"
#include "cmd/snap-replay/session/sink.h"

enum { TASKS = 9, NODES = 3, OPERATIONS = 40, ROUNDS = 150, DEPTH = 8 };

static const char *const raw[] = {
	"'queues':[" QUEUE("q") "," QUEUE("r") "]," PRIORITIES ",'nodes':[" GPU_NODE(
		"n1", "8") "," GPU_NODE("n2", "8") "," GPU_NODE("n3", "8") "]",
	"'podGroups':[" JOB("a", "q", "low", "01", "2") "," JOB("b", "r", "low", "02", "1") "," JOB(
		"c", "r", "high", "03", "1") "]",
	"'pods':[" RUNNING("a1", "a", "1", "n1") "," RUNNING("a2", "a", "2", "n2") "," RUNNING(
		"a3", "a", "4", "n3") "," RUNNING("b1", "b", "1", "n1") "," RUNNING("b2", "b", "2",
		"n1") "," PENDING("b3", "b", "1") "," PENDING("c1", "c", "2") "," PENDING("c2", "c",
		"4") "," POD_MORE("c3", "c", "", "", "'nodeName':'n2',", "'cpu':'3'",
		"Running") "]",
	NULL};

/* An operation that the statement should hold. */
struct wanted {
	enum operation_kind kind;
	int task, node;
	bool valid;
};
struct point { /* what a rollback must restore */
	int checkpoint, n;
	struct wanted list[OPERATIONS];
	struct strbuf state;
};
struct play {
	struct fixture f;
	struct statement st;
	struct wanted list[OPERATIONS];
	int n;
	struct point points[DEPTH];
	int n_points;
	double start[2]; /* GPUs that the queues had at first, less those of tasks on nodes */
	struct strbuf sent;
};

static struct task *task(struct play *p, int i)
{
	return &p->f.cluster.tasks[i];
}

static int node_index(const struct node *n)
{
	return n ? n->index : -1;
}

/* All that operations change, as text. Entries of a node stand in no order. */
static void describe(struct play *p, struct strbuf *b)
{
	struct cluster *c = &p->f.cluster;

	for (int i = 0; i < c->n_tasks; i++) {
		const struct task *t = task(p, i);

		strbuf_addf(b, "%d/%d/%d/" STR_FMT " ", (int)t->status, t->virtual_status,
			node_index(t->node), STR_ARG(t->node_name));
		for (int k = 0; k < NODES; k++) {
			const struct node_entry *e = node_entry_of(&c->nodes[k], t);

			strbuf_addf(b, "%d ", e ? (int)e->status : -1);
		}
	}
	for (int k = 0; k < NODES; k++) {
		const struct node *n = &c->nodes[k];

		strbuf_addf(b, "| %d", n->n_entries);
		for (int i = 0; i < c->slots.count; i++)
			strbuf_addf(b, " %g/%g/%g", n->idle[i] + 0.0, n->used[i] + 0.0,
				n->releasing[i] + 0.0);
	}
	for (int i = 0; i < c->n_jobs; i++) {
		strbuf_addf(b, "| %d", c->jobs[i]->active_drift);
		for (int k = 0; k < POD_STATUSES; k++)
			strbuf_addf(b, " %d", c->jobs[i]->counts[k]);
	}
	strbuf_addf(b, "| %g %g", fixture_figures(&p->f, "q").allocated[SLOT_GPU] + 0.0,
		fixture_figures(&p->f, "r").allocated[SLOT_GPU] + 0.0);
}

/* The GPUs of the queue's tasks that hold a place. */
static double gpus_held(struct play *p, const char *queue)
{
	double sum = 0;

	for (int i = 0; i < TASKS; i++)
		if (task(p, i)->job->queue == fixture_queue(&p->f, queue) &&
			status_in(task(p, i)->status, SET_ACTIVE_ALLOCATED))
			sum += task(p, i)->request[SLOT_GPU];
	return sum;
}

/* The node's amounts by its entries (rules/02 10.2). */
static bool books_add_up(const struct node *n)
{
	double idle = n->allocatable[SLOT_GPU], releasing = 0;

	for (int i = 0; i < n->n_entries; i++) {
		double gpus = n->entries[i].task->request[SLOT_GPU];

		if (n->entries[i].status == POD_PIPELINED) {
			releasing -= gpus;
			continue;
		}
		idle -= gpus;
		if (n->entries[i].status == POD_RELEASING)
			releasing += gpus;
	}
	return n->idle[SLOT_GPU] == idle && n->releasing[SLOT_GPU] == releasing;
}

static bool adds_up(struct play *p)
{
	bool same = true;

	for (int k = 0; k < NODES; k++)
		same = same && books_add_up(&p->f.cluster.nodes[k]);
	return same &&
		fixture_figures(&p->f, "q").allocated[SLOT_GPU] ==
		p->start[0] + gpus_held(p, "q") &&
		fixture_figures(&p->f, "r").allocated[SLOT_GPU] == p->start[1] + gpus_held(p, "r");
}

static void want(struct play *p, enum operation_kind kind, int t, int node)
{
	p->list[p->n++] = (struct wanted){kind, t, node, true};
}

static int wanted_eviction(struct play *p, int t)
{
	for (int i = 0; i < p->n; i++)
		if (p->list[i].kind == OP_EVICT && p->list[i].task == t && p->list[i].valid)
			return i;
	return -1;
}

/* Takes back the eviction; the list keeps it, not valid. */
static bool return_home(struct play *p, int t, bool done)
{
	int i = wanted_eviction(p, t);

	if (done != (i >= 0))
		return false;
	if (done)
		p->list[i].valid = false;
	return true;
}

static void push_point(struct play *p)
{
	struct point *at = &p->points[p->n_points++];

	*at = (struct point){.checkpoint = statement_checkpoint(&p->st), .n = p->n};
	memcpy(at->list, p->list, sizeof p->list);
	describe(p, &at->state);
}

/* Back to the last point, which goes. False: something else is there. */
static bool pop_point(struct play *p)
{
	struct point *at = &p->points[--p->n_points];
	struct strbuf now = {0};
	bool same;

	statement_rollback(&p->st, at->checkpoint);
	describe(p, &now);
	same = strcmp(now.s, at->state.s) == 0 && p->st.n == at->checkpoint;
	if (!same)
		printf("# want %s\n# got  %s\n", at->state.s, now.s);
	memcpy(p->list, at->list, sizeof p->list);
	p->n = at->n;
	strbuf_free(&now);
	strbuf_free(&at->state);
	return same;
}

static bool pipeline(struct play *p, int i, struct node *n)
{
	struct task *t = task(p, i);
	bool present = node_entry_of(n, t) != NULL, done;

	if (t->status != POD_PENDING && t->status != POD_RELEASING)
		return true;
	done = statement_pipeline(&p->st, t, n, false);
	if (present)
		return return_home(p, i, done);
	want(p, OP_PIPELINE, i, n->index);
	return done && t->status == POD_PIPELINED && t->node == n && t->virtual_status &&
		str_eq(t->node_name, n->name);
}

/* One operation by chance, as far as the task's status allows it. False: it did something else than
 * it should. */
static bool operate(struct play *p)
{
	static const struct eviction why = {.gang_size = 1};
	int i = under(TASKS);
	struct task *t = task(p, i);
	struct node *n = &p->f.cluster.nodes[under(NODES)];

	switch (under(5)) {
	case 0:
		if ((t->status != POD_RUNNING && t->status != POD_PIPELINED) ||
			wanted_eviction(p, i) >= 0)
			return true;
		want(p, OP_EVICT, i, node_index(t->node));
		return statement_evict(&p->st, t, &why) && t->status == POD_RELEASING &&
			t->virtual_status;
	case 1:
	case 2: return pipeline(p, i, n);
	case 3:
		if (t->status != POD_PENDING)
			return true;
		want(p, OP_ALLOCATE, i, n->index);
		return statement_allocate(&p->st, t, n) && t->status == POD_ALLOCATED &&
			t->virtual_status && t->node == n;
	default:
		if (t->status != POD_RELEASING)
			return true;
		return return_home(p, i, statement_unevict(&p->st, t));
	}
}

static void send(struct play *p, const char *what, const struct task *t, const struct node *n)
{
	strbuf_addf(&p->sent, "%s %d %d, ", what, t->index, node_index(n));
}

static void on_bind(struct session *s, const struct task *t)
{
	send(s->sink.state, "bind", t, t->node);
}

static void on_pipeline(struct session *s, const struct task *t, const struct node *n)
{
	send(s->sink.state, "pipeline", t, n);
}

static void on_evict(
	struct session *s, const struct task *t, const struct node *n, const struct eviction *why)
{
	send(s->sink.state, why->gang_size == 1 ? "evict" : "evict?", t, n);
}

/* What the session knows of the tasks after commit. */
static bool committed(struct play *p)
{
	bool same = p->st.n == 0;

	for (int i = 0; i < TASKS; i++) {
		const struct task *t = task(p, i);
		bool evicted = wanted_eviction(p, i) >= 0;

		same = same && t->status != POD_ALLOCATED && t->evicted == evicted &&
			(!evicted || t->job->evicted) &&
			(t->status != POD_RELEASING || !t->virtual_status) &&
			(t->status != POD_BINDING || !t->virtual_status);
	}
	return same;
}

static bool commits(struct play *p)
{
	static const struct sink sink = {
		.bind = on_bind, .pipeline = on_pipeline, .evict = on_evict};
	static const char *const words[] = {
		[OP_EVICT] = "evict", [OP_PIPELINE] = "pipeline", [OP_ALLOCATE] = "bind"};
	struct strbuf wanted = {0};
	bool same;

	strbuf_addz(&wanted, "");
	strbuf_addz(&p->sent, "");
	for (int i = 0; i < p->n; i++)
		if (p->list[i].valid)
			strbuf_addf(&wanted, "%s %d %d, ", words[p->list[i].kind], p->list[i].task,
				p->list[i].node);
	p->f.session.sink.to = &sink;
	p->f.session.sink.state = p;
	same = statement_commit(&p->st) && strcmp(wanted.s, p->sent.s) == 0;
	if (!same)
		printf("# want %s\n# got  %s\n", wanted.s, p->sent.s);
	strbuf_free(&wanted);
	return same && committed(p);
}

static void begin(struct play *p)
{
	*p = (struct play){0};
	fixture_open_parts(&p->f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	statement_begin(&p->st, &p->f.session);
	p->start[0] = fixture_figures(&p->f, "q").allocated[SLOT_GPU] - gpus_held(p, "q");
	p->start[1] = fixture_figures(&p->f, "r").allocated[SLOT_GPU] - gpus_held(p, "r");
}

static void end(struct play *p)
{
	statement_free(&p->st);
	strbuf_free(&p->sent);
	fixture_close(&p->f);
}

/* Operations between points; then all back, or all sent. */
static void round_by_chance(int number, int *wrong)
{
	struct play p;
	bool good = true;

	begin(&p);
	push_point(&p);
	for (int i = 0; i < OPERATIONS && good; i++) {
		if (p.n_points < DEPTH && under(4) == 0)
			push_point(&p);
		else if (p.n_points > 1 && under(4) == 0)
			good = pop_point(&p);
		else
			good = operate(&p);
		good = good && adds_up(&p);
	}
	if (good && number % 2) {
		good = commits(&p) && adds_up(&p);
		while (p.n_points)
			strbuf_free(&p.points[--p.n_points].state);
	}
	while (p.n_points)
		good = pop_point(&p) && good;
	if (!good && !(*wrong)++)
		printf("# round %d\n", number);
	end(&p);
}

int main(void)
{
	int wrong = 0;

	for (int i = 0; i < ROUNDS; i++)
		round_by_chance(i, &wrong);
	ok(wrong == 0, "%d rounds: rollback restores all, commit sends what is valid", ROUNDS);
	return tap_end();
}
