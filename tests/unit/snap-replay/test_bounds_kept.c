/* What the bounds keep from one search to the next, against what another action reads of the same
 * session (shortcuts/bounds_kept.c): between searches, pods are evicted, moved and put back, by
 * chance. */
#include "acts.h"
#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/session/units.h"
#include "cmd/snap-replay/shortcuts/bounds_kept.h"
#include "cmd/snap-replay/shortcuts/dry_units.h"

enum { NODES = 4, JOBS = 12, PODS = 3 /* of each job */, ROUNDS = 300, STATEMENTS = 3 };

#define REPELS_X \
	"'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{" \
	"'topologyKey':'kubernetes.io/hostname','labelSelector':{'matchLabels':{'app':'x'}}}]}},"

#define SELECTS "'nodeSelector':{'kubernetes.io/hostname':'n%d'},"
enum pods { WITH_TERMS = 1, BOUND_TO_NODES = 2 };

static void add_bound_pod(struct strbuf *b, int i, int k)
{
	int node = under(NODES);

	strbuf_addf(b,
		"," POD_MORE("p%02d%d", "j%02d", "", "", SELECTS "'nodeName':'n%d',", GPUS("1"),
			"Running"),
		i, k, i, k, i, node, node);
}

static void add_pod(struct strbuf *b, int i, int k, bool terms)
{
	if (k == 2 && i % 3 == 0 && terms)
		strbuf_addf(b,
			"," POD_MORE("p%02d%d", "j%02d", "", "", REPELS_X, GPUS("1"), "Pending"), i,
			k, i, k, i);
	else if (k == 2 && i % 3 == 0)
		strbuf_addf(b, "," PENDING("p%02d%d", "j%02d", "%d"), i, k, i, k, i, 1 + under(3));
	else
		strbuf_addf(b,
			"," POD_MORE("p%02d%d", "j%02d", "'app':'x'", "", "'nodeName':'n%d',",
				GPUS("%d"), "Running"),
			i, k, i, k, i, under(NODES), 1 + under(3));
}

/* Job j00 waits, the others run: every second one above its minimum. Every third one has a pod that
 * waits; WITH_TERMS: which keeps the others away; BOUND_TO_NODES: none has, and each pod may go to
 * one node only. */
static void cluster_open(struct fixture *f, unsigned pods, int gpus)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[");
	for (int i = 0; i < NODES; i++)
		strbuf_addf(&b, "%s" GPU_NODE("n%d", "%d"), i ? "," : "", i, i, gpus, gpus);
	strbuf_addz(&b, "],'podGroups':[");
	for (int i = 0; i < JOBS; i++)
		strbuf_addf(&b, "%s" JOB("j%02d", "q", "%s", "01", "%d"), i ? "," : "", i,
			i ? "low" : "high", i % 2 ? 1 : PODS);
	strbuf_addz(&b, "],'pods':[");
	if (pods & BOUND_TO_NODES)
		strbuf_addf(&b, POD_MORE("p00", "j00", "", "", SELECTS, GPUS("2"), "Pending"), 0);
	else
		strbuf_addz(&b, PENDING("p00", "j00", "2"));
	for (int i = 1; i < JOBS; i++)
		for (int k = 0; k < PODS; k++)
			if (pods & BOUND_TO_NODES)
				add_bound_pod(&b, i, k);
			else
				add_pod(&b, i, k, pods & WITH_TERMS);
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
	f->searches.diagnosed = f->searches.diagnostics_limit = 1000;
}

static struct bounds *begin(struct search *q)
{
	return bounds_begin(q, q->job, session_tasks_to_allocate(q->session, q->job, false));
}

static bool are_on(const struct stale_booking *bookings, int node)
{
	while (bookings && bookings->node != node)
		bookings = bookings->next;
	return bookings;
}

/* In any order. */
static bool same_bookings(const struct stale_booking *l, const struct stale_booking *r)
{
	int more = 0;

	for (const struct stale_booking *b = l; b; b = b->next, more++)
		if (!are_on(r, b->node))
			return false;
	for (; r; r = r->next)
		more--;
	return !more;
}

