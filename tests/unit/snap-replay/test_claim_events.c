/* What placing, eviction and undoing change of claims and devices (rules/07 C4, C9, C10). */
#include "claims.h"

#define TWO SLICE("n1", DEVICE("a") "," DEVICE("b"))
#define TWO_ON_TWO TWO "," SLICE("n2", DEVICE("e") "," DEVICE("f"))

static void open(struct fixture *f, const char *raw)
{
	fixture_open(f, CLAIM_PARAMS, "{'name':'dynamicresources'}", raw);
}

static struct str held(struct fixture *f, const char *task)
{
	return claims_held(fixture_task(f, task));
}

static const struct eviction why = {.gang_size = 1, .action = "reclaim"};

static void place(struct fixture *f, struct statement *st, const char *task, const char *node)
{
	ok(!fixture_refusal(f, task, node).n &&
			statement_pipeline(st, fixture_task(f, task), fixture_node(f, node), false),
		"%s goes to %s", task, node);
}

/* The device of a victim is free for the preemptor, and its own again when the eviction is undone.
 */
static void evicted(void)
{
	struct fixture f;
	struct statement st;
	int mark;

	open(&f,
		WITH_CLAIMS(CPU_NODE("n1"), SLICE("n1", DEVICE("a")),
			HELD("h", "a", "n1", HOLDS("v")) "," CLAIM("c", ASKS("r", "1")),
			USES("v", "g", "h", "n1") "," WANTS("p", "c")));
	is_text(fixture_refusal(&f, "n/p", "n1"), "cannot allocate all DRA claims on node n1");
	statement_begin(&st, &f.session);
	statement_evict(&st, fixture_task(&f, "n/v"), &why);
	is_text(held(&f, "n/v"), "-");
	mark = statement_checkpoint(&st);
	place(&f, &st, "n/p", "n1");
	is_text(held(&f, "n/p"), "a");
	statement_rollback(&st, mark);
	is_text(held(&f, "n/p"), "-");
	statement_rollback(&st, 0);
	is_text(held(&f, "n/v"), "a");
	is_text(fixture_refusal(&f, "n/p", "n1"), "cannot allocate all DRA claims on node n1");
	statement_free(&st);
	fixture_close(&f);
}

/* A claim keeps its devices until its last consumer goes; then it is free for any node. */
static void shared(void)
{
	struct fixture f;
	struct statement st;

	open(&f,
		WITH_CLAIMS(CPU_NODE("n1") "," CPU_NODE("n2"), TWO_ON_TWO,
			CLAIM("c", ASKS("r", "1")), WANTS("p", "c") "," WANTS("o", "c")));
	statement_begin(&st, &f.session);
	place(&f, &st, "n/p", "n1");
	is_text(fixture_refusal(&f, "n/o", "n2"), "claim n/c node selector does not match node n2");
	place(&f, &st, "n/o", "n1");
	is_text(held(&f, "n/o"), "a");
	statement_rollback(&st, 1);
	is_text(fixture_refusal(&f, "n/o", "n2"), "claim n/c node selector does not match node n2");
	statement_rollback(&st, 0);
	is_text(fixture_refusal(&f, "n/o", "n2"), "");
	statement_free(&st);
	fixture_close(&f);
}

/* rules/07 C10, quirk 2: claims that were allocated beforehand, and reserved for nobody. */
static void allocated_before(void)
{
	struct fixture f;
	struct statement st;

	open(&f, WITH_CLAIMS(CPU_NODE("n1"), TWO, HELD("c", "b", "n1", ""), WANTS("p", "c")));
	is_text(held(&f, "n/p"), "b");
	statement_begin(&st, &f.session);
	statement_allocate(&st, fixture_task(&f, "n/p"), fixture_node(&f, "n1"));
	is_text(held(&f, "n/p"), "b");
	statement_rollback(&st, 0);
	is_text(held(&f, "n/p"), "-");
	statement_allocate(&st, fixture_task(&f, "n/p"), fixture_node(&f, "n1"));
	is_text(held(&f, "n/p"), "a");
	statement_free(&st);
	fixture_close(&f);
}

/* rules/07 C10, quirk 3: what the task remembers wins over what the claim has. */
static void memory_wins(void)
{
	struct fixture f;
	struct statement st;

	open(&f,
		WITH_CLAIMS(CPU_NODE("n1") "," CPU_NODE("n2"), TWO_ON_TWO,
			HELD("c", "a", "n1", HOLDS("v")),
			USES("v", "g", "c", "n1") "," WANTS("p", "c")));
	statement_begin(&st, &f.session);
	statement_evict(&st, fixture_task(&f, "n/v"), &why);
	is_text(fixture_refusal(&f, "n/p", "n2"), "");
	place(&f, &st, "n/p", "n2");
	is_text(held(&f, "n/p"), "a");
	statement_rollback(&st, 0);
	is_text(held(&f, "n/v"), "a");
	statement_free(&st);
	fixture_close(&f);
}

/* the test of the node looks for all claims together, the placing for one after the
 * other. */
