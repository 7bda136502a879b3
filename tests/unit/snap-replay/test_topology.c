/* The order of domains, and what groups get that are confined to them (rules/07 A). */
#include "acts.h"
#include "cmd/snap-replay/plugins/topology/choose.h"

#define PLUGINS EVICTING_PLUGINS ",{'name':'topology'}"
#define TREE \
	"'topologies':[{'metadata':{'name':'t'},'spec':{'levels':[{'nodeLabel':'zone'},{'nodeLabel':'rack'}]}}]"
#define CLUSTER(nodes, groups, pods) \
	TREE ",'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes "],'podGroups':[" groups \
				      "],'pods':[" pods "]"
#define PLACE(zone, rack) "'zone':'" zone "','rack':'" rack "'"
#define AT(name, place, gpus) \
	NODE_LABELS(name, \
		"'nvidia.com/gpu.memory':'1000','nvidia.com/gpu.count':'" gpus "'," place, \
		",'nvidia.com/gpu':'" gpus "'")
#define LEVELS(levels) "'topologyConstraint':{'topology':'t'," levels "}"
#define REQUIRED(level) "'requiredTopologyLevel':'" level "'"
#define PREFERRED(level) "'preferredTopologyLevel':'" level "'"
#define GANG(name, min, levels) \
	JOB_MORE(name, "q", "low", "01", ",'minMember':" min "," LEVELS(levels))
#define TWO PENDING("a", "g", "1") "," PENDING("b", "g", "1")
#define THREE TWO "," PENDING("c", "g", "1")
#define FOUR THREE "," PENDING("d", "g", "1")

/* Runs allocate, then compares decisions and reasons of the gang g. */
#define allocates(raw, want, reasons, what) \
	do { \
		struct fixture f_; \
		fixture_open(&f_, FIXTURE_PARAMS, PLUGINS, raw); \
		acts_are_at(&f_, "allocate", want, what, __FILE__, __LINE__); \
		said(&f_, "g", reasons); \
		fixture_close(&f_); \
	} while (0)

/* ---- the order of domains ---- */

static struct topology *plugin_of(struct fixture *f)
{
	return f->session.hooks.node_choices.state;
}

/* The sets to which the job is confined: "n1 n2, n3"; NULL: it is not. */
static char *choose(struct fixture *f, const char *job)
{
	struct job *j = fixture_job(f, job);
	struct member root = {.set = j->root};
	struct node_choices *c = session_node_choices(
		&f->session, j, &root, j->tasks, j->n_tasks, &f->session.all_nodes);
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	for (int i = 0; i < c->n; i++) {
		c->choose(c, i);
		for (int k = 0; k < c->set.n; k++)
			strbuf_addf(&b, "%s" STR_FMT,
				k           ? " "
					: i ? ", "
					    : "",
				STR_ARG(c->set.items[k]->name));
	}
	free(c);
	return b.s;
}

static void chooses_at(
	const char *raw, const char *want, const char *what, const char *file, int line)
{
	struct fixture f;
	char *got;

	fixture_open(&f, FIXTURE_PARAMS, PLUGINS, raw);
	got = choose(&f, "g");
	if (!tap_ok(strcmp(got, want) == 0, file, line, "%s: %s", what, want))
		printf("# got: %s\n", got);
	free(got);
	fixture_close(&f);
}
#define chooses(raw, want, what) chooses_at(raw, want, what, __FILE__, __LINE__)

#define NODES \
	AT("n1", PLACE("z1", "r1"), "4") \
	"," AT("n2", PLACE("z1", "r2"), "2") "," AT("n3", PLACE("z2", "r3"), "3") "," AT( \
		"n4", PLACE("z2", "r4"), "1")

static void order(void)
{
	chooses(CLUSTER(NODES, GANG("g", "2", REQUIRED("rack")), TWO), "n3, n2, n1",
		"the fullest zone first, in it the fullest rack; too small a rack not at all");
	chooses(CLUSTER(NODES, GANG("g", "2", REQUIRED("zone")), TWO), "n3 n4, n1 n2",
		"the fullest zone first");
	chooses(CLUSTER(NODES, GANG("g", "2", PREFERRED("rack")), TWO),
		"n3, n2, n1, n3 n4, n1 n2, n1 n2 n3 n4",
		"the preferred level first, then wider ones");
	chooses(CLUSTER(NODES, GANG("g", "2", REQUIRED("zone") "," PREFERRED("rack")), TWO),
		"n3, n2, n1, n3 n4, n1 n2", "from the preferred level to the required one");
	chooses(CLUSTER(NODES, GANG("g", "4", REQUIRED("rack")), FOUR), "n1",
		"one has room for four");
	chooses(CLUSTER(AT("n1", PLACE("z1", "r2"), "2") "," AT(
				"n2", PLACE("z1", "r1"), "2") "," AT("n3", PLACE("z2", "r1"), "2"),
			GANG("g", "2", REQUIRED("rack")), TWO),
		"n3, n2, n1", "equal ones by id");
}