static bool same_task(struct bounds *l, struct bounds *r, int task)
{
	const struct victim_info *a = bounds_info(l, task), *b = bounds_info(r, task);

	if (!same_bookings(l->first_stale[task], r->first_stale[task]) || a->kind != b->kind ||
		a->active != b->active || bit_is_set(l->stale, task) != bit_is_set(r->stale, task))
		return false;
	if (a->kind != VICTIM_OTHER &&
		(a->node != b->node || a->job != b->job || a->request != b->request ||
			a->elastic != b->elastic))
		return false;
	return a->pipelined == b->pipelined && a->in_pod_set == b->in_pod_set &&
		a->loss_counts == b->loss_counts;
}

static bool same_nodes(const struct bounds *l, const struct bounds *r, int n_nodes)
{
	bool same = l->n_slots == r->n_slots;

	for (int i = 0; same && i < n_nodes * l->n_slots; i++)
		same = l->left[i] == r->left[i] && l->gives[i] == r->gives[i];
	return same;
}

/* ---- dry runs ---- */

static struct batch batch_of(struct task **t)
{
	return (struct batch){.job = (*t)->job, .tasks = t, .n = 1, .job_index = (*t)->job->index};
}

/* The first active task, from one on, of a job that has Pending pods, or of any job; NULL: none. */
static struct task *active_task(const struct cluster *c, int from, bool partly)
{
	for (int i = from; i < c->n_tasks; i++) {
		struct task *t = &c->tasks[i];

		if (status_in(t->status, SET_ACTIVE_ALLOCATED) &&
			(!partly || t->job->counts[POD_PENDING]))
			return t;
	}
	return NULL;
}

/* The jobs as the next dry run reads them; NULL: there is none. partly: a victim of a partly
 * running job is recorded. */
static const struct dry_run *read_jobs(
	struct search *q, struct bounds *b, const struct probe_nodes *nodes, bool partly)
{
	struct task_list unit = search_unit(q, q->job);
	struct proposal p = {
		.pending = unit, .preemptor = partial_job(q, q->job, unit.items, unit.n)};
	struct task *recorded = partly ? active_task(q->session->c, 0, true) : NULL,
		    *victim = active_task(q->session->c, recorded ? recorded->index + 1 : 0, false);

	if (!victim)
		return NULL;
	if (recorded)
		batches_add(q, &p.recorded, batch_of(&recorded));
	batches_add(q, &p.potential, batch_of(&victim));
	b->tried = 1000; /* it pays */
	bounds_forecast(q, &p, nodes);
	return b->dry_run;
}

static bool same_request(const struct dry_run *l, const struct dry_run *r, int class)
{
	const double *a = node_ledger_request(l->lane->nodes, class),
		     *b = node_ledger_request(r->lane->nodes, class);

	return a && b && a[SLOT_CPU] == b[SLOT_CPU] && a[SLOT_MEMORY] == b[SLOT_MEMORY] &&
		a[SLOT_GPU] == b[SLOT_GPU];
}

static bool same_pod(const struct dry_pod *a, const struct dry_pod *b)
{
	return a->node == b->node && a->pipelined == b->pipelined && a->class == b->class &&
		same_bookings(a->stale, b->stale) && a->eligible == b->eligible;
}

static bool same_job(const struct dry_run *l, const struct dry_run *r, int at)
{
	const struct dry_job *a = &l->jobs[at], *b = &r->jobs[at];
	bool same = a->n == b->n && a->n_evicted == b->n_evicted && a->surplus == b->surplus &&
		a->accepted == b->accepted && !memcmp(a->amount, b->amount, sizeof a->amount) &&
		!memcmp(a->evicted, b->evicted, sizeof a->evicted);

	for (int i = 0; same && i < a->n_evicted; i++)
		same = same_pod(&l->pods[a->first + i], &r->pods[b->first + i]) &&
			same_request(l, r, l->pods[a->first + i].class);
	return same && l->in_walk[at].fixed_before == r->in_walk[at].fixed_before &&
		(at == l->preemptor_position || l->in_walk[at].job == r->in_walk[at].job);
}

