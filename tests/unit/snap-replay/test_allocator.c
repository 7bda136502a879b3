/* Which devices claims get on a node, and why a node is refused (rules/07 C2, C5 to C8). */
#include "claims.h"

/* No other plugin, which would refuse pods whose resource no node has. */
#define ALONE "{'name':'dynamicresources'}"

static void refusal_at(const char *raw, const char *want, const char *file, int line)
{
	struct fixture f;

	fixture_open(&f, CLAIM_PARAMS, ALONE, raw);
	fixture_is_text(fixture_refusal(&f, "n/p", "n1"), want, file, line);
	fixture_close(&f);
}
#define refuses(raw, want) refusal_at(raw, want, __FILE__, __LINE__)

/* The pod is placed on n1, then its claims hold these devices. */
static void gives_at(
	const char *raw, const char *want, const char *what, const char *file, int line)
{
	struct fixture f;
	struct statement st;
	struct task *t;
	struct str got;

	fixture_open(&f, CLAIM_PARAMS, ALONE, raw);
	t = fixture_task(&f, "n/p");
	got = fixture_refusal(&f, "n/p", "n1");
	if (!got.n) {
		statement_begin(&st, &f.session);
		statement_allocate(&st, t, fixture_node(&f, "n1"));
		got = claims_held(t);
		statement_free(&st);
	}
	if (!tap_ok(str_eq(got, str_of(want)), file, line, "%s: %s", what, want))
		printf("# got: " STR_FMT "\n", STR_ARG(got));
	fixture_close(&f);
}
#define gives(raw, want, what) gives_at(raw, want, what, __FILE__, __LINE__)

#define TWO_DEVICES DEVICE("a") "," DEVICE("b")
#define P WANTS("p", "c")

/* ---- the pod alone ---- */

static void alone(void)
{
	refuses(ONE_NODE("", "", P),
		"failed to get resource claim n/c: could not find ResourceClaim \"n/c\"");
	refuses(ONE_NODE("", "",
			CLAIMING("p", "g", "", "{'name':'c','resourceClaimTemplateName':'t'}",
				"Pending")),
		"no resource claim name found for pod n/p and claim reference c");
	refuses(ONE_NODE("",
			CLAIM("c",
				"{'name':'r','exactly':{'deviceClassName':'none',"
				"'allocationMode':'ExactCount','count':1}}"),
			P),
		"device class none does not exist for claim n/c request r");
	refuses(ONE_NODE("",
			CLAIM_MORE("c", "", "",
				"{'name':'r','exactly':{'deviceClassName':'my-GPU'}}", ""),
			P),
		"pod n/p cannot be scheduled: DRA claim c is a shared GPU claim but does not have a queue label (kai.scheduler/queue)");
	refuses(ONE_NODE("",
			CLAIM_MORE("c", "'kai.scheduler/queue':'z'", "",
				"{'name':'r','exactly':{'deviceClassName':'my-GPU'}}", ""),
			P),
		"pod n/p cannot be scheduled: DRA claim c is a shared GPU claim with wrong queue label (expected queue: q, claim queue label: z)");
}

static void consumers(void)
{
	struct strbuf pods = {0}, raw = {0};

	for (int n = 255; n <= 256; n++) {
		strbuf_clear(&pods);
		strbuf_clear(&raw);
		for (int i = 0; i < n; i++)
			strbuf_addf(&pods, "%s{'resource':'pods','name':'o%d','uid':'o%d'}",
				i ? "," : "", i, i);
		strbuf_addf(&raw, ONE_NODE(SLICE("n1", TWO_DEVICES), HELD("c", "a", "n1", "%s"), P),
			pods.s);
		refuses(raw.s,
			n == 256
				? "resource claim n/c has reached its maximum number of consumers (256)"
				: "");
	}
	strbuf_free(&pods);
	strbuf_free(&raw);
}

/* ---- requests that are not allowed ---- */

#define CANNOT "cannot allocate DRA claims on node n1: "
#define REFUSES_REQUEST(request, text) \
	refuses(ONE_NODE(SLICE("n1", TWO_DEVICES), CLAIM("c", request), P), CANNOT text)