/* ---- groups ---- */

static void required(void)
{
	static const char *const no_rack =
		"Not enough resources for the workload: node-group z1.r1 can allocate only 3 of 4 required pods\n"
		"Not enough resources for the workload: node-group z1.r2 can allocate only 3 of 4 required pods\n"
		"PodSchedulingErrors: topology t, requirement rack couldn't be satisfied for job <n/g>";

	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "4") "," AT("n2", PLACE("z1", "r2"), "2"),
			  GANG("g", "2", REQUIRED("rack")), TWO),
		"bind a n2, bind b n2", "", "the rack that is full afterwards");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "3") "," AT("n2", PLACE("z1", "r2"), "3"),
			  GANG("g", "4", REQUIRED("rack")), FOUR),
		"", no_rack, "no rack has four");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "2") "," AT("n2", PLACE("z2", "r2"), "1"),
			  GANG("g", "4", REQUIRED("rack")), FOUR),
		"",
		"PodSchedulingErrors: topology t, requirement rack couldn't be satisfied for job <n/g>: "
		"not enough resources in the cluster to allocate the job",
		"all racks together have too little");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r1"), "1"),
			  GANG("g", "4", REQUIRED("rack")), FOUR),
		"",
		"PodSchedulingErrors: topology t, requirement rack couldn't be satisfied for job <n/g>: "
		"not enough resources in z1.r1 to allocate the job",
		"the nodes' common domain is named");
	allocates(CLUSTER(AT("n1", PLACE("z1", ""), "1") "," AT("n2", PLACE("z1", ""), "1"),
			  GANG("g", "4", REQUIRED("rack")), FOUR),
		"",
		"PodSchedulingErrors: topology t, requirement rack couldn't be satisfied for job <n/g>: "
		"not enough resources in z1 to allocate the job",
		"nodes have no empty label in common");
	allocates(CLUSTER(AT("n1", "'zone':'z1'", "4") "," AT("n2", PLACE("z1", "r2"), "1") "," AT(
				  "n3", PLACE("z1", "r3"), "1"),
			  GANG("g", "2", REQUIRED("zone")), TWO),
		"bind a n2, bind b n3", "", "never on a node outside the topology");
}

/* rules/07 A13: the common domain is a rack, so that the zone has no numbers. */
static void wider_than_common(void)
{
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "4"), GANG("g", "2", REQUIRED("zone")), TWO),
		"",
		"Not enough resources for the workload: "
		"node-group(s) didn't have enough resources: GPUs; "
		"node-group(s) didn't have enough resources: pods\n"
		"PodSchedulingErrors: topology t, requirement zone couldn't be satisfied for job <n/g>",
		"the required zone is wider than what all nodes have in common");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "4"),
			  GANG("g", "2", REQUIRED("zone") "," PREFERRED("rack")), TWO),
		"bind a n1, bind b n1", "", "the same with a preferred level");
	allocates(
		CLUSTER(AT("n1", PLACE("z1", "r1"), "4") "," AT("n2", PLACE("z1", "r2"), "4"),
			JOB_MORE("g", "q", "low", "01",
				"," LEVELS(REQUIRED("rack")) ",'subGroups':[{'name':'s','minMember':2," LEVELS(
					REQUIRED("zone")) "}]"),
			PENDING_IN("a", "g", "s", "1") "," PENDING_IN("b", "g", "s", "1")),
		"",
		"Not enough resources for the workload: "
		"node-group(s) didn't have enough resources: GPUs; "
		"node-group(s) didn't have enough resources: pods\n"
		"PodSchedulingErrors: topology t, requirement zone couldn't be satisfied for job <n/g>, subgroup s",
		"a sub-group that requires more than its parent gets");
}