/* Wherever a pod may go, runs look. */
static bool reaches_all(const struct dry_run *r)
{
	for (int i = 0; i < r->n_pods; i++)
		if (!bits_within(r->pods[i].eligible, r->reachable, NODES))
			return false;
	return true;
}

static int n_read; /* dry jobs that were compared */

static int compare_jobs(const struct dry_run *l, const struct dry_run *r)
{
	int different = 0;

	if (!l || !r)
		return l || r;
	if (l->n_jobs != r->n_jobs || l->preemptor_position != r->preemptor_position)
		return 1;
	different += !reaches_all(l) + !reaches_all(r);
	for (int i = 0; i < l->n_jobs; i++)
		different += !same_job(l, r, i);
	for (int i = 0; i < l->n_jobs; i++)
		n_read += i != l->preemptor_position && l->jobs[i].n > 0;
	return different;
}

/* As if zones applied to a node that still books the task: see reversible_booking. */
static void set_may_lose(struct bounds *b, int task, bool may_lose)
{
	if (may_lose)
		bit_set(b->may_lose_booking, task);
	else
		bit_clear(b->may_lose_booking, task);
	b->infos[task].kind = VICTIM_NOT_READ;
}

/* As if the node still booked the task, which must have no stale booking: of this search only. */
static void set_stale(struct bounds *b, int task, const struct stale_booking *booking)
{
	b->first_stale[task] = booking;
	if (booking)
		bit_set(b->stale, task);
	else
		bit_clear(b->stale, task);
	b->infos[task].kind = VICTIM_NOT_READ;
}

/* Some jobs keep the unit that they would get. */
static void cache_units(struct fixture *f)
{
	for (int i = 0; i < f->cluster.n_jobs; i++) {
		struct job *j = f->cluster.jobs[i];

		if (!under(4))
			session_tasks_to_allocate(&f->session, j, false);
		else if (!under(4))
			j->unit_cached = false;
	}
}

/* A search of the action that has memory, and one of a new action. */
static int compare(struct fixture *f, void *memory)
{
	struct search kept = {.session = &f->session,
			      .job = fixture_job(f, "j00"),
			      .questions = &shortcuts,
			      .memory = memory},
		      anew = kept;
	bool in[NODES] = {true, true, true, true};
	uint64_t bits = (1 << NODES) - 1;
	const struct probe_nodes nodes = {in, &bits, NODES};
	int task = under(f->cluster.n_tasks);
	bool may_lose = !under(4), partly = !under(3), stale;
	const struct stale_booking booking = {.node = under(NODES)};
	struct bounds *l, *r;
	int different;

	anew.memory = shortcuts.action_begins(&f->session);
	l = begin(&kept);
	r = begin(&anew);
	bounds_read_nodes(&kept, l, &nodes);
	bounds_read_nodes(&anew, r, &nodes);
	set_may_lose(l, task, may_lose);
	set_may_lose(r, task, may_lose);
	stale = !l->first_stale[task] && !under(2);
	if (stale) {
		set_stale(l, task, &booking);
		set_stale(r, task, &booking);
	}
	different = !same_nodes(l, r, NODES);
	for (int i = 0; i < f->cluster.n_tasks; i++)
		different += !same_task(l, r, i);
	different += compare_jobs(
		read_jobs(&kept, l, &nodes, partly), read_jobs(&anew, r, &nodes, partly));
	set_may_lose(l, task, false);
	if (stale)
		set_stale(l, task, NULL);
	shortcuts.search_ends(&anew, true);
	shortcuts.action_ends(anew.memory);
	search_free(&anew);
	shortcuts.search_ends(&kept, true);
	search_free(&kept);
	return different;
}

static const struct dry_job *find_gang(const struct dry_run *r)
{
	for (int i = 0; i < r->n_jobs; i++)
		if (i != r->preemptor_position && r->jobs[i].n > 1)
			return &r->jobs[i];
	return NULL;
}

