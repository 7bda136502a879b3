/* Which pods own their claims (plugins/dynamicresources/own.h): each guard alone, and that
 * operations on such pods leave nothing behind. */
#include "claims.h"

#define FOUR SLICE("n1", DEVICE("a") "," DEVICE("b") "," DEVICE("c") "," DEVICE("d"))
#define TEN(x) \
	DEVICE(x "0") \
	"," DEVICE(x "1") "," DEVICE(x "2") "," DEVICE(x "3") "," DEVICE(x "4") "," DEVICE( \
		x "5") "," DEVICE(x "6") "," DEVICE(x "7") "," DEVICE(x "8") "," DEVICE(x "9")
#define SELECTOR(expression) ",'count':1,'selectors':[{'cel':{'expression':'" expression "'}}]"
#define OF_CLASS(class) "{'name':'r','exactly':{'deviceClassName':'" class "','count':1}}"
#define UNVERSIONED \
	"{'metadata':{'name':'c','namespace':'n','uid':'c'},'spec':{'devices':{'requests':[" ASKS( \
		"r", "1") "]}}}"

static const struct eviction why = {.gang_size = 1, .action = "reclaim"};

static void begin(struct fixture *f, const char *slices, const char *claims, const char *pods)
{
	struct strbuf b = {0};

	strbuf_addf(&b,
		CLASSES ",'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" CPU_NODE(
			"n1") "," CPU_NODE("n2") "],'podGroups':[" JOB("g", "q", "low", "01",
			"1") "],'resourceSlices':[%s],'resourceClaims':[%s],'pods':[%s]",
		slices, claims, pods);
	fixture_open(f, CLAIM_PARAMS, CLAIM_PLUGINS, b.s);
	strbuf_free(&b);
}

static bool owns(struct fixture *f, const char *task)
{
	return session_owns_claims(&f->session, fixture_task(f, task));
}

