/* The plugin numa: which zones a pod gets by the node's policy, what zones lose and get back,
 * scores (rules/07 B, ideas 13 to 19). */
#include "acts.h"
#include "cmd/snap-replay/shortcuts/reversible.h"
#include "cmd/snap-replay/model/zones.h"

#define NUMA EVICTING_PLUGINS ",{'name':'numa'}"
#define QUEUES_AND_GROUPS \
	PRIORITIES ",'queues':[" QUEUE("q") "],'podGroups':[" JOB("a", "q", "high", "00", \
		"1") "," JOB("b", "q", "low", "00", "1") "," JOB("c", "q", "low", "00", "1") "],"
#define AMOUNT(name, amount) "{'name':'" name "','allocatable':'" amount "','available':'99'}"
#define ZONE(name, gpus, cpus) \
	"{'name':'" name "','type':'Node','resources':[" AMOUNT( \
		"nvidia.com/gpu", gpus) "," AMOUNT("cpu", cpus) "]}"
#define TWO ZONE("node-1", "4", "16") "," ZONE("node-0", "4", "16")
#define THREE ZONE("node-0", "2", "16") "," ZONE("node-1", "4", "16") "," ZONE("node-2", "4", "16")
#define CPUS ZONE("node-0", "0", "4") "," ZONE("node-1", "0", "4")
#define TOPOLOGY(node, policy, scope, zones) \
	"{'metadata':{'name':'" node \
	"'},'attributes':[{'name':'topologyManagerPolicy','value':'" policy \
	"'},{'name':'topologyManagerScope','value':'" scope "'}],'zones':[" zones "]}"
#define BOX(requests) "{'name':'x','resources':{'requests':{" requests "}}}"
#define SIDECAR(requests) \
	"{'name':'x','restartPolicy':'Always','resources':{'requests':{" requests "}}}"
#define G(n) "'nvidia.com/gpu':'" n "'"
#define C(n) "'cpu':'" n "'"
#define POD_IN(job, name, qos, spec, annotations, phase) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{'pod-group-name':'" job "'" annotations "}},'spec':{" spec \
	"},'status':{'phase':'" phase "','qosClass':'" qos "'}}"
#define MAIN(containers) "'containers':[" containers "]"
#define ON(node) "'nodeName':'" node "',"
/* A running pod whose annotation says where it is; amount: of a JSON text within a JSON text. */
#define OBSERVED(text) ",'kai.scheduler/numa-placement-observed':'" text "'"
#define PREDICTED(text) ",'kai.scheduler/numa-placement-predicted':'" text "'"
#define IN(zone, gpus) \
	"[{\\'zone\\':\\'" zone "\\',\\'amount\\':{\\'nvidia.com/gpu\\':\\'" gpus "\\'}}]"
#define HOLDER(name, job, zone, gpus) \
	POD_IN(job, name, "Burstable", ON("n1") MAIN(BOX(G(gpus))), OBSERVED(IN(zone, gpus)), \
		"Running")

#define REFUSED "refused"

static void zones_text(struct strbuf *b, const struct zone_placement *z)
{
	for (int i = 0; z && i < z->n; i++) {
		strbuf_addf(b, "%s%d", i ? " | " : "", z->shares[i].zone);
		for (int k = 0; k < z->shares[i].amounts.n; k++) {
			const struct amount *a = &z->shares[i].amounts.items[k];
			const char *slash = str_find(a->name, '/');
			struct str name = slash
				? (struct str){slash + 1,
					  a->name.n - (size_t)(slash + 1 - a->name.p)}
				: a->name;

			strbuf_addf(b, " " STR_FMT "=%g", STR_ARG(name),
				(double)a->quantity.nano / 1e9);
		}
	}
}

/* Where the pod would be on n1. */
static struct strbuf asked(struct fixture *f, const char *pod)
{
	struct task *t = fixture_task(f, pod);
	struct node *n = fixture_node(f, "n1");
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	if (fixture_refusal(f, pod, "n1").n)
		strbuf_addz(&b, REFUSED);
	else
		zones_text(&b, session_zone_placement(&f->session, t, n));
	return b;
}