static void requests(void)
{
	REFUSES_REQUEST("{'name':'r','firstAvailable':[{}]}",
		"claim n/c, request r: has subrequests, but the DRAPrioritizedList feature is disabled");
	REFUSES_REQUEST(ASKS_MORE("r", ",'count':1,'adminAccess':false"),
		"claim n/c, request r: admin access is requested, but the feature is disabled");
	REFUSES_REQUEST(ASKS_MORE("r", ",'count':1,'selectors':[{}]"),
		"claim n/c, request r, selector #0: CEL expression empty (unsupported selector type?)");
	REFUSES_REQUEST("{'name':'r','exactly':{'deviceClassName':'dev'}}",
		"claim n/c, request r: unsupported count mode ");
	REFUSES_REQUEST(ASKS("r", "20") "," ASKS("s", "13"),
		"claim n/c: number of requested devices 33 exceeds the claim limit of 32");
	refuses(ONE_NODE(SLICE("n1", TWO_DEVICES),
			CLAIM_MORE("c", "", "'constraints':[{'distinctAttribute':'d/numa'}],",
				ASKS("r", "1"), ""),
			P),
		CANNOT "claim n/c, constraint #0: empty constraint (unsupported constraint type?)");
}

/* The scheduler panics: that is said, and the node is left out. */
static void panics(void)
{
	struct fixture f;

	fixture_open(&f, CLAIM_PARAMS, CLAIM_PLUGINS,
		ONE_NODE(SLICE("n1", TWO_DEVICES), CLAIM("c", "{'name':'r'}"), P));
	is_text(fixture_refusal(&f, "n/p", "n1"),
		CANNOT "claim n/c: a request has neither exactly nor firstAvailable");
	ok(f.warnings.n == 1 && f.warnings.items[0].kind == WARNING_PANIC,
		"a warning says that the scheduler panics");
	fixture_close(&f);
}

/* ---- pools ---- */

static void pools(void)
{
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES), CLAIM("c", ASKS("r", "2")), P), "a b",
		"all of a node");
	refuses(ONE_NODE(SLICE("n1", TWO_DEVICES), CLAIM("c", ASKS("r", "3")), P),
		"cannot allocate all DRA claims on node n1");
	refuses(ONE_NODE(SLICE("n2", TWO_DEVICES), CLAIM("c", ASKS("r", "1")), P),
		"cannot allocate all DRA claims on node n1");
	gives(ONE_NODE(SLICE_OF("s1", "'nodeName':'n1'", "p", "1", "1", DEVICE("a")) "," SLICE_OF(
			       "s2", "'nodeName':'n1'", "p", "2", "1", DEVICE("b")),
		      CLAIM("c", ASKS("r", "1")), P),
		"b", "only the newest generation");
	refuses(ONE_NODE(SLICE_OF("s1", "'nodeName':'n1'", "p", "1", "2", DEVICE("a")),
			CLAIM("c", ASKS("r", "1")), P),
		"cannot allocate all DRA claims on node n1");
	refuses(ONE_NODE(SLICE_OF("s1", "'nodeName':'n1'", "p", "1", "1", DEVICE("a")) "," SLICE_OF(
				 "s2", "'nodeName':'n2'", "p", "2", "1",
				 DEVICE("b")) "," SLICE_OF("s3", "'nodeName':'n1'", "p", "1", "1",
				 DEVICE("e")),
			CLAIM("c", ASKS("r", "1")), P),
		"cannot allocate all DRA claims on node n1");
	gives(ONE_NODE(SLICE_OF("s1", "'nodeName':'n1'", "p", "1", "2", DEVICE("a")) "," SLICE_OF(
			       "s2", "'nodeName':'n2'", "p", "1", "2", DEVICE("b")),
		      CLAIM("c", ASKS("r", "1")), P),
		"a", "a pool is complete with its slices on other nodes");
	refuses(ONE_NODE(SLICE("n1", DEVICE("a") "," DEVICE("a")), CLAIM("c", ASKS("r", "1")), P),
		CANNOT "invalid resource pools were encountered");
	gives(ONE_NODE(SLICE_OF("s1", "'allNodes':true", "p", "1", "1", DEVICE("a")) "," SLICE(
			       "n1", DEVICE("b")),
		      CLAIM("c", ASKS("r", "2")), P),
		"a b", "slices for all nodes, in the order of the snapshot");
	gives(ONE_NODE(
		      SLICE_OF("s1",
			      "'nodeSelector':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'kind','operator':'In','values':['gpu']}]}]}",
			      "p", "1", "1", DEVICE("a")) "," SLICE_OF("s2",
			      "'nodeSelector':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'kind','operator':'In','values':['cpu']}]}]}",
			      "o", "1", "1", DEVICE("b")),
		      CLAIM("c", ASKS("r", "1")), P),
		"b", "slices by selector");
	refuses(ONE_NODE(SLICE_OF("s1", "'nodeName':'n1','perDeviceNodeSelection':false", "p", "1",
				 "1", DEVICE("a")),
			CLAIM("c", ASKS("r", "1")), P),
		"cannot allocate all DRA claims on node n1");
	refuses(ONE_NODE(
			SLICE("n1",
				"{'name':'a','bindingConditions':['x']},{'name':'b','consumesCounters':[{}]}"),
			CLAIM("c", ASKS("r", "1")), P),
		"cannot allocate all DRA claims on node n1");
}