static void guards(void)
{
	static const struct {
		const char *what, *claims, *pods;
		bool p, v;
	} rows[] = {
		{"one waits, one runs",
			CLAIM("c", ASKS("r", "1")) "," HELD("h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), true, true},
		{"a second pod refers to each",
			CLAIM("c", ASKS("r", "1")) "," HELD("h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1") "," WANTS("o", "c") "," WANTS(
				"x", "h"),
			false, false},
		{"reserved for another, too",
			CLAIM_MORE("c", "", "", ASKS("r", "1"),
				"'reservedFor':[" HOLDS("x") "]") "," HELD("h", "a", "n1",
				HOLDS("v") "," HOLDS("x")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, false},
		{"allocated beforehand; reserved for nobody",
			HELD("c", "b", "n1", "") "," HELD("h", "a", "n1", ""),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, false},
		{"no version", UNVERSIONED "," HELD("h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, true},
		{"two claims by one name",
			CLAIM("c", ASKS("r", "1")) "," CLAIM("o", ASKS("r", "1")) "," HELD(
				"h", "a", "n1", HOLDS("v")),
			CLAIMING("p", "g", "", REFERS("c", "c") "," REFERS("c", "o"),
				"Pending") "," USES("v", "g", "h", "n1"),
			false, true},
		{"no such claim", HELD("h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, true},
		{"all devices",
			CLAIM("c", ASKS_MORE("r", ",'allocationMode':'All'")) "," HELD(
				"h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, true},
		{"no request that the scheduler survives",
			CLAIM("c", "{'name':'r'}") "," HELD("h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, true},
		{"no such class", CLAIM("c", OF_CLASS("none")) "," HELD("h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, true},
		{"a selector that says no",
			CLAIM("c", ASKS_MORE("r", SELECTOR("false"))) "," HELD(
				"h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), true, true},
		{"a selector that fails",
			CLAIM("c", ASKS_MORE("r", SELECTOR("1 / 0 == 1"))) "," HELD(
				"h", "a", "n1", HOLDS("v")),
			WANTS("p", "c") "," USES("v", "g", "h", "n1"), false, true},
		{"an extended resource",
			CLAIM("c", ASKS("r", "1")) "," HELD("h", "a", "n1", HOLDS("v")),
			POD_MORE("p", "g", "", "", "'resourceClaims':[" REFERS("c", "c") "],",
				"'x.com/dev':'1'", "Pending") "," USES("v", "g", "h", "n1"),
			false, true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct fixture f;
		bool p, v;

		begin(&f, FOUR, rows[i].claims, rows[i].pods);
		p = owns(&f, "n/p");
		v = owns(&f, "n/v");
		ok(p == rows[i].p && v == rows[i].v, "%s: p %d, v %d", rows[i].what, p, v);
		fixture_close(&f);
	}
}

/* 10 of 20 devices can be chosen in 184756 ways. */
static void effort(void)
{
	for (int big = 0; big < 2; big++) {
		struct fixture f;

		begin(&f, big ? SLICE("n1", TEN("a") "," TEN("b")) : SLICE("n1", TEN("a")),
			CLAIM("c", ASKS("r", "10")), WANTS("p", "c"));
		ok(owns(&f, "n/p") == !big, "%s tries", big ? "too many" : "few");
		fixture_close(&f);
	}
}

static void version(void)
{
	static struct follows later;
	struct fixture f;

	begin(&f, FOUR, CLAIM("c", ASKS("r", "1")), WANTS("p", "c"));
	later = f.objects.follows;
	f.objects.follows.shared_dra_once = true;
	ok(!owns(&f, "n/p"), "a version that books shared devices once");
	f.objects.follows = later;
	fixture_close(&f);
}

/* Both claims have device a: when one pod goes, the device is free, though the other has it. */
static void device_twice(void)
{
	struct fixture f;
	struct statement st;

	begin(&f, FOUR, HELD("h", "a", "n1", HOLDS("v")) "," HELD("i", "a", "n1", HOLDS("w")),
		USES("v", "g", "h", "n1") "," USES("w", "g", "i", "n1"));
	statement_begin(&st, &f.session);
	ok(owns(&f, "n/v") && owns(&f, "n/w"), "a device that two claims have");
	statement_evict(&st, fixture_task(&f, "n/v"), &why);
	ok(!owns(&f, "n/v") && !owns(&f, "n/w"), "one goes: for the other it is not busy");
	statement_discard(&st);
	ok(owns(&f, "n/v") && owns(&f, "n/w"), "undone: for both");
	statement_free(&st);
	fixture_close(&f);
}

static void is_as_before(struct fixture *f, const char *what)
{
	ok(owns(f, "n/v") && owns(f, "n/w") && owns(f, "n/p"), "%s: all at rest", what);
	is_text(claims_held(fixture_task(f, "n/v")), "a");
	is_text(claims_held(fixture_task(f, "n/w")), "b");
	is_text(claims_held(fixture_task(f, "n/p")), "-");
	is_text(fixture_refusal(f, "n/p", "n1"), "cannot allocate all DRA claims on node n1");
}

/* p takes v's device, w comes home, v goes to the other node; all of it is undone. */
static void simulated(void)
{
	struct fixture f;
	struct statement st;
	struct task *p, *v, *w;
	struct node *n1, *n2;

	begin(&f, SLICE("n1", DEVICE("a") "," DEVICE("b")) "," SLICE("n2", DEVICE("e")),
		HELD("h", "a", "n1", HOLDS("v")) "," HELD("i", "b", "n1", HOLDS("w")) "," CLAIM(
			"c", ASKS("r", "1")),
		USES("v", "g", "h", "n1") "," USES("w", "g", "i", "n1") "," WANTS("p", "c"));
	p = fixture_task(&f, "n/p");
	v = fixture_task(&f, "n/v");
	w = fixture_task(&f, "n/w");
	n1 = fixture_node(&f, "n1");
	n2 = fixture_node(&f, "n2");
	is_as_before(&f, "opened");
	statement_begin(&st, &f.session);
	statement_evict(&st, v, &why);
	statement_evict(&st, w, &why);
	statement_pipeline(&st, p, n1, false);
	statement_pipeline(&st, w, n1, false);
	statement_pipeline(&st, v, n2, false);
	ok(w->status == POD_RUNNING && v->node == n2, "w is spared, v is moved");
	is_text(claims_held(p), "a");
	is_text(claims_held(v), "e");
	statement_discard(&st);
	is_as_before(&f, "undone");
	statement_free(&st);
	fixture_close(&f);
}

/* A scheduler without dynamic resources panics at the first eviction; then nothing more happens. */
static void without(void)
{
	struct fixture f;
	struct statement st;

	fixture_open(&f, CLAIM_PARAMS, CLAIM_PLUGINS,
		"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" CPU_NODE(
			"n1") "],'podGroups':[" JOB("g", "q", "low", "01",
			"1") "],'pods':[" USES("v", "g", "h", "n1") "]");
	ok(!f.objects.dra_gate && !owns(&f, "n/v"), "no dynamic resources: it will panic");
	statement_begin(&st, &f.session);
	statement_evict(&st, fixture_task(&f, "n/v"), &why);
	statement_discard(&st);
	ok(owns(&f, "n/v"), "and then no more");
	statement_free(&st);
	fixture_close(&f);
}

int main(void)
{
	guards();
	effort();
	version();
	device_twice();
	simulated();
	without();
	return tap_end();
}