static void preferred(void)
{
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "2"),
			  GANG("g", "3", PREFERRED("rack")), THREE),
		"bind a n2, bind b n2, bind c n1", "",
		"no rack holds them all: the widest domain, the emptiest rack of it first");
	allocates(CLUSTER(NODES, GANG("g", "2", REQUIRED("zone") "," PREFERRED("rack")), TWO),
		"bind a n3, bind b n3", "", "one rack of a zone");
}

static void active_pods(void)
{
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "3"),
			  GANG("g", "1", REQUIRED("rack")),
			  RUNNING("a", "g", "1", "n2") "," PENDING("b", "g", "1")),
		"bind b n2", "", "the rack in which the group runs, not the fullest");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "1"),
			  GANG("g", "1", REQUIRED("rack")),
			  RUNNING("a", "g", "1", "n2") "," PENDING("b", "g", "1")),
		"",
		"Not enough resources for the workload: node-group z1.r2 can allocate only 0 of 1 required pods\n"
		"PodSchedulingErrors: topology t, requirement rack couldn't be satisfied for job <n/g>",
		"no other rack when that one is full");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "3"),
			  GANG("g", "1", PREFERRED("rack")),
			  RUNNING("a", "g", "1", "n2") "," PENDING("b", "g", "1")),
		"bind b n1", "", "a preferred level does not hold it there");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", "'zone':'z1'", "3"),
			  GANG("g", "1", PREFERRED("rack")),
			  RUNNING("a", "g", "1", "n2") "," PENDING("b", "g", "1")),
		"bind b n1", "", "nor does a node outside the topology");
}

static void sub_groups(void)
{
	allocates(
		CLUSTER(AT("n1", PLACE("z1", "r1"), "2") "," AT(
				"n2", PLACE("z1", "r2"), "2") "," AT("n3", PLACE("z2", "r3"), "2"),
			JOB_MORE("g", "q", "low", "01",
				"," LEVELS(REQUIRED("zone")) ",'subGroups':[{'name':'s','minMember':2," LEVELS(REQUIRED(
					"rack")) "},{'name':'u','minMember':2," LEVELS(REQUIRED("rack")) "}]"),
			PENDING_IN("a", "g", "s", "1") "," PENDING_IN(
				"b", "g", "s", "1") "," PENDING_IN("c", "g", "u",
				"1") "," PENDING_IN("d", "g", "u", "1")),
		"bind a n1, bind b n1, bind c n2, bind d n2", "",
		"a zone for both, a rack for each");
	allocates(
		CLUSTER(AT("n1", PLACE("z1", "r1"), "2"),
			JOB_MORE("g", "q", "low", "01",
				",'subGroups':[{'name':'s','minMember':1,'topologyConstraint':{'topology':'u'}},"
				"{'name':'u','minMember':1}]"),
			RUNNING_IN("a", "g", "s", "1", "n1") "," PENDING_IN("b", "g", "u", "1")),
		"bind b n1", "", "a sub-group without a pod to place needs no domain");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "1"),
			  JOB_MORE("g", "q", "low", "01",
				  ",'subGroups':[{'name':'default','minMember':2," LEVELS(
					  REQUIRED("rack")) "}]"),
			  TWO),
		"",
		"Not enough resources for the workload: node-group z1.r1 can allocate only 1 of 2 required pods\n"
		"Not enough resources for the workload: node-group z1.r2 can allocate only 1 of 2 required pods\n"
		"PodSchedulingErrors: topology t, requirement rack couldn't be satisfied for job <n/g>",
		"a sub-group named default is not named");
}

static void amounts(void)
{
	/* one pod requests a GPU, the other none: amounts are compared, not pods counted */
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "2"),
			  GANG("g", "2", REQUIRED("rack")),
			  PENDING("a", "g", "1") "," POD_MORE(
				  "b", "g", "", "", "", "'cpu':'100'", "Pending")),
		"bind a n1, bind b n1", "", "a sum that is all there is fits");
	allocates(CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "2"),
			  GANG("g", "2", REQUIRED("rack")),
			  PENDING("a", "g", "1") "," POD_MORE(
				  "b", "g", "", "", "", "'cpu':'100001m'", "Pending")),
		"",
		"Not enough resources for the workload: node-group(s) didn't have enough resources: CPU cores\n"
		"PodSchedulingErrors: topology t, requirement rack couldn't be satisfied for job <n/g>",
		"one thousandth more does not");
}

