/* The statement: try, roll back, commit; numbers worked by hand (rules/02 10 and 11). */
#include "cmd/snap-replay/model/zones.h"
#include "cmd/snap-replay/report/events.h"
#include "fixture.h"

#define OTHER_NODE \
	",{'metadata':{'name':'n2','labels':{'nvidia.com/gpu.memory':'100'}}," \
	"'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'110','nvidia.com/gpu':'1'}}}"
#define NODE NODES("")
#define TWO_NODES NODES(OTHER_NODE)
#define NODES(more) \
	"'nodes':[{'metadata':{'name':'n1','labels':{'nvidia.com/gpu.memory':'100'}}," \
	"'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'110','nvidia.com/gpu':'1'}}}" more \
	"]," \
	"'queues':[{'metadata':{'name':'q'},'spec':{'resources':{'cpu':{'limit':-1},'memory':{'limit':-1},'gpu':{'limit':-1}}}}]," \
	"'podGroups':[{'metadata':{'name':'j','namespace':'ns'},'spec':{'queue':'q','minMember':1}}],"
#define POD(name, extra_meta, requests, spec, phase) \
	"{'metadata':{'name':'" name "','namespace':'ns','uid':'" name "'," extra_meta \
	"},'spec':{" spec "'containers':[{'name':'c','resources':{'requests':{" requests \
	"}}}]},'status':{'phase':'" phase "'}}"
#define FRACTION \
	"'labels':{'runai-gpu-group':'g1'},'annotations':{'pod-group-name':'j','gpu-fraction':'0.5'}"
#define REVERSIBLE "'annotations':{'pod-group-name':'j'}"

/* Idle and releasing of cpu, gpu and pods: the columns of the worked example. */
static bool books(const struct node *n, double idle_cpu, double idle_gpu, double idle_pods,
	double cpu, double gpu, double pods)
{
	bool same = n->idle[SLOT_CPU] == idle_cpu && n->idle[SLOT_GPU] == idle_gpu &&
		n->idle[SLOT_PODS] == idle_pods && n->releasing[SLOT_CPU] == cpu &&
		n->releasing[SLOT_GPU] == gpu && n->releasing[SLOT_PODS] == pods;

	if (!same)
		printf("# idle %g/%g/%g releasing %g/%g/%g\n", n->idle[SLOT_CPU], n->idle[SLOT_GPU],
			n->idle[SLOT_PODS], n->releasing[SLOT_CPU], n->releasing[SLOT_GPU],
			n->releasing[SLOT_PODS]);
	return same;
}

static bool group(
	struct fixture *f, const char *name, int64_t used, int64_t releasing, int64_t allocated)
{
	const struct device_group *g = device_group_of(
		&f->cluster.nodes[0], cluster_device_group(&f->cluster, str_of(name)));

	return g && g->used == used && g->releasing == releasing && g->allocated == allocated;
}

/* rules/02 11.9, row by row: what undo does not restore. */
static void fraction_moved_on_its_node(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;
	int fresh, checkpoint;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		NODE "'pods':[" POD("a", FRACTION, "'cpu':'1'", "'nodeName':'n1',", "Running") "]");
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	ok(books(n, 7000, 0, 109, 0, 0, 0) && group(&f, "g1", 50, 0, 50),
		"loaded: one GPU is shared");
	statement_begin(&st, &f.session);
	ok(statement_evict(&st, a, &why), "evict");
	ok(books(n, 7000, 0, 109, 1000, 1, 1) && group(&f, "g1", 50, 50, 50),
		"evicted: the whole GPU is releasing");
	ok(a->status == POD_RELEASING && a->virtual_status, "the pod is releasing, virtually");
	checkpoint = statement_checkpoint(&st);
	fresh = cluster_new_device_group(&f.cluster);
	a->device_groups = (struct device_group_list){&fresh, 1};
	ok(statement_pipeline(&st, a, n, false), "pipeline to a fresh group of the same node");
	ok(books(n, 7000, 0, 109, 0, 0, 0), "pipelined: nothing is releasing any more");
	ok(n->used[SLOT_CPU] == 2000, "the old release and the new use are both booked");
	statement_rollback(&st, checkpoint);
	ok(books(n, 7000, 0, 109, 1000, 1, 1) && !node_entry_of(n, a),
		"rolled back: numbers as evicted, but no entry");
	statement_discard(&st);
	ok(books(n, 6000, 0, 108, 1000, 0, 1) && group(&f, "g1", 100, 50, 100),
		"discarded: the old booking stays for ever");
	ok(a->status == POD_RUNNING && !a->virtual_status, "the pod runs again");
	statement_free(&st);
	fixture_close(&f);
}