static void one_by_one(void)
{
	struct fixture f;
	struct statement st;

	open(&f,
		WITH_CLAIMS(CPU_NODE("n1"),
			SLICE("n1", DEVICE_AT("a", "0") "," DEVICE_AT("b", "1")),
			CLAIM("c", ASKS("r", "1")) "," CLAIM("e",
				ASKS_MORE("r",
					",'count':1,'selectors':[{'cel':{'expression':'device.attributes[\\'d\\'].numa == 0'}}]")),
			CLAIMING("p", "g", "", REFERS("c", "c") "," REFERS("e", "e"), "Pending")));
	statement_begin(&st, &f.session);
	place(&f, &st, "n/p", "n1");
	is_text(held(&f, "n/p"), "a, -");
	statement_free(&st);
	fixture_close(&f);
}

/* Without a resourceVersion no claim can be stored. */
static void not_stored(void)
{
	struct fixture f;
	struct statement st;

	open(&f,
		WITH_CLAIMS(CPU_NODE("n1"), SLICE("n1", DEVICE("a")),
			"{'metadata':{'name':'c','namespace':'n'},'spec':{'devices':{'requests':[" ASKS(
				"r", "1") "]}}}," CLAIM("e", ASKS("r", "1")),
			WANTS("p", "c") "," WANTS("o", "e")));
	statement_begin(&st, &f.session);
	place(&f, &st, "n/p", "n1");
	is_text(held(&f, "n/p"), "-");
	is_text(fixture_refusal(&f, "n/o", "n1"), "");
	statement_free(&st);
	fixture_close(&f);
}

/* ---- bind requests ---- */

#define BIND_REQUEST(pod, node, device) \
	"'bindRequests':[{'metadata':{'name':'" pod "','namespace':'n'},'spec':{'podName':'" pod \
	"','selectedNode':'" node \
	"','resourceClaimAllocations':[{'name':'c','allocation':{'devices':{'results':[{'request':'r','driver':'d','pool':'" node \
	"','device':'" device "'}]}}}]}}]"

/* rules/07 C4: a promised device stays taken, even when the pod goes. */
static void promised(void)
{
	struct fixture f;
	struct statement st;

	open(&f,
		WITH_CLAIMS(CPU_NODE("n1"), TWO,
			CLAIM("c", ASKS("r", "1")) "," CLAIM("e", ASKS("r", "2")),
			WANTS("p", "c") "," WANTS("o", "e")) "," BIND_REQUEST("p", "n1", "b"));
	is_text(held(&f, "n/p"), "b");
	is_text(fixture_refusal(&f, "n/o", "n1"), "cannot allocate all DRA claims on node n1");
	statement_begin(&st, &f.session);
	statement_evict(&st, fixture_task(&f, "n/p"), &why);
	is_text(fixture_refusal(&f, "n/o", "n1"), "cannot allocate all DRA claims on node n1");
	statement_free(&st);
	fixture_close(&f);
}

/* ---- extended resources ---- */

/* rules/07 C10, quirk 6: what an eviction took is not reserved again when it is undone. */
static void extended(void)
{
	struct fixture f;
	struct statement st;
	int mark;

	open(&f,
		WITH_CLAIMS(CPU_NODE("n1"), TWO, CLAIM("e", ASKS("r", "2")),
			POD_MORE("p", "g", "", "", "", "'x.com/dev':'1'", "Pending") "," WANTS(
				"o", "e")));
	statement_begin(&st, &f.session);
	place(&f, &st, "n/p", "n1");
	is_text(held(&f, "n/p"), "a");
	is_text(fixture_refusal(&f, "n/o", "n1"), "cannot allocate all DRA claims on node n1");
	mark = statement_checkpoint(&st);
	statement_evict(&st, fixture_task(&f, "n/p"), &why);
	is_text(fixture_refusal(&f, "n/o", "n1"), "");
	statement_rollback(&st, mark);
	is_text(held(&f, "n/p"), "");
	is_text(fixture_refusal(&f, "n/o", "n1"), "");
	statement_free(&st);
	fixture_close(&f);
}

/* ---- without dynamic resource allocation ---- */

static void without(void)
{
	struct fixture f;
	struct statement st;

	fixture_open(&f, CLAIM_PARAMS, "{'name':'dynamicresources'}",
		"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" CPU_NODE(
			"n1") "],'podGroups':[" JOB("g", "q", "low", "01",
			"1") "],'pods':[" USES("v", "g", "h", "n1") "]");
	is_text(fixture_refusal(&f, "n/v", "n1"),
		"pod n/v cannot be scheduled, it references resource claims <c> while dynamic resource allocation is not available in the cluster");
	statement_begin(&st, &f.session);
	statement_evict(&st, fixture_task(&f, "n/v"), &why);
	ok(f.warnings.n == 1 && f.warnings.items[0].kind == WARNING_PANIC,
		"an eviction would end the scheduler");
	statement_discard(&st);
	statement_evict(&st, fixture_task(&f, "n/v"), &why);
	ok(f.warnings.n == 1 && f.warnings.items[0].count == 1, "that is said once");
	statement_free(&st);
	fixture_close(&f);
}

int main(void)
{
	evicted();
	shared();
	allocated_before();
	memory_wins();
	one_by_one();
	not_stored();
	promised();
	extended();
	without();
	return tap_end();
}