/* The log has the text. */
static void logged(FILE *log, const char *want)
{
	char text[1024] = "";

	rewind(log);
	text[fread(text, 1, sizeof text - 1, log)] = 0;
	if (!tap_ok(strstr(text, want) != NULL, __FILE__, __LINE__, "%s", want))
		printf("# got: %s\n", text);
}

static void wrong_constraint(const char *levels, const char *group, const char *want)
{
	struct strbuf raw = {0};
	struct fixture f;

	strbuf_addz(&raw,
		TREE ",'queues':[" QUEUE("q") "],'nodes':[" NODES "],'pods':[" TWO
					      "],'podGroups':[");
	strbuf_addf(&raw, JOB_MORE("g", "q", "low", "01", "%s"), group);
	strbuf_addz(&raw, "]");
	fixture_open(&f, FIXTURE_PARAMS, PLUGINS, raw.s);
	f.session.log.to = tmpfile();
	f.session.log.verbosity = 0;
	acts_are_at(&f, "allocate", "", levels, __FILE__, __LINE__);
	said(&f, "g", "");
	logged(f.session.log.to, want);
	fclose(f.session.log.to);
	fixture_close(&f);
	strbuf_free(&raw);
}

static void wrong_constraints(void)
{
#define FAILED "Failed to run SubsetNodes on job <n/g>: "
#define NO_SUCH(who, level, kind) \
	FAILED "topology constraint error: " who " specified '" level "' as the " kind \
	       " topology constraint level, but the topology tree 't' does not contain a level with this name\n"
	wrong_constraint("no level", ",'minMember':2," LEVELS(REQUIRED("")),
		FAILED "no topology constraints were found for subgroup , with topology name t\n");
	wrong_constraint("an unknown required level", ",'minMember':2," LEVELS(REQUIRED("row")),
		NO_SUCH("sub-group ", "row", "required"));
	wrong_constraint("an unknown preferred level", ",'minMember':2," LEVELS(PREFERRED("row")),
		NO_SUCH("sub-group ", "row", "preferred"));
	wrong_constraint("a preferred level above the required one",
		",'minMember':2," LEVELS(REQUIRED("rack") "," PREFERRED("zone")),
		NO_SUCH("sub-group ", "zone", "preferred"));
	wrong_constraint("of a sub-group named default",
		",'subGroups':[{'name':'default','minMember':2," LEVELS(REQUIRED("row")) "}]",
		NO_SUCH("workload", "row", "required"));
	allocates(CLUSTER(NODES,
			  JOB_MORE("g", "q", "low", "01",
				  ",'minMember':2,'topologyConstraint':{'topology':'u'," REQUIRED(
					  "rack") "}"),
			  TWO),
		"", "PodSchedulingErrors: Requested topology u does not exist", "no such topology");
}

/* ---- scores ---- */

static double score_in(struct fixture *f, const char *node)
{
	return fixture_score(f, "topology", "n/a", node);
}

static void scores(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, PLUGINS,
		CLUSTER(NODES, GANG("g", "2", PREFERRED("rack")), TWO));
	ok(score_in(&f, "n1") == 0, "no scores before a choice");
	free(choose(&f, "g"));
	/* in tree order: z2 (z2.r4 holds nothing like it, z2.r3), z1 (z1.r2, z1.r1) */
	is_number(score_in(&f, "n4"), 200000, "the fullest rack");
	is_number(score_in(&f, "n3"), 500000, "the second");
	is_number(score_in(&f, "n2"), 700000, "the third");
	is_number(score_in(&f, "n1"), 1000000, "the emptiest rack");
	session_placing_begins(&f.session, fixture_job(&f, "g"));
	ok(score_in(&f, "n1") == 0 && plugin_of(&f)->tables.n == 0,
		"the next job begins without scores");
	fixture_close(&f);
}