/* Of one device and one CPU, on n1. */
static void begin_with_running_pod(struct fixture *f, struct statement *st)
{
	fixture_open(f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		NODE "'pods':[" POD("a", REVERSIBLE, "'cpu':'1','nvidia.com/gpu':'1'",
			"'nodeName':'n1',", "Running") "]");
	statement_begin(st, &f->session);
}

static void evict_and_return(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;
	int checkpoint;

	begin_with_running_pod(&f, &st);
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	statement_evict(&st, a, &why);
	ok(books(n, 7000, 0, 109, 1000, 1, 1), "evicted: one GPU releasing");
	checkpoint = statement_checkpoint(&st);
	ok(statement_pipeline(&st, a, n, false) && a->status == POD_RUNNING,
		"pipelined to its own node: the eviction is undone");
	ok(st.items[0].undone, "the eviction is not valid any more");
	ok(books(n, 7000, 0, 109, 0, 0, 0), "nothing is releasing");
	statement_rollback(&st, checkpoint);
	ok(a->status == POD_RELEASING && !st.items[0].undone,
		"rolled back: releasing, and the eviction is valid again");
	statement_discard(&st);
	ok(a->status == POD_RUNNING && books(n, 7000, 0, 109, 0, 0, 0), "discarded: all as before");
	ok(f.cluster.jobs[0]->counts[POD_RUNNING] == 1 &&
			f.cluster.jobs[0]->counts[POD_RELEASING] == 0,
		"counters as before");
	statement_free(&st);
	fixture_close(&f);
}

/* rules/07 B6: a pod that comes back to its node in other NUMA zones is pipelined there. Undone, it
 * has its old zones. */
static void other_zones(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct zone_share shares[2] = {{.zone = 0}, {.zone = 1}};
	struct zone_placement old = {&shares[0], 1}, same = old, other = {&shares[1], 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;
	int checkpoint;

	begin_with_running_pod(&f, &st);
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	a->zones = &old;
	statement_evict(&st, a, &why);
	checkpoint = statement_checkpoint(&st);
	a->zones = &same;
	ok(statement_pipeline(&st, a, n, false) && a->status == POD_RUNNING && a->zones == &old,
		"in its old zones: the eviction is undone");
	statement_rollback(&st, checkpoint);
	a->zones = &other;
	ok(statement_pipeline(&st, a, n, false) && a->status == POD_PIPELINED && a->zones == &other,
		"in other zones it is pipelined");
	ok(node_entry_of(n, a)->zones == &other, "and booked there");
	statement_rollback(&st, checkpoint);
	ok(a->status == POD_RELEASING && a->zones == &old, "rolled back: the old zones");
	a->zones = &other;
	statement_discard(&st);
	ok(a->status == POD_RUNNING && a->zones == &old && node_entry_of(n, a)->zones == &old,
		"discarded: runs in its old zones");
	statement_free(&st);
	fixture_close(&f);
}

/* rules/04 11: queues lose the pod once more, the node does not. */
static void evict_twice(void)
{
	static const struct eviction why = {.action = "reclaim", .gang_size = 1},
				     again = {.action = "preempt", .gang_size = 2};
	static const struct zone_placement old, tried;
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;

	begin_with_running_pod(&f, &st);
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	a->zones = &old;
	statement_evict(&st, a, &why);
	a->zones = &tried; /* for a place that it did not get */
	ok(statement_evict(&st, a, &again) && st.n == 2, "a pod is evicted twice");
	ok(a->zones == &old, "from the same NUMA zones");
	ok(!st.items[0].repeated && st.items[1].repeated, "the second eviction repeats the first");
	ok(st.items[1].old_status == POD_RUNNING && st.items[1].eviction.gang_size == 2,
		"and remembers the status before both");
	ok(books(n, 7000, 0, 109, 1000, 1, 1), "on the node nothing changes");
	statement_discard(&st);
	ok(a->status == POD_RUNNING && books(n, 7000, 0, 109, 0, 0, 0), "discarded: all as before");
	statement_free(&st);
	fixture_close(&f);
}

/* rules/02 11.6: of two valid evictions the first is undone, also when the pod was moved between
 * them. */
static void evict_moved(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n1, *n2;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		TWO_NODES "'pods':[" POD("a", REVERSIBLE, "'cpu':'1','nvidia.com/gpu':'1'",
			"'nodeName':'n1',", "Running") "]");
	n1 = fixture_node(&f, "n1");
	n2 = fixture_node(&f, "n2");
	a = &f.cluster.tasks[0];
	statement_begin(&st, &f.session);
	statement_evict(&st, a, &why);
	statement_pipeline(&st, a, n2, false);
	ok(statement_evict(&st, a, &why) && a->node == n2 && a->status == POD_RELEASING &&
			!st.items[2].repeated,
		"a pod that was moved is evicted from its new node");
	ok(statement_unevict(&st, a) && st.items[0].undone && !st.items[2].undone,
		"the first eviction is undone, not the second");
	ok(a->node == n1 && a->status == POD_RUNNING, "the pod runs on its first node");
	ok(statement_unevict(&st, a) && st.items[2].undone && a->node == n2 &&
			a->status == POD_PIPELINED,
		"then the second");
	ok(!statement_unevict(&st, a) && st.n == 5, "there is no third");
	statement_free(&st);
	fixture_close(&f);
}