/* A gang was kept with all its pods, then with the second one only: in the place of the first. */
static void another_unit(void)
{
	bool in[NODES] = {true, true, true, true};
	uint64_t bits = (1 << NODES) - 1;
	const struct probe_nodes nodes = {in, &bits, NODES};
	const struct stale_booking booking = {.node = 0};
	struct search q = {.questions = &shortcuts};
	const struct dry_job *gang;
	const struct dry_run *r;
	struct dry_job second;
	struct dry_units *u;
	struct task **pods;
	struct fixture f;
	struct bounds *b;

	cluster_open(&f, BOUND_TO_NODES, 30);
	q.session = &f.session;
	q.job = fixture_job(&f, "j00");
	q.memory = shortcuts.action_begins(&f.session);
	b = begin(&q);
	bounds_read_nodes(&q, b, &nodes);
	r = read_jobs(&q, b, &nodes, false);
	u = dry_run_units(&q);
	gang = find_gang(r);
	pods = u->of[gang->job->index].pods.items;
	second = *gang;
	second.first++;
	second.n = 1;
	dry_units_keep_read(u, r, (struct task_list){&pods[1], 1}, &second);
	set_stale(b, pods[0]->index, &booking);
	dry_units_note_stale(u, b);
	ok(!u->pods[u->first_pod[gang->job->index]].stale,
		"a stale booking of a pod that is not kept any more");
	set_stale(b, pods[1]->index, &booking);
	dry_units_note_stale(u, b);
	ok(u->pods[u->first_pod[gang->job->index]].stale == &booking, "and of the one that is");
	shortcuts.search_ends(&q, true);
	shortcuts.action_ends(q.memory);
	search_free(&q);
	fixture_close(&f);
}

/* Evicts a pod, or moves one to a node, or gives a node to one that waits. */
static void change(struct fixture *f, struct statement *st)
{
	const struct eviction why = {.action = "reclaim"};
	struct task *t = &f->cluster.tasks[under(f->cluster.n_tasks)];
	bool active = status_in(t->status, SET_ACTIVE_ALLOCATED);

	if (t->job == fixture_job(f, "j00") || t->job->counts[POD_RELEASING] > 1)
		return;
	if (active && !statement_evict(st, t, &why))
		return;
	if ((t->status == POD_PENDING || t->status == POD_RELEASING) && under(3))
		statement_pipeline(st, t, &f->cluster.nodes[under(NODES)], false);
}

static void searches(unsigned pods, int gpus, const char *what)
{
	struct fixture f;
	struct statement open[STATEMENTS];
	struct str text;
	void *memory;
	int n_open = 0, different = 0;

	cluster_open(&f, pods, gpus);
	memory = shortcuts.action_begins(&f.session);
	for (int round = 0; round < ROUNDS; round++) {
		if (n_open == STATEMENTS || (n_open && !under(3))) { /* the last one is undone */
			statement_discard(&open[--n_open]);
			statement_free(&open[n_open]);
		} else {
			statement_begin(&open[n_open], &f.session);
			for (int i = under(4); i >= 0; i--)
				change(&f, &open[n_open]);
			n_open++;
		}
		cache_units(&f);
		different += compare(&f, memory);
		if ((pods & WITH_TERMS) && !under(10)) /* may settle it: no term concerns it now */
			session_pre_predicate(
				&f.session, &f.cluster.tasks[under(f.cluster.n_tasks)], &text);
	}
	ok(different == 0, "%s: %d searches, %d differences", what, ROUNDS, different);
	while (n_open) {
		statement_discard(&open[--n_open]);
		statement_free(&open[n_open]);
	}
	shortcuts.action_ends(memory);
	fixture_close(&f);
}

int main(void)
{
	searches(0, 64, "facts that last");
	ok(n_read > ROUNDS, "%d dry jobs were read", n_read);
	/* With fewer than 32 GPUs on each node: node_ledger_numbers_last. */
	searches(0, 30, "facts that last, classes by number");
	searches(WITH_TERMS, 64, "with inter-pod terms");
	searches(BOUND_TO_NODES, 30, "pods bound to nodes, classes by number");
	another_unit();
	return tap_end();
}