/* A pod set without scores takes those of its nearest ancestor that has some. */
static void inherited_scores(void)
{
	struct fixture f;
	struct job *j;
	struct node_set two;

	fixture_open(&f, FIXTURE_PARAMS, PLUGINS,
		CLUSTER(NODES,
			JOB_MORE("g", "q", "low", "01",
				"," LEVELS(PREFERRED(
					"zone")) ",'subGroups':[{'name':'s'},{'name':'u','parent':'s','minMember':1}]"),
			PENDING_IN("a", "g", "u", "1")));
	free(choose(&f, "g"));
	is_number(score_in(&f, "n3"), 500000, "the root's, of the fullest zone");
	is_number(score_in(&f, "n1"), 1000000, "the root's, of the emptiest zone");
	j = fixture_job(&f, "g");
	two = (struct node_set){.items = f.session.all_nodes.items, .n = 2};
	free(session_node_choices(
		&f.session, j, &(struct member){.set = j->root}, j->tasks, j->n_tasks, &two));
	ok(score_in(&f, "n3") == SCORE_NONE, "a choice among other nodes replaces them");
	fixture_close(&f);

	fixture_open(
		&f, FIXTURE_PARAMS, PLUGINS, CLUSTER(NODES, GANG("g", "2", REQUIRED("rack")), TWO));
	free(choose(&f, "g"));
	ok(plugin_of(&f)->tables.n == 0, "a required level gives no scores");
	fixture_close(&f);
}

/* ---- what is not replayed ---- */

static void not_replayed(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, PLUGINS,
		"'topologies':[{'metadata':{'name':'t'},'spec':{'levels':[]}},{'metadata':{'name':'ok'},'spec':{"
		"'levels':[{'nodeLabel':'zone'}]}}],'queues':[" QUEUE(
			"q") "],'nodes':[" NODES "],'pods':[" PENDING_IN("a", "g", "s",
			"1") "," PENDING("b", "h", "1") "],'podGroups':[" JOB_MORE("g", "q", "low",
			"01",
			",'subGroups':[{'name':'r'," LEVELS(REQUIRED(
				"zone")) "},{'name':'s','parent':'r','minMember':1}]") "," JOB_MORE("h",
			"q", "low", "02",
			",'topologyConstraint':{'topology':'ok'," REQUIRED("zone") "}") "]");
	ok(fixture_job(&f, "g")->not_replayed && !fixture_job(&f, "h")->not_replayed &&
			f.warnings.n == 1 && f.warnings.items[0].kind == WARNING_UNSUPPORTED,
		"a topology that the API refuses: its pod groups alone");
	acts_are_at(&f, "allocate", "bind a n4, bind b n3", "as if it had no constraint", __FILE__,
		__LINE__);
	fixture_close(&f);

	fixture_open(&f, FIXTURE_PARAMS, PLUGINS ",{'name':'topology'}",
		CLUSTER(NODES, GANG("g", "2", REQUIRED("rack")), TWO));
	ok(f.warnings.n == 1 && f.warnings.items[0].kind == WARNING_UNSUPPORTED,
		"the plugin twice");
	fixture_close(&f);

	fixture_open(
		&f, FIXTURE_PARAMS, PLUGINS, CLUSTER("", GANG("g", "2", REQUIRED("rack")), TWO));
	acts_are_at(&f, "allocate", "", "no node", __FILE__, __LINE__);
	ok(f.warnings.n == 1 && f.warnings.items[0].kind == WARNING_PANIC, "the scheduler panics");
	fixture_close(&f);
}

/* ---- victims ---- */

static void evictions(void)
{
	/* room for two in a rack comes from two victims in one rack */
	decides(PLUGINS, "", "allocate,preempt",
		CLUSTER(AT("n1", PLACE("z1", "r1"), "1") "," AT(
				"n2", PLACE("z1", "r1"), "1") "," AT("n3", PLACE("z2", "r2"), "1"),
			JOB("v", "q", "low", "02", "1") "," JOB("w", "q", "low", "03", "1") "," JOB(
				"x", "q", "low", "04", "1") "," JOB_MORE("g", "q", "high", "05",
				",'minMember':2," LEVELS(REQUIRED("rack"))),
			RUNNING("v", "v", "1", "n1") "," RUNNING("w", "w", "1", "n2") "," RUNNING(
				"x", "x", "1", "n3") "," TWO),
		"evict x n3, evict w n2, evict v n1, pipeline a n1, pipeline b n2, pipeline v n3",
		"a rack is cleared: one of its victims moves to the other rack");
}

int main(void)
{
	order();
	required();
	wider_than_common();
	preferred();
	active_pods();
	sub_groups();
	amounts();
	wrong_constraints();
	scores();
	inherited_scores();
	not_replayed();
	evictions();
	return tap_end();
}