/* rules/04 11: with another pod of its job in the same status the job's count loses the pod again.
 */
static void evict_twice_of_two(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	double gpus;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		TWO_NODES "'pods':[" POD("a", REVERSIBLE, "'nvidia.com/gpu':'1'",
			"'nodeName':'n1',", "Running") "," POD("b", REVERSIBLE,
			"'nvidia.com/gpu':'1'", "'nodeName':'n2',", "Running") "]");
	a = fixture_task(&f, "ns/a");
	gpus = fixture_figures(&f, "q").allocated[SLOT_GPU];
	statement_begin(&st, &f.session);
	statement_evict(&st, a, &why);
	is_number(fixture_figures(&f, "q").allocated[SLOT_GPU], gpus - 1, "the queue's GPUs");
	is_number(a->job->active_drift, 0, "the job's count is right");
	statement_evict(&st, a, &why);
	is_number(fixture_figures(&f, "q").allocated[SLOT_GPU], gpus - 2, "the queue's GPUs");
	is_number(a->job->active_drift, -1, "the job's count is one too small");
	statement_evict(&st, a, &why);
	is_number(a->job->active_drift, -2, "and two");
	statement_rollback(&st, 0);
	is_number(a->job->active_drift, 0, "undone, the job's count is right");
	is_number(
		fixture_figures(&f, "q").allocated[SLOT_GPU], gpus, "and so are the queue's GPUs");
	statement_free(&st);
	fixture_close(&f);
}

/* What is pipelined to the node where it is releasing gives back what it takes. */
static void update_where_it_is(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;

	begin_with_running_pod(&f, &st);
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	statement_evict(&st, a, &why);
	ok(statement_pipeline(&st, a, n, true) && a->status == POD_PIPELINED && st.n == 2,
		"pipelined to its own node as an update");
	ok(n->n_entries == 1 && n->entries[0].status == POD_PIPELINED,
		"the node has it once, pipelined");
	ok(books(n, 8000, 1, 110, -1000, -1, -1), "idle is back, releasing goes below zero");
	statement_discard(&st);
	statement_free(&st);
	fixture_close(&f);
}

static void allocate_many_times(void)
{
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		NODE "'pods':[" POD(
			"a", REVERSIBLE, "'cpu':'1','nvidia.com/gpu':'1'", "", "Pending") "]");
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	statement_begin(&st, &f.session);
	for (int i = 0; i < 10; i++) {
		statement_allocate(&st, a, n);
		statement_rollback(&st, 0);
	}
	ok(books(n, 8000, 1, 110, 0, 0, 0) && a->status == POD_PENDING && !a->node,
		"allocated and undone ten times: nothing changed");
	ok(!statement_evict(&st, a, &(struct eviction){.gang_size = 1}),
		"a pending pod cannot be evicted");
	ok(st.n == 0 && books(n, 8000, 1, 110, 0, 0, 0), "and nothing changed");
	statement_free(&st);
	fixture_close(&f);
}

