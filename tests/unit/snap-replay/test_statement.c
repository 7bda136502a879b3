/* The statement: try, roll back, commit; numbers worked by hand (rules/02 10 and 11). */
#include "cmd/snap-replay/report/events.h"
#include "fixture.h"

#define NODE \
	"'nodes':[{'metadata':{'name':'n1','labels':{'nvidia.com/gpu.memory':'100'}}," \
	"'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'110','nvidia.com/gpu':'1'}}}]," \
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

static void evict_and_return(void)
{
	static const struct eviction why = {.gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;
	int checkpoint;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		NODE "'pods':[" POD("a", REVERSIBLE, "'cpu':'1','nvidia.com/gpu':'1'",
			"'nodeName':'n1',", "Running") "]");
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	statement_begin(&st, &f.session);
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

/* rules/04 11: queues lose the pod once more, the node does not. */
static void evict_twice(void)
{
	static const struct eviction why = {.action = "reclaim", .gang_size = 1},
				     again = {.action = "preempt", .gang_size = 2};
	struct fixture f;
	struct statement st;
	struct task *a;
	struct node *n;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		NODE "'pods':[" POD("a", REVERSIBLE, "'cpu':'1','nvidia.com/gpu':'1'",
			"'nodeName':'n1',", "Running") "]");
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	statement_begin(&st, &f.session);
	statement_evict(&st, a, &why);
	ok(statement_evict(&st, a, &again) && st.n == 2, "a pod is evicted twice");
	ok(!st.items[0].repeated && st.items[1].repeated, "the second eviction repeats the first");
	ok(st.items[1].old_status == POD_RUNNING && st.items[1].eviction.gang_size == 2,
		"and remembers the status before both");
	ok(books(n, 7000, 0, 109, 1000, 1, 1), "on the node nothing changes");
	statement_discard(&st);
	ok(a->status == POD_RUNNING && books(n, 7000, 0, 109, 0, 0, 0), "discarded: all as before");
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

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		NODE "'pods':[" POD("a", REVERSIBLE, "'cpu':'1','nvidia.com/gpu':'1'",
			"'nodeName':'n1',", "Running") "]");
	n = &f.cluster.nodes[0];
	a = &f.cluster.tasks[0];
	statement_begin(&st, &f.session);
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
	ok(statement_convert_to_pipelined(&st, f.cluster.jobs[0]) && a->status == POD_PIPELINED,
		"an allocated task becomes pipelined");
	ok(st.n == 1 && st.items[0].kind == OP_PIPELINE, "its allocation is no longer in the list");
	ok(books(n, 8000, 1, 110, -1000, -1, -1), "idle is back, releasing goes below zero");
	statement_discard(&st);
	ok(a->status == POD_PENDING && a->virtual_status, "undone: pending, virtual still");
	statement_free(&st);
	fixture_close(&f);
}

int main(void)
{
	fraction_moved_on_its_node();
	evict_and_return();
	evict_twice();
	update_where_it_is();
	allocate_many_times();
	convert();
	return tap_end();
}