/* ---- mode All ---- */

#define ALL "{'name':'r','exactly':{'deviceClassName':'dev','allocationMode':'All'}}"

static void all(void)
{
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES), CLAIM("c", ALL), P), "a b", "all");
	refuses(ONE_NODE(SLICE("n1", ""), CLAIM("c", ALL), P),
		"cannot allocate all DRA claims on node n1");
	refuses(ONE_NODE(SLICE_OF("s1", "'nodeName':'n1'", "p", "1", "2", DEVICE("a")),
			CLAIM("c", ALL), P),
		CANNOT
		"claim n/c, request r: asks for all devices, but resource pool d/p is currently being updated");
	refuses(ONE_NODE(SLICE("n1", DEVICE("a") "," DEVICE("a")), CLAIM("c", ALL), P),
		CANNOT
		"claim n/c, request r: asks for all devices, but resource pool d/n1 is currently invalid");
	refuses(ONE_NODE(SLICE("n1", DEVICE_AT("a", "0") "," DEVICE_AT("b", "1")),
			CLAIM_MORE(
				"c", "", "'constraints':[{'matchAttribute':'d/numa'}],", ALL, ""),
			P),
		CANNOT
		"claim n/c, request r: cannot add device d/n1/b because a claim constraint would not be satisfied");
	refuses(ONE_NODE(SLICE("n1", TWO_DEVICES),
			CLAIM("c", ALL) "," HELD("h", "a", "n1", HOLDS("o")), P),
		"cannot allocate all DRA claims on node n1");
}

/* ---- constraints ---- */

#define SAME_NUMA(more) "'constraints':[{'matchAttribute':'d/numa'" more "}],"
#define NUMAS \
	DEVICE_AT("a", "0") \
	"," DEVICE_AT("b", "1") "," DEVICE("c") "," DEVICE_AT("e", "1") "," DEVICE_AT("f", "0")

static void constraints(void)
{
	gives(ONE_NODE(SLICE("n1",
			       DEVICE_AT("a", "0") "," DEVICE_AT("b", "1") "," DEVICE_AT("c", "1")),
		      CLAIM_MORE("c", "", SAME_NUMA(""), ASKS("r", "1") "," ASKS("s", "1"), ""), P),
		"b c", "goes back to a first device that has a match");
	gives(ONE_NODE(SLICE("n1", NUMAS),
		      CLAIM_MORE("c", "", SAME_NUMA(",'requests':['s']"),
			      ASKS("r", "1") "," ASKS("s", "2"), ""),
		      P),
		"a b e", "counts only the requests that it names");
	refuses(ONE_NODE(SLICE("n1", NUMAS), CLAIM_MORE("c", "", SAME_NUMA(""), ASKS("r", "3"), ""),
			P),
		"cannot allocate all DRA claims on node n1");
	gives(ONE_NODE(
		      SLICE("n1",
			      "{'name':'a','attributes':{'numa':{'int':0}}},{'name':'b','attributes':{'d/numa':{'int':1},'numa':{'int':0}}},"
			      "{'name':'c','attributes':{'d/numa':{'int':1}}}"),
		      CLAIM_MORE("c", "", SAME_NUMA(""), ASKS("r", "2"), ""), P),
		"b c", "the full name before the name alone");
	gives(ONE_NODE(
		      SLICE("n1",
			      "{'name':'a','attributes':{'numa':{'string':'1'}}},{'name':'b','attributes':{'numa':{'version':'1'}}},"
			      "{'name':'c','attributes':{'numa':{'string':'1'}}}"),
		      CLAIM_MORE("c", "", SAME_NUMA(""), ASKS("r", "2"), ""), P),
		"a c", "values of one kind");
}

/* ---- several claims ---- */