/* rules/02 idea 18: commit order and books of a converted gang. */
static void convert(void)
{
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		NODE "'pods':[" POD(
			"a", REVERSIBLE, "'cpu':'1','nvidia.com/gpu':'1'", "", "Pending") "]");
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	statement_begin(&st, &f.session);
	statement_allocate(&st, a, n);
	statement_convert_to_pipelined(&st, f.cluster.jobs[0]);
	ok(a->status == POD_PIPELINED, "an allocated task becomes pipelined");
	ok(st.n == 1 && st.items[0].kind == OP_PIPELINE, "its allocation is no longer in the list");
	ok(books(n, 8000, 1, 110, -1000, -1, -1), "idle is back, releasing goes below zero");
	statement_discard(&st);
	ok(a->status == POD_PENDING && a->virtual_status, "undone: pending, virtual still");
	statement_free(&st);
	fixture_close(&f);
}

/* What fails, and what stays then. */
static void failures(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a, *b;
	struct node *n;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		TWO_NODES
		"'pods':[" POD("a", REVERSIBLE, "'cpu':'1'", "'nodeName':'n1',", "Running") "," POD(
			"b", FRACTION, "'cpu':'1'", "'nodeName':'n1',", "Running") "]");
	n = fixture_node(&f, "n1");
	a = fixture_task(&f, "ns/a");
	b = fixture_task(&f, "ns/b");
	statement_begin(&st, &f.session);
	ok(!statement_allocate(&st, a, n) && st.n == 0 && a->status == POD_ALLOCATED &&
			n->n_entries == 2 && n->entries[0].status == POD_RUNNING,
		"a node that has the task: nothing is booked, its status is another");
	ok(!statement_pipeline(&st, a, n, false) && st.n == 0,
		"nor is it pipelined there: no eviction to undo");
	job_set_status(&f.cluster, a, POD_RUNNING);
	ok(!statement_unevict(&st, a), "a pod that was not evicted");
	node_remove(&f.cluster, n, a);
	ok(!statement_evict(&st, a, &why) && st.n == 0 && a->status == POD_RELEASING,
		"without an entry no eviction, but the status stays");
	ok(!session_evict_now(&f.session, a, &why) && a->evicted, "nor at once, but it is sent");
	a->node = NULL;
	ok(!session_evict_now(&f.session, a, &why), "nor without a node");
	ok(session_evict_now(&f.session, b, &why) && b->status == POD_RELEASING && b->evicted &&
			!b->virtual_status && node_entry_of(n, b)->status == POD_RELEASING,
		"evicted at once");
	f.session.like_snapshot_tool = true;
	ok(!session_evict_now(&f.session, b, &why), "a snapshot-tool evicts a pod once");
	statement_free(&st);
	fixture_close(&f);
}

#define AT(severity, level) "2026-01-01T12:00:00.000Z\t" severity "\tV(" level ")\t[snap-replay] "
#define EXISTS "bindrequests.scheduling.run.ai \"a\" already exists\n"

/* rules/02 12.1: the cluster has a bind request of this name already. */
static void stuck_bind(void)
{
	struct fixture f;
	struct statement st;
	struct task *a, *b;
	struct node *n;
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		TWO_NODES "'pods':[" POD("a", REVERSIBLE, "'cpu':'1'", "", "Pending") "," POD(
			"b", REVERSIBLE, "'cpu':'1'", "", "Pending") "]");
	f.session.log.to = to;
	f.session.log.verbosity = 4;
	n = fixture_node(&f, "n1");
	a = fixture_task(&f, "ns/a");
	b = fixture_task(&f, "ns/b");
	map_put(&f.cluster.stuck_bind_requests, a->key, NULL)->value = a;
	statement_begin(&st, &f.session);
	ok(statement_commit(&st), "nothing to commit");
	statement_allocate(&st, a, n);
	statement_allocate(&st, b, n);
	ok(!statement_commit(&st) && st.n == 0, "the first bind fails");
	ok(a->status == POD_PENDING && !a->virtual_status && !a->node && !a->node_name.n &&
			!node_entry_of(n, a),
		"it is undone");
	ok(b->status == POD_ALLOCATED && b->virtual_status && b->node == n,
		"the second stays as it is");
	fclose(to);
	is_text(str_of(text),
		AT("INFO", "4") "Committing operations ...\n" AT(
			"INFO", "4") "Allocating task: ns/a\n" AT("INFO",
			"3") "Creating bind request for task <ns/a> to node <n1> gpuGroup: <[]>, requires: <[1000 0 0 1]> GPUs\n" AT("ERROR",
			"0") "Failed to bind pod ns/a to node n1. " EXISTS AT("ERROR",
			"0") "Failed to bind task <ns/a>. Error: " EXISTS AT("INFO",
			"4") "Cleaning up for failed allocation for task: <ns/a> on node: n1\n" AT("ERROR",
			"0") "Failed to allocate task. error: " EXISTS);
	free(text);
	statement_free(&st);
	fixture_close(&f);
}