static void open_numa(
	struct fixture *f, const char *plugins, const char *topologies, const char *pods)
{
	const char *const parts[] = {QUEUES_AND_GROUPS
		"'nodes':[" NODE_LABELS(
			"n1", "'k':'v'", ",'nvidia.com/gpu':'99','x/nic':'9'") "," NODE_LABELS("n2",
			"'k':'v'", ",'nvidia.com/gpu':'99'") "]",
		topologies, pods, NULL};

	fixture_open_parts(f, FIXTURE_PARAMS, plugins, parts);
}

/* ---- rules/07 B4 ---- */

#define SINGLE(zones) TOPOLOGY("n1", "single-numa-node", "pod", zones)
#define EACH(zones) TOPOLOGY("n1", "single-numa-node", "container", zones)
#define RESTRICTED(zones) TOPOLOGY("n1", "restricted", "pod", zones)
#define BEST(zones) TOPOLOGY("n1", "best-effort", "pod", zones)
#define SURE "Guaranteed"
#define SOME "Burstable"

static void policies(void)
{
	static const struct {
		const char *what, *topology, *qos, *spec, *others, *wanted;
	} rows[] = {
		{"6 GPUs in no single zone", SINGLE(TWO), SOME, MAIN(BOX(G("6"))), "", REFUSED},
		{"the lower zone first", SINGLE(TWO), SURE, MAIN(BOX(G("2") "," C("4"))), "",
			"0 cpu=4 gpu=2"},
		{"the next one when it is too full", SINGLE(TWO), SURE, MAIN(BOX(G("3"))),
			HOLDER("o", "b", "node-0", "2") ",", "1 gpu=3"},
		{"no device, not Guaranteed: not aligned", SINGLE(TWO), SOME, MAIN(BOX(C("40"))),
			"", ""},
		{"memory that no zone reports is not aligned", SINGLE(TWO), SURE,
			MAIN(BOX("'memory':'9Gi'," C("2"))), "", "0 cpu=2"},
		{"widths 2 and 1 differ", RESTRICTED(TWO), SURE, MAIN(BOX(G("6") "," C("10"))), "",
			REFUSED},
		{"both of width 2", RESTRICTED(TWO), SURE, MAIN(BOX(G("6") "," C("24"))), "",
			"0 cpu=16 gpu=4 | 1 cpu=8 gpu=2"},
		{"more than there is", RESTRICTED(TWO), SURE, MAIN(BOX(G("9"))), "", REFUSED},
		{"6 are free, but 4 should fit in one zone", RESTRICTED(TWO), SURE,
			MAIN(BOX(G("4"))),
			HOLDER("o", "b", "node-0", "1") "," HOLDER("p", "c", "node-1", "1") ",",
			REFUSED},
		{"the first two zones that hold it", RESTRICTED(THREE), SURE, MAIN(BOX(G("7"))), "",
			"1 gpu=4 | 2 gpu=3"},
		{"half a CPU is of the shared pool", RESTRICTED(TWO), SURE, MAIN(BOX(C("1500m"))),
			"", ""},
		{"only devices count for a Burstable pod", RESTRICTED(TWO), SOME,
			MAIN(BOX(G("6") "," C("4"))), "", "0 gpu=4 | 1 gpu=2"},
		{"the zone that covers most first, then the lowest", BEST(THREE), SURE,
			MAIN(BOX(G("5"))), "", "0 gpu=1 | 1 gpu=4"},
		{"the zones are drawn from as they were chosen", BEST(THREE), SURE,
			MAIN(BOX(G("9") "," C("1"))), "", "0 gpu=1 | 1 cpu=1 gpu=4 | 2 gpu=4"},
		{"never refused", BEST(TWO), SURE, MAIN(BOX(G("9"))), "", ""},
		{"no policy", TOPOLOGY("n1", "none", "pod", TWO), SURE, MAIN(BOX(G("9"))), "", ""},
		{"the old name of a policy for pods",
			"{'metadata':{'name':'n1'},'topologyPolicies':['SingleNUMANodePodLevel'],'zones':[" TWO
			"]}",
			SURE, MAIN(BOX(G("3")) "," BOX(G("3"))), "", REFUSED},
		{"and for containers",
			"{'metadata':{'name':'n1'},'topologyPolicies':['SingleNUMANodeContainerLevel'],'zones':[" TWO
			"]}",
			SURE, MAIN(BOX(G("3")) "," BOX(G("3"))), "", "0 gpu=3 | 1 gpu=3"},
		{"names that end in gpu are one resource, called by the last of them",
			SINGLE("{'name':'node-0','type':'Node','resources':[" AMOUNT(
				"a/gpu", "2") "," AMOUNT("b/xgpu", "2") "]}"),
			SOME, MAIN(BOX(G("3"))), "", "0 xgpu=3"},
		{"zones of other types do not count",
			TOPOLOGY("n1", "single-numa-node", "pod",
				"{'name':'s','type':'Socket','resources':[" AMOUNT(
					"nvidia.com/gpu", "99") "]}," TWO),
			SURE, MAIN(BOX(G("6"))), "", REFUSED},
		{"3, 3 and 2 CPUs in zones of 4", EACH(CPUS), SURE,
			MAIN(BOX(C("3")) "," BOX(C("3")) "," BOX(C("2"))), "", REFUSED},
		{"3 and 3: one in each", EACH(CPUS), SURE, MAIN(BOX(C("3")) "," BOX(C("3"))), "",
			"0 cpu=3 | 1 cpu=3"},
		{"an init container is gone when the others start", EACH(TWO), SURE,
			"'initContainers':[" BOX(G("4")) "]," MAIN(BOX(G("4"))), "", "0 gpu=4"},
		{"a sidecar is not", EACH(TWO), SURE,
			"'initContainers':[" SIDECAR(G("3")) "]," MAIN(BOX(G("3"))), "",
			"0 gpu=3 | 1 gpu=3"},
		{"an init container must fit, too", EACH(TWO), SURE,
			"'initContainers':[" BOX(G("9")) "]," MAIN(BOX(G("1"))), "", REFUSED},
		{"a whole pod: its peak", SINGLE(TWO), SURE,
			"'initContainers':[" SIDECAR(G("1") "," C("1")) "," BOX(
				G("3") "," C("2")) "]," MAIN(BOX(G("2") "," C("1"))),
			"", "0 cpu=3 gpu=4"},
		{"a whole pod: two CPUs and a half", SINGLE(TWO), SURE,
			MAIN(BOX(C("2")) "," BOX(C("500m"))), "", "0 cpu=2"},
		{"what is requested of the pod as a whole counts instead, and its overhead",
			SINGLE("{'name':'node-0','type':'Node','resources':[" AMOUNT(
				"memory", "64Gi") "," AMOUNT("nvidia.com/gpu", "4") "]}"),
			SURE,
			"'resources':{'requests':{'memory':'2','nvidia.com/gpu':'9'}},'overhead':{'memory':'1'}," MAIN(
				BOX(G("1") ",'memory':'7'")),
			"", "0 memory=3 gpu=1"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct strbuf pods = {0}, topology = {0}, got;
		struct fixture f;

		strbuf_addf(&topology, "'nodeResourceTopologies':[%s]", rows[i].topology);
		strbuf_addf(&pods,
			"'pods':[%s{'metadata':{'name':'a1','namespace':'n','uid':'a1','annotations':"
			"{'pod-group-name':'a'}},'spec':{%s},'status':{'phase':'Pending','qosClass':'%s'}}]",
			rows[i].others, rows[i].spec, rows[i].qos);
		open_numa(&f, NUMA, topology.s, pods.s);
		got = asked(&f, "n/a1");
		if (!tap_ok(strcmp(got.s, rows[i].wanted) == 0, __FILE__, __LINE__, "%s",
			    rows[i].what))
			printf("# got '%s', not '%s'\n", got.s, rows[i].wanted);
		strbuf_free(&got);
		strbuf_free(&topology);
		strbuf_free(&pods);
		fixture_close(&f);
	}
}

/* ---- rules/07 B7 ---- */

static double free_gpus(struct fixture *f, int zone)
{
	return fixture_node(f, "n1")->zones->items[zone].available[zone_slot(
		&f->cluster.zone_slots, STR("nvidia.com/gpu"))];
}

static void records(void)
{
	static const struct {
		const char *what, *annotations, *phase;
		double left[2];
	} rows[] = {
		{"observed", OBSERVED(IN("node-1", "2")), "Running", {4, 2}},
		{"observed goes before predicted",
			PREDICTED(IN("node-0", "3")) OBSERVED(IN("node-1", "2")), "Running",
			{4, 2}},
		{"predicted", PREDICTED(IN("node-0", "3")), "Running", {1, 4}},
		{"a malformed one is passed over", OBSERVED("[") PREDICTED(IN("node-0", "3")),
			"Running", {1, 4}},
		{"so is an empty one", OBSERVED("[]") PREDICTED(IN("node-0", "3")), "Running",
			{1, 4}},
		{"and null", OBSERVED("null") PREDICTED(IN("node-0", "3")), "Running", {1, 4}},
		{"a zone that is not there",
			OBSERVED(IN("node-7", "3")) PREDICTED(IN("node-0", "3")), "Running",
			{4, 4}},
		{"a pod that has ended", OBSERVED(IN("node-0", "3")), "Succeeded", {4, 4}},
		{"a pod that is being deleted",
			OBSERVED(IN("node-0",
				"3")) "},'deletionTimestamp':'2026-01-01T11:59:30Z','labels':{'k':'v'",
			"Running", {4, 4}},
		{"no record", "", "Running", {4, 4}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct strbuf pods = {0};
		struct fixture f;

		strbuf_addf(&pods,
			"'pods':[{'metadata':{'name':'b1','namespace':'n','uid':'b1','annotations':"
			"{'pod-group-name':'b'%s}},'spec':{'nodeName':'n1','containers':[" BOX(
				G("3")) "]},'status':{'phase':'%s'}}]",
			rows[i].annotations, rows[i].phase);
		open_numa(&f, NUMA, "'nodeResourceTopologies':[" SINGLE(TWO) "]", pods.s);
		if (!tap_ok(free_gpus(&f, 0) == rows[i].left[0] &&
				    free_gpus(&f, 1) == rows[i].left[1],
			    __FILE__, __LINE__, "record: %s", rows[i].what))
			printf("# left %g and %g\n", free_gpus(&f, 0), free_gpus(&f, 1));
		strbuf_free(&pods);
		fixture_close(&f);
	}
}

static void arguments(void)
{
	struct fixture f;
	struct strbuf got;

	open_numa(&f,
		EVICTING_PLUGINS ",{'name':'numa','arguments':{'reconstructAvailable':'false'}}",
		"'nodeResourceTopologies':[" SINGLE(TWO) "]",
		"'pods':[" HOLDER("b1", "b", "node-0", "3") "]");
	ok(free_gpus(&f, 0) == 99, "not reconstructed: as reported");
	fixture_close(&f);

	open_numa(&f,
		EVICTING_PLUGINS
		",{'name':'numa','arguments':{'ignoreList':' nvidia.com/gpu ,,x'}}",
		"'nodeResourceTopologies':[" SINGLE(TWO) "]",
		"'pods':[" POD_IN("a", "a1", SURE, MAIN(BOX(G("9") "," C("2"))), "",
			"Pending") "," POD_IN("a", "a2", SOME, MAIN(BOX(G("9"))), "",
			"Pending") "]");
	got = asked(&f, "n/a1");
	ok(strcmp(got.s, "0 cpu=2") == 0, "an ignored resource is not aligned");
	strbuf_free(&got);
	got = asked(&f, "n/a2");
	ok(strcmp(got.s, "") == 0, "and aligns no pod");
	strbuf_free(&got);
	fixture_close(&f);
}

/* rules/07 B2: a device is one by its name, a resource counts by its slot. */
static void ignored_slot(void)
{
	struct fixture f;
	struct strbuf got;

	open_numa(&f, EVICTING_PLUGINS ",{'name':'numa','arguments':{'ignoreList':'amd.com/gpu'}}",
		"'nodeResourceTopologies':[" SINGLE(TWO) "]",
		"'pods':[" POD_IN("a", "a1", SOME, MAIN(BOX(G("9"))), "", "Pending") "]");
	got = asked(&f, "n/a1");
	ok(strcmp(got.s, "") == 0, "another name of an ignored slot");
	is_number(fixture_score(&f, "numa", "n/a1", "n1"), 100, "aligned, but needs nothing");
	strbuf_free(&got);
	fixture_close(&f);
}

/* The bind request's zones go before the prediction on the pod; and zones are in the order of their
 * numbers, however they are listed. */
static void bind_request(void)
{
	struct fixture f;

	open_numa(&f, NUMA,
		"'nodeResourceTopologies':[" SINGLE(
			ZONE("z10", "5", "1") "," ZONE("z", "6", "1") "," ZONE("z9", "4", "1")) "]",
		"'bindRequests':[{'metadata':{'name':'b1','namespace':'n'},'spec':{'podName':'b1','selectedNode':'n1',"
		"'predictedNUMAZones':[{'zone':'z10','amount':{'nvidia.com/gpu':'2'}},{'zone':'z9','amount':{'amd.com/gpu':'1'}}]}}],"
		"'pods':[" POD_IN("b", "b1", SOME, MAIN(BOX(G("3"))), PREDICTED(IN("z", "3")),
			"Pending") "]");
	ok(free_gpus(&f, 0) == 3 && free_gpus(&f, 1) == 3 && free_gpus(&f, 2) == 6,
		"a bind request's zones are charged");
	ok(fixture_task(&f, "n/b1")->zones->shares[0].zone == 0 &&
			fixture_task(&f, "n/b1")->zones->n == 2,
		"and are in the order of the node's");
	fixture_close(&f);
}

static void bind_request_without_zones(void)
{
	struct fixture f;

	open_numa(&f, NUMA, "'nodeResourceTopologies':[" SINGLE(TWO) "]",
		"'bindRequests':[{'metadata':{'name':'b1','namespace':'n'},'spec':{'podName':'b1','selectedNode':'n1'}}],"
		"'pods':[" POD_IN("b", "b1", SOME, MAIN(BOX(G("3"))), PREDICTED(IN("node-1", "3")),
			"Pending") "]");
	ok(free_gpus(&f, 0) == 4 && free_gpus(&f, 1) == 1,
		"the prediction counts where a bind request has no zones");
	fixture_close(&f);
}

/* From 2^52 on, sums of what comes and goes may be rounded: short cuts must know. */
static void exact(void)
{
	static const struct {
		const char *amount;
		bool rounded;
	} rows[] = {{"4503599627370495", false}, {"4503599627370496", true}};
	struct fixture f;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct strbuf topology = {0};

		strbuf_addf(&topology,
			"'nodeResourceTopologies':[" SINGLE(ZONE("z0", "%s", "1")) "]",
			rows[i].amount);
		open_numa(&f, NUMA, topology.s, "'pods':[]");
		ok(f.session.traits.rounded_zones == rows[i].rounded, "%s GPUs are %s",
			rows[i].amount, rows[i].rounded ? "too many" : "exact");
		strbuf_free(&topology);
		fixture_close(&f);
	}
	open_numa(&f,
		EVICTING_PLUGINS ",{'name':'numa','arguments':{'reconstructAvailable':'false'}}",
		"'nodeResourceTopologies':[" SINGLE(TWO) "]",
		"'pods':[" HOLDER("b1", "b", "node-0", "4503599627370496") "]");
	ok(f.session.traits.rounded_zones, "so they are of a pod's record");
	fixture_close(&f);
}

/* A zone's number is what its name ends with: here all of it. */
static void numbers(void)
{
	struct fixture f;

	open_numa(&f, NUMA,
		"'nodeResourceTopologies':[" SINGLE(
			ZONE("10", "5", "1") "," ZONE("9", "4", "1")) "]",
		"'pods':[" POD_IN("a", "a1", SOME, MAIN(BOX(G("1"))), "", "Pending") "]");
	ok(zone_find(fixture_node(&f, "n1")->zones, STR("9")) == 0, "zone 9 before zone 10");
	fixture_close(&f);
}

/* No node has so many: its zones are not replayed, and that is said. */
static void many_zones(void)
{
	for (int n = 1024; n <= 1025; n++) {
		struct strbuf topology = {0};
		struct fixture f;

		for (int i = 0; i < n; i++)
			strbuf_addf(&topology, "%s{'name':'z%d','type':'Node'}",
				i ? ","
				  : "'nodeResourceTopologies':[{'metadata':{'name':'n1'},'zones':[",
				i);
		strbuf_addz(&topology, "]}]");
		open_numa(&f, NUMA, topology.s, "'pods':[]");
		ok(!fixture_node(&f, "n1")->zones == (n > 1024) && f.warnings.n == (n > 1024),
			"%d zones", n);
		strbuf_free(&topology);
		fixture_close(&f);
	}
}

/* ---- rules/07 B6 ---- */

static bool same_ledger(struct fixture *f, double zone0, double zone1)
{
	if (free_gpus(f, 0) == zone0 && free_gpus(f, 1) == zone1)
		return true;
	printf("# free: %g and %g\n", free_gpus(f, 0), free_gpus(f, 1));
	return false;
}

/* Two victims, one in each zone, leave room for the preemptor and one of them: the one that comes
 * back gets the other zone, so it is moved, not spared. */
static void victims(void)
{
	static const struct eviction why = {.action = "preempt", .gang_size = 1};
	struct fixture f;
	struct statement st;
	struct task *a, *b, *c;
	struct node *n;
	int checkpoint;

	open_numa(&f, NUMA,
		"'nodeResourceTopologies':[" SINGLE(
			ZONE("node-0", "4", "16") "," ZONE("node-1", "4", "16")) "]",
		"'pods':[" HOLDER("b1", "b", "node-0", "2") "," HOLDER("c1", "c", "node-1",
			"2") "," POD_IN("a", "a1", SOME, MAIN(BOX(G("3"))), "", "Pending") "]");
	a = fixture_task(&f, "n/a1");
	b = fixture_task(&f, "n/b1");
	c = fixture_task(&f, "n/c1");
	n = fixture_node(&f, "n1");
	ok(fixture_refusal(&f, "n/a1", "n1").n > 0, "no zone has 3 GPUs");
	statement_begin(&st, &f.session);
	statement_evict(&st, b, &why);
	statement_evict(&st, c, &why);
	ok(same_ledger(&f, 4, 4), "both are evicted");
	checkpoint = statement_checkpoint(&st);
	ok(put_on_node(&st, a, n, true) && same_ledger(&f, 1, 4), "the preemptor gets zone 0");
	ok(put_on_node(&st, c, n, true) && c->status == POD_RUNNING && same_ledger(&f, 1, 2),
		"who comes back to its zone is spared");
	ok(put_on_node(&st, b, n, true) && b->status == POD_PIPELINED && same_ledger(&f, 1, 0),
		"who gets another zone is moved");
	statement_rollback(&st, checkpoint);
	ok(same_ledger(&f, 4, 4) && b->zones->shares[0].zone == 0, "rolled back to the evictions");
	put_on_node(&st, c, n, true);
	statement_discard(&st);
	ok(same_ledger(&f, 2, 2) && b->status == POD_RUNNING && c->status == POD_RUNNING &&
			b->zones->shares[0].zone == 0 && c->zones->shares[0].zone == 1,
		"discarded: as before");
	statement_evict(&st, b, &why);
	statement_evict(&st, b, &why);
	ok(same_ledger(&f, 6, 2), "evicted twice, credited twice");
	statement_discard(&st);
	ok(same_ledger(&f, 2, 2), "and undone twice");
	statement_free(&st);
	fixture_close(&f);
}

static bool is_reversible(struct fixture *f, const struct task *t)
{
	bool keeps = true;

	for (int i = 0; i < f->cluster.n_nodes; i++)
		if (node_entry_of(&f->cluster.nodes[i], t))
			keeps &= reversible_booking(&f->session, t, &f->cluster.nodes[i]);
	return keeps && reversible_victim(&f->session, t, REVERSIBLE);
}

/* A pod that was moved away from a node with zones is evicted again and placed there, in another
 * zone: that takes its stale booking, and undoing it does not bring the booking back (rules/02
 * 11.2). */
static void stale_booking(void)
{
	static const struct eviction why = {.action = "preempt", .gang_size = 1};
	struct fixture f;
	struct statement before, st;
	struct task *a, *b, *d;
	struct node *n1, *n2;

	open_numa(&f, NUMA,
		"'nodeResourceTopologies':[" SINGLE(
			ZONE("node-0", "4", "16") "," ZONE("node-1", "4", "16")) "]",
		"'pods':[" HOLDER("b1", "b", "node-0", "2") "," HOLDER(
			"c1", "c", "node-1", "2") "," POD_IN("c", "d1", SOME,
			ON("n2") MAIN(BOX(G("1"))), "", "Running") "," POD_IN("a", "a1", SOME,
			MAIN(BOX(G("3"))), "", "Pending") "]");
	a = fixture_task(&f, "n/a1");
	b = fixture_task(&f, "n/b1");
	d = fixture_task(&f, "n/d1");
	n1 = fixture_node(&f, "n1");
	n2 = fixture_node(&f, "n2");
	statement_begin(&before, &f.session);
	statement_begin(&st, &f.session);
	ok(is_reversible(&f, b) && is_reversible(&f, d), "before anything is moved");
	ok(statement_evict(&before, d, &why) && put_on_node(&before, d, n1, true) && d->zones &&
			is_reversible(&f, d),
		"moved from a node without zones: reversible");
	statement_discard(&before);
	ok(statement_evict(&before, b, &why) && put_on_node(&before, b, n2, true) && !b->zones &&
			node_entry_of(n1, b) && !is_reversible(&f, b),
		"moved from a node with zones: not reversible");
	ok(statement_evict(&st, b, &why) && put_on_node(&st, a, n1, true) &&
			put_on_node(&st, b, n1, true) && b->node == n1 &&
			b->status == POD_PIPELINED,
		"back in another zone: moved once more");
	statement_discard(&st);
	ok(b->node == n2 && b->status == POD_PIPELINED && !node_entry_of(n1, b),
		"undone: the booking is lost");
	ok(is_reversible(&f, b), "and there is no more to lose");
	statement_free(&st);
	statement_free(&before);
	fixture_close(&f);
}

static void allocations(void)
{
	struct fixture f;
	struct statement st;
	struct task *a;

	open_numa(&f, NUMA, "'nodeResourceTopologies':[" SINGLE(TWO) "]",
		"'pods':[" POD_IN("a", "a1", SOME, MAIN(BOX(G("3"))), "", "Pending") "]");
	a = fixture_task(&f, "n/a1");
	statement_begin(&st, &f.session);
	ok(put_on_node(&st, a, fixture_node(&f, "n1"), false) && same_ledger(&f, 1, 4),
		"allocated: charged");
	statement_convert_to_pipelined(&st, a->job);
	ok(a->status == POD_PIPELINED && same_ledger(&f, 1, 4) && a->zones->shares[0].zone == 0,
		"turned into pipelined: in the same zones");
	statement_discard(&st);
	ok(same_ledger(&f, 4, 4), "discarded: credited");
	put_on_node(&st, a, fixture_node(&f, "n2"), false);
	ok(!a->zones && same_ledger(&f, 4, 4), "a node without zones");
	statement_discard(&st);
	statement_free(&st);
	fixture_close(&f);
}

/* ---- rules/07 B8 ---- */

static void scores(void)
{
	struct fixture f;

	open_numa(&f, NUMA, "'nodeResourceTopologies':[" BEST(TWO) "]",
		"'pods':[" POD_IN("a", "a1", SOME, MAIN(BOX(G("4"))), "", "Pending") "," POD_IN(
			"a", "a2", SOME, MAIN(BOX(G("6"))), "", "Pending") "," POD_IN("a", "a3",
			SOME, MAIN(BOX(G("9"))), "", "Pending") "," POD_IN("a", "a4", SOME,
			MAIN(BOX(C("1"))), "", "Pending") "," POD_IN("a", "a5", SURE,
			MAIN(BOX(C("500m"))), "", "Pending") "]");
	is_number(fixture_score(&f, "numa", "n/a1", "n1"), 100, "one zone");
	is_number(fixture_score(&f, "numa", "n/a2", "n1"), 50, "two zones");
	is_number(fixture_score(&f, "numa", "n/a3", "n1"), 0, "more than there is");
	is_number(fixture_score(&f, "numa", "n/a4", "n1"), 0, "a pod that is not aligned");
	is_number(fixture_score(&f, "numa", "n/a5", "n1"), 100, "nothing is needed of zones");
	is_number(fixture_score(&f, "numa", "n/a1", "n2"), 50, "no zones: the most of the cluster");
	fixture_close(&f);
	open_numa(&f, NUMA,
		"'nodeResourceTopologies':[" TOPOLOGY("n1", "none", "pod", THREE) "," TOPOLOGY("n2",
			"restricted", "pod",
			"{'name':'z','type':'Node','resources':[" AMOUNT("x/nic", "1") "]}") "]",
		"'pods':[" POD_IN("a", "a1", SURE, MAIN(BOX(G("4"))), "", "Pending") "," POD_IN(
			"a", "a2", SOME, MAIN(BOX(G("4"))), "", "Pending") "]");
	is_number(
		fixture_score(&f, "numa", "n/a1", "n1"), 100.0 / 3, "no policy: all of the node's");
	is_number(fixture_score(&f, "numa", "n/a2", "n1"), 0,
		"a device that only nodes without a policy report");
	fixture_close(&f);
}

/* ---- for --explain ---- */

static void details(void)
{
	static const struct {
		const char *what, *topology, *spec;
		enum zone_lack lack;
		int width;
		double free[2]; /* GPUs in the zones, for the refused request */
	} rows[] = {
		{"it fits", SINGLE(TWO), MAIN(BOX(G("2"))), ZONES_FIT, 0, {2, 4}},
		{"no single zone", SINGLE(TWO), MAIN(BOX(G("5"))), ZONES_NO_SINGLE, 1, {2, 4}},
		{"not both", RESTRICTED(TWO), MAIN(BOX(G("7"))), ZONES_NO_SEVERAL, 2, {2, 4}},
		{"never", RESTRICTED(TWO), MAIN(BOX(G("9"))), ZONES_TOO_SMALL, 1, {2, 4}},
		{"one and two", RESTRICTED(TWO), MAIN(BOX(G("5") "," C("1"))), ZONES_WIDTHS, 1,
			{2, 4}},
		{"not all of them", BEST(TWO), MAIN(BOX(G("7"))), ZONES_NO_SEVERAL, 2, {2, 4}},
		{"the second container", EACH(TWO), MAIN(BOX(G("3")) "," BOX(G("3"))),
			ZONES_NO_SINGLE, 1, {2, 1}},
		{"an init container is alone", EACH(TWO),
			"'initContainers':[" BOX(G("5")) "]," MAIN(BOX(G("3"))), ZONES_NO_SINGLE, 1,
			{2, 4}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct strbuf pods = {0}, topology = {0};
		struct zone_details d = {0};
		struct fixture f;
		double left[2] = {-1, -1};
		int slot, width;

		strbuf_addf(&topology, "'nodeResourceTopologies':[%s]", rows[i].topology);
		strbuf_addf(&pods,
			"'pods':[" HOLDER("b1", "b", "node-0",
				"2") ",{'metadata':{'name':'a1','namespace':'n','uid':'a1',"
				     "'annotations':{'pod-group-name':'a'}},'spec':{%s},'status':{'phase':'Pending','qosClass':'Guaranteed'}}]",
			rows[i].spec);
		open_numa(&f, NUMA, topology.s, pods.s);
		session_zone_details(
			&f.session, fixture_task(&f, "n/a1"), fixture_node(&f, "n1"), &d);
		slot = zone_slot(&f.cluster.zone_slots, STR("nvidia.com/gpu"));
		width = f.cluster.zone_slots.count;
		for (int z = 0; d.zones && z < 2; z++)
			left[z] = d.zones->items[z].available[slot] -
				(d.drawn ? d.drawn[z * width + slot] : 0);
		ok(d.lack == rows[i].lack && d.width == rows[i].width &&
				(d.lack == ZONES_FIT) == !d.request,
			"why: %s", rows[i].what);
		ok(left[0] == rows[i].free[0] && left[1] == rows[i].free[1], "and what was free");
		strbuf_free(&topology);
		strbuf_free(&pods);
		fixture_close(&f);
	}
}

int main(void)
{
	policies();
	records();
	arguments();
	ignored_slot();
	bind_request();
	bind_request_without_zones();
	exact();
	numbers();
	many_zones();
	victims();
	stale_booking();
	allocations();
	scores();
	details();
	return tap_end();
}