static void several(void)
{
	const char *raw = ONE_NODE(SLICE("n1", TWO_DEVICES),
		CLAIM("c", ASKS("r", "1")) "," CLAIM("e",
			ASKS_MORE("r", ",'count':1,'selectors':[{'cel':{'expression':'false'}}]")),
		CLAIMING("p", "g", "", REFERS("c", "c") "," REFERS("e", "e"), "Pending"));

	refuses(raw, "cannot allocate all DRA claims on node n1");
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES),
		      CLAIM("c", ASKS("r", "1")) "," CLAIM("e", ASKS("r", "1")),
		      CLAIMING("p", "g", "", REFERS("c", "c") "," REFERS("e", "e"), "Pending")),
		"a, b", "no device twice");
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES),
		      HELD("h", "a", "n1", HOLDS("o")) "," CLAIM("c", ASKS("r", "1")), P),
		"b", "none that another claim holds");
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES), HELD("c", "b", "n1", HOLDS("o")), P), "b",
		"what a shared claim has already");
	refuses(ONE_NODE(SLICE("n1", TWO_DEVICES), HELD("c", "b", "n2", HOLDS("o")), P),
		"claim n/c node selector does not match node n1");
}

/* Once all selectors are answered, a request that finds nothing is given up where no device could
 * do: the one that does may be behind as many as it needs, and taken by the request before. */
static void settled(void)
{
#define EITHER(attribute) \
	",'count':1,'selectors':[{'cel':{'expression':'device.attributes[\\'d\\']." attribute "'}}]"
#define TWO_KINDS(name, first, second) \
	"{'name':'" name "','attributes':{'first':{'bool':" first "},'second':{'bool':" second "}}}"
	gives(ONE_NODE(SLICE("n1",
			       TWO_KINDS("a", "false", "false") "," TWO_KINDS(
				       "b", "true", "true") "," TWO_KINDS("e", "true", "false")),
		      CLAIM("c",
			      ASKS_MORE("r", EITHER("first")) "," ASKS_MORE("s", EITHER("second"))),
		      P),
		"e b", "the first request gives way, in the second search too");
}

/* The search goes back to the first request and comes upon the device whose selector has an error.
 * The error ends it, also in a search that knows it from the one before. */
static void error_again(void)
{
#define NUMA_OF(name) ",'count':1,'selectors':[{'cel':{'expression':'" name "'}}]"
	struct fixture f;

	fixture_open(&f, CLAIM_PARAMS, ALONE,
		ONE_NODE(SLICE("n1", DEVICE_AT("a", "1") "," DEVICE("b")),
			CLAIM("c",
				ASKS_MORE("r",
					NUMA_OF("device.attributes[\\'d\\'].numa == 1")) "," ASKS_MORE("s",
					NUMA_OF("false"))),
			P));
	for (int i = 0; i < 2; i++)
		fixture_is_text(fixture_refusal(&f, "n/p", "n1"),
			"cannot allocate DRA claims on node n1: claim n/c: selector #0: CEL runtime error: no such key: numa",
			__FILE__, __LINE__);
	fixture_close(&f);
}

/* The scheduler's search would not end for the two: 30 of 31 devices, then one that is not there;
 * ours ends at once. */
static void no_hang(void)
{
	struct strbuf devices = {0}, raw = {0};

	for (int i = 0; i < 31; i++)
		strbuf_addf(&devices, "%s{'name':'x%d','attributes':{'numa':{'int':%d}}}",
			i ? "," : "", i, i % 2);
	strbuf_addf(&raw,
		ONE_NODE(SLICE("n1", "%s"),
			CLAIM("c",
				ASKS("r", "16") "," ASKS_MORE("s",
					",'count':1,'selectors':[{'cel':{'expression':'false'}}]")),
			P),
		devices.s);
	refuses(raw.s, "cannot allocate all DRA claims on node n1");
	strbuf_clear(&raw);
	strbuf_addf(&raw,
		ONE_NODE(SLICE("n1", "%s"), CLAIM_MORE("c", "", SAME_NUMA(""), ASKS("r", "17"), ""),
			P),
		devices.s);
	refuses(raw.s, "cannot allocate all DRA claims on node n1");
	strbuf_free(&devices);
	strbuf_free(&raw);
}

/* ---- extended resources ---- */

#define EXTENDED(requests) POD_MORE("p", "g", "", "", "", requests, "Pending")
#define EXTENDED_INIT(init, requests) \
	POD_MORE("p", "g", "", "", "'initContainers':[" init "],", requests, "Pending")
#define INIT(requests, more) "{'name':'i','resources':{'requests':{" requests "}}" more "}"
#define OWN_NODE NODE_LABELS("n1", "'kind':'cpu'", ",'x.com/dev':'4'")