/* rules/02 11.10: a snapshot-tool finds a pod that it evicted no more. */
static void evict_in_vain(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n1, *n2;
	double gpus;
	char *text = NULL;
	size_t size = 0;
	FILE *to;

	for (int moved = 0; moved < 2; moved++) {
		fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
			TWO_NODES "'pods':[" POD("a", REVERSIBLE, "'nvidia.com/gpu':'1'",
				"'nodeName':'n1',", "Running") "]");
		f.session.like_snapshot_tool = true;
		n1 = fixture_node(&f, "n1");
		n2 = fixture_node(&f, "n2");
		a = fixture_task(&f, "ns/a");
		gpus = fixture_figures(&f, "q").allocated[SLOT_GPU];
		statement_begin(&st, &f.session);
		statement_evict(&st, a, &why);
		statement_commit(&st);
		ok(f.warnings.n == 0 && a->evicted && !a->virtual_status && a->job->evicted &&
				instant_cmp(a->job->last_eviction, f.cluster.now) == 0,
			"the first eviction is taken");
		statement_pipeline(&st, a, n2, false);
		statement_commit(&st);
		ok(!st.refused, "no eviction failed");
		to = open_memstream(&text, &size);
		f.session.log.to = to;
		f.session.log.verbosity = 0;
		statement_evict(&st, a, &why);
		if (moved) /* the node forgets it */
			node_remove(&f.cluster, n2, a);
		statement_commit(&st);
		ok(st.refused == a, "the commit says which eviction failed");
		fclose(to);
		is_text(str_of(text),
			AT("ERROR", "0") "Failed to evict task <ns/a>: pod \"a\" not found.\n" AT(
				"ERROR",
				"0") "Failed to evict task <ns/a>, error: <pod \"a\" not found>\n");
		free(text);
		ok(f.warnings.n == 1 && str_eq(f.warnings.items[0].where, STR("ns/a")),
			"the second is warned of");
		ok(node_entry_of(n2, a) && node_entry_of(n2, a)->status == POD_RELEASING &&
				a->node == n2 && node_entry_of(n1, a),
			"it is booked on the node that it left, with its present status");
		is_number(fixture_figures(&f, "q").allocated[SLOT_GPU], gpus, "the queue's GPUs");
		statement_free(&st);
		fixture_close(&f);
	}
}

/* rules/02 11.10: within one commit the snapshot-tool still finds the pod. */
static void evicted_twice_at_once(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	double gpus;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		TWO_NODES "'pods':[" POD("a", REVERSIBLE, "'nvidia.com/gpu':'1'",
			"'nodeName':'n1',", "Running") "]");
	f.session.like_snapshot_tool = true;
	a = fixture_task(&f, "ns/a");
	statement_begin(&st, &f.session);
	statement_evict(&st, a, &why);
	statement_evict(&st, a, &why);
	gpus = fixture_figures(&f, "q").allocated[SLOT_GPU];
	ok(st.n == 2 && statement_commit(&st) && !st.refused && f.warnings.n == 0,
		"both evictions of a commit are taken");
	ok(a->evicted && !a->virtual_status, "the pod is gone");
	is_number(fixture_figures(&f, "q").allocated[SLOT_GPU], gpus, "the queue's GPUs");
	statement_free(&st);
	fixture_close(&f);
}

int main(void)
{
	failures();
	stuck_bind();
	evict_in_vain();
	evicted_twice_at_once();
	fraction_moved_on_its_node();
	evict_and_return();
	other_zones();
	evict_twice();
	evict_moved();
	evict_twice_of_two();
	update_where_it_is();
	allocate_many_times();
	convert();
	return tap_end();
}