static void extended(void)
{
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES), "", EXTENDED("'x.com/dev':'2'")), "a b",
		"devices for a resource");
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES), "",
		      EXTENDED("'deviceclass.resource.kubernetes.io/dev':'1'")),
		"a", "by the name of a class");
	gives(WITH_CLAIMS(OWN_NODE, SLICE("n1", TWO_DEVICES), "", EXTENDED("'x.com/dev':'2'")), "",
		"none where the node has the resource itself");
	refuses(ONE_NODE(SLICE("n1", TWO_DEVICES), "", EXTENDED("'x.com/dev':'3'")),
		"cannot allocate all DRA claims on node n1");
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES), "",
		      EXTENDED_INIT(INIT("'x.com/dev':'2'", ""), "'x.com/dev':'1'")),
		"a b", "an init container uses those of later ones, and one more");
	gives(ONE_NODE(SLICE("n1", TWO_DEVICES), "",
		      EXTENDED_INIT(INIT("'x.com/dev':'1'", "") "," INIT(
					    "'x.com/dev':'1'", ",'restartPolicy':'Always'"),
			      "'cpu':'1'")),
		"a", "a sidecar's device serves the init container before it");
}

/* Of two classes for one resource the younger one counts, of one age the one with the lower name:
 * here always the one whose devices are taken. */
static void classes(void)
{
#define CLASS(name, time, takes) \
	"{'metadata':{'name':'" name "','creationTimestamp':'2026-01-01T00:00:00" time \
	"Z'},'spec':{'extendedResourceName':'x.com/dev','selectors':[{'cel':{'expression':'" takes \
	"'}}]}}"
	static const char *const rows[][2] = {
		{"the younger one", CLASS("a", "", "false") "," CLASS("b", ".000000001", "true")},
		{"before an older one",
			CLASS("b", ".000000001", "true") "," CLASS("a", "", "false")},
		{"the lower name", CLASS("b", "", "false") "," CLASS("a", "", "true")},
		{"before a greater one", CLASS("a", "", "true") "," CLASS("b", "", "false")},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct strbuf raw = {0};

		strbuf_addf(&raw,
			"'deviceClasses':[%s],'queues':[" QUEUE(
				"q") "]," PRIORITIES
				     ",'nodes':[" CPU_NODE("n1") "],'resourceSlices':[" SLICE(
					     "n1", TWO_DEVICES) "],'podGroups':[" JOB("g", "q",
					     "low", "01",
					     "1") "],'pods':[" EXTENDED("'x.com/dev':'1'") "]",
			rows[i][1]);
		gives(raw.s, "a", rows[i][0]);
		strbuf_free(&raw);
	}
}

/* ---- what devices say ---- */

#define NUMA_1 "{'cel':{'expression':'device.attributes[\\'d\\'].numa == 1'}}"

static void details(void)
{
	struct fixture f;
	struct arena a = {0};
	struct device_details d = {0};
	const struct device_want *w;

	fixture_open(&f, CLAIM_PARAMS, ALONE,
		ONE_NODE(SLICE("n1",
				 DEVICE_AT("a", "0") "," DEVICE_AT("b", "1") "," DEVICE_AT(
					 "e", "1") "," DEVICE_AT("f", "0")),
			HELD("h", "b", "n1", HOLDS("o")) "," CLAIM("c",
				ASKS_MORE("r",
					",'count':2,'selectors':[{'cel':{'expression':'true'}}," NUMA_1
					"]")),
			CLAIMING("p", "g", "", REFERS("e", "h") "," REFERS("c", "c"), "Pending")));
	session_device_details(&f.session, fixture_task(&f, "n/p"), fixture_node(&f, "n1"), &a, &d);
	w = d.items;
	ok(d.n == 1 && w->count == 2 && !w->all && w->devices == 4,
		"one request, all devices; nothing for the claim that has one");
	ok(d.n == 1 && w->allocated == 1 && w->allocated_fit == 1 && w->free == 1 &&
			w->agreeing == 1 && !w->attribute.p,
		"one is in use, one is free");
	ok(d.n == 1 && w->n_refusals == 1 && w->refusals[0].why == REFUSED_SELECTOR &&
			w->refusals[0].devices == 2 && !w->refusals[0].of_class &&
			w->refusals[0].number == 1 &&
			str_starts(w->refusals[0].expression, STR("device.attr")),
		"the second selector of the request refuses two");
	arena_free(&a);
	fixture_close(&f);
}

int main(void)
{
	alone();
	consumers();
	requests();
	panics();
	pools();
	all();
	constraints();
	several();
	settled();
	error_again();
	no_hang();
	extended();
	classes();
	details();
	return tap_end();
}
