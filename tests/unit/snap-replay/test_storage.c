/* Room for claims (rules/06 11): which claims count, what takes room, and what leaves. */
#include "fixture.h"
#include "cmd/snap-replay/session/storage/csi_tables.h"

#define NODE(name) \
	"{'metadata':{'name':'" name "','labels':{'zone':'" name \
	"'}},'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'20'}}}"
#define VOLUME(name, claim) "{'name':'" name "','persistentVolumeClaim':{'claimName':'" claim "'}}"
#define POD(name, meta, volumes, spec, phase) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'u-" name \
	"','annotations':{'pod-group-name':'j'}" meta "},'spec':{" spec "'volumes':[" volumes \
	"],'containers':[{'name':'c'}]},'status':{'phase':'" phase "'}}"
#define PENDING(name, volumes) POD(name, "", volumes, "", "Pending")
#define RUNNING(name, meta, volumes) POD(name, meta, volumes, "'nodeName':'a',", "Running")
#define CLAIM(name, meta, class, size, phase) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'" meta \
	"},'spec':{'storageClassName':'" class "','resources':{'requests':{'storage':'" size \
					       "'}}},'status':{'phase':'" phase "'}}"
#define OWNED(pod, uid) \
	",'ownerReferences':[{'kind':'Pod','name':'" pod "','uid':'" uid "','controller':true}]"
#define CLASS(name, driver, mode) \
	"{'metadata':{'name':'" name "'},'provisioner':'" driver "'" mode "}"
#define WAITS ",'volumeBindingMode':'WaitForFirstConsumer'"
#define CAPACITY(name, class, zone, size) \
	"{'metadata':{'name':'" name "','namespace':'n'},'storageClassName':'" class \
		"','capacity':'" size "','nodeTopology':{'matchLabels':{'zone':'" zone "'}}}"

static const char *const raw[] = {
	"'queues':[{'metadata':{'name':'q'},'spec':{'resources':{'cpu':{'quota':-1,'limit':-1},'memory':{'quota':-1,'limit':-1}}}}],"
	"'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}],"
	"'nodes':[" NODE("a") "," NODE(
		"b") "],'csiDrivers':[{'metadata':{'name':'csi'},'spec':{'storageCapacity':true}}]",
	"'storageClasses':[" CLASS("fast", "csi", WAITS) "," CLASS("slow", "csi", WAITS) "," CLASS(
		"now", "csi", ",'volumeBindingMode':'Immediate'") "," CLASS("foreign", "other",
		WAITS) "," CLASS("mute", "csi", "") "]",
	"'csiStorageCapacities':[" CAPACITY("fa", "fast", "a", "10Gi") "," CAPACITY(
		"sa", "slow", "a", "10Gi") "," CAPACITY("fb", "fast", "b", "10Gi") "]",
	"'persistentVolumeClaims':[" CLAIM("f4", "", "fast", "4Gi", "Pending") "," CLAIM(
		"f6", "", "fast", "6Gi", "Pending") "," CLAIM("f7", "", "fast", "7Gi",
		"Pending") "," CLAIM("s10", "", "slow", "10Gi", "Pending") "," CLAIM("s11", "",
		"slow", "11Gi", "Pending") "," CLAIM("bound", "", "fast", "9Gi",
		"Bound") "," CLAIM("held", OWNED("runs", "u-runs"), "fast", "2Gi",
		"Lost") "," CLAIM("f9", "", "fast", "9Gi", "Pending") "," CLAIM("now", "", "now",
		"99Gi", "Pending") "," CLAIM("foreign", "", "foreign", "99Gi",
		"Pending") "," CLAIM("mute", "", "mute", "99Gi", "Pending") "," CLAIM("left",
		OWNED("leaves", "u-leaves"), "fast", "3Gi", "Lost") "," CLAIM("dead1",
		OWNED("gone", "u-gone"), "fast", "1Gi", "Pending") "," CLAIM("dead2",
		OWNED("gone", "u-gone"), "fast", "1Gi", "Pending") "]",
	"'pods':[" PENDING("ten", VOLUME("1", "f4") "," VOLUME("2", "f6")) "," PENDING(
		"eleven", VOLUME("1", "f7") "," VOLUME("2", "f4")) "," PENDING("twice",
		VOLUME("1", "f7") "," VOLUME("2", "f7")) "," PENDING("slow",
		VOLUME("1", "s10") "," VOLUME("2", "f4")) "," PENDING("both",
		VOLUME("1", "s11") "," VOLUME("2", "f7") "," VOLUME("3", "f4")) "," PENDING("free",
		VOLUME("1", "now") "," VOLUME("2", "foreign") "," VOLUME("3", "mute") "," VOLUME(
			"4", "nothing")) "," PENDING("bound",
		VOLUME("1", "bound")) "," PENDING("orphan",
		VOLUME("1", "dead1") "," VOLUME("2", "f4") "," VOLUME(
			"3", "dead2")) "," RUNNING("runs", "",
		VOLUME("1", "held") "," VOLUME("2", "bound")) "," RUNNING("leaves",
		",'deletionTimestamp':'2026-01-01T12:00:00Z'",
		VOLUME("1", "left")) "," PENDING("binds", VOLUME("1", "f9")) "]",
	"'bindRequests':[{'metadata':{'name':'binds','namespace':'n'},'spec':{'podName':'binds','selectedNode':'b'}}]",
	NULL};

/* Why the task's claims do not fit into what is idle of the node; "": they do. */
static void idle(struct fixture *f, const char *pod, const char *node, const char *want)
{
	struct str text = {"", 0};
	bool fits =
		storage_on_idle(&f->session, fixture_node(f, node), fixture_task(f, pod), &text);

	is_text(text, want);
	ok(fits == (text.n == 0), "%s on %s: %s", pod, node, fits ? "fits" : "does not fit");
}

static void releasing(struct fixture *f, const char *pod, const char *node, bool want)
{
	ok(storage_on_releasing(&f->session, fixture_node(f, node), fixture_task(f, pod)) == want,
		"%s on %s with what leaves: %s", pod, node, want ? "fits" : "does not fit");
}

static nano gib(int n)
{
	return (nano)n * 1073741824 * 1000000000;
}

static void tables(struct fixture *f)
{
	struct storage_claims *both = fixture_task(f, "n/both")->storage;

	ok(!storage_matters(fixture_task(f, "n/bound")) &&
			!storage_matters(fixture_task(f, "n/free")),
		"claims that are bound, and not the pod's own, never count");
	ok(storage_matters(fixture_task(f, "n/ten")) &&
			storage_matters(fixture_task(f, "n/runs")) &&
			storage_matters(fixture_task(f, "n/orphan")),
		"a claim matters if it is pending, the pod's own, or has a deleted owner");
	ok(!fixture_task(f, "n/free")->storage,
		"claims of other classes, and claims that are not there, are not counted");
	ok(fixture_task(f, "n/twice")->storage->n == 1, "a claim in two volumes is linked once");
	ok(both->n == 3 && str_eq(both->items[0].claim->key, STR("n/f4")) &&
			str_eq(both->items[1].claim->key, STR("n/f7")) &&
			str_eq(both->items[2].claim->key, STR("n/s11")),
		"claims stand by class, then by key");
	ok(both->items[0].claim->object->storage.nano == gib(4), "four GiB");
	ok(fixture_task(f, "n/runs")->storage->items[1].owned &&
			!fixture_task(f, "n/runs")->storage->items[0].owned,
		"one claim is the pod's own");
	ok(csi_size((struct quantity){.nano = (nano)1 << 110}) == (nano)1 << 100 &&
			csi_size((struct quantity){.nano = -((nano)1 << 110)}) ==
				-((nano)1 << 100) &&
			csi_size((struct quantity){.nano = 5}) == 5,
		"sizes are cut");
}

/* On node a 2 GiB are held, 9 are bound and take none, and 3 leave: 5 of 10 are idle, 8 with what
 * leaves. On node b all 10 of the fast class are idle, as the claim of a pod that is being bound
 * takes none, and there is no slow class. */
static void rooms(struct fixture *f)
{
	const char *fast = "node(s) did not have enough free storage for storageclass fast";

	idle(f, "n/ten", "b", "");
	idle(f, "n/eleven", "b", fast);
	idle(f, "n/twice", "b", "");
	idle(f, "n/ten", "a", fast);
	idle(f, "n/twice", "a", fast);
	idle(f, "n/bound", "a", "");
	idle(f, "n/slow", "a", "");
	idle(f, "n/slow", "b", "no allocatable storage from storageclass slow found");
	idle(f, "n/both", "a",
		"node(s) did not have enough free storage for storageclass fast; "
		"node(s) did not have enough free storage for storageclass slow");
	idle(f, "n/orphan", "b", "task has deleted storage claims: , , n/dead1, n/dead2");
	releasing(f, "n/twice", "a", true);
	releasing(f, "n/ten", "a", false);
	releasing(f, "n/ten", "b", true);
	releasing(f, "n/eleven", "b", false);
	releasing(f, "n/slow", "a", true);
	releasing(f, "n/slow", "b", false);
	releasing(f, "n/bound", "b", true);
}

/* What a placed pod takes, an undone one gives back. */
static void bookings(struct fixture *f)
{
	static const struct eviction why = {.gang_size = 1};
	struct task *runs = fixture_task(f, "n/runs");
	struct statement st;

	statement_begin(&st, &f->session);
	statement_allocate(&st, fixture_task(f, "n/twice"), fixture_node(f, "b"));
	idle(f, "n/ten", "b", "node(s) did not have enough free storage for storageclass fast");
	statement_discard(&st);
	idle(f, "n/ten", "b", "");
	statement_evict(&st, runs, &why);
	releasing(f, "n/ten", "a", true);
	idle(f, "n/ten", "a", "node(s) did not have enough free storage for storageclass fast");
	statement_discard(&st);
	releasing(f, "n/ten", "a", false);
	statement_free(&st);
}

/* Which nodes have room for the pod, and whether that holds while this pod is a victim. */
static void gap(struct fixture *f, const char *name, const char *victim, const char *want)
{
	struct storage_gap *g = storage_gap_new(&f->session, &f->session.arena);
	const struct cluster *c = f->session.c;
	uint64_t nodes = 3,
		 *victims =
			 ARENA_ARRAY(&f->session.arena, (size_t)bit_blocks(c->n_tasks), uint64_t);
	struct strbuf got = {0};

	storage_gap_keep(g, fixture_task(f, name), &nodes);
	bit_set(victims, fixture_task(f, victim)->index);
	for (int i = 0; i < 2; i++)
		if (bit_is_set(&nodes, i))
			strbuf_addf(&got, STR_FMT " ", STR_ARG(c->nodes[i].name));
	strbuf_addz(&got, storage_gap_holds(g, c->tasks, victims) ? "holds" : "may not hold");
	is_text(strbuf_str(&got), want);
	strbuf_free(&got);
}

/* The pod "ten" lacks 2 GiB on node a; that is what the pod "runs" may give. */
static void gaps(struct fixture *f)
{
	gap(f, "n/ten", "n/twice", "b may not hold");
	gap(f, "n/ten", "n/free", "b holds");
	gap(f, "n/ten", "n/runs", "b may not hold");
	gap(f, "n/ten", "n/slow", "b may not hold");
	gap(f, "n/eleven", "n/free", "holds");
	gap(f, "n/slow", "n/runs", "a holds");
	gap(f, "n/bound", "n/runs", "a b holds");
	f->session.storage->negative = true;
	gap(f, "n/ten", "n/runs", "a b holds");
}

/* ---- what an undone simulation leaves behind ---- */

#define EVERYWHERE(name, class) \
	"{'metadata':{'name':'" name \
	"','namespace':'n'},'storageClassName':'" class "','capacity':'10Gi','nodeTopology':{}}"

/* The fast class has a space for each node, the wide one for both nodes together. */
static const char *const settling[] = {
	"'queues':[{'metadata':{'name':'q'},'spec':{'resources':{'cpu':{'quota':-1,'limit':-1},'memory':{'quota':-1,'limit':-1}}}}],"
	"'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}],"
	"'nodes':[" NODE("a") "," NODE(
		"b") "],'csiDrivers':[{'metadata':{'name':'csi'},'spec':{'storageCapacity':true}}]",
	"'storageClasses':[" CLASS("fast", "csi", WAITS) "," CLASS("wide", "csi", WAITS) "]",
	"'csiStorageCapacities':[" CAPACITY("fa", "fast", "a", "10Gi") "," CAPACITY(
		"fb", "fast", "b", "10Gi") "," EVERYWHERE("w", "wide") "]",
	"'persistentVolumeClaims':[" CLAIM("p1", "", "fast", "1Gi", "Pending") "," CLAIM(
		"p2", "", "wide", "1Gi", "Pending") "," CLAIM("p3", "", "fast", "1Gi",
		"Pending") "," CLAIM("p4", "", "fast", "1Gi", "Pending") "," CLAIM("o1",
		OWNED("own", "u-own"), "wide", "1Gi",
		"Bound") "," CLAIM("o2", OWNED("waits", "u-waits"), "wide", "1Gi",
		"Bound") "," CLAIM("n1", "", "wide", "1Gi", "Bound") "]",
	"'pods':[" RUNNING("near", "", VOLUME("1", "p1")) "," RUNNING("far", "",
		VOLUME("1", "p2")) "," PENDING("one", VOLUME("1", "p3")) "," PENDING("two",
		VOLUME("1", "p3")) "," RUNNING("own", "", VOLUME("1", "o1")) "," PENDING("waits",
		VOLUME("1", "o2") "," VOLUME("2", "p4")) "," RUNNING("user", "",
		VOLUME("1", "n1")) "]",
	NULL};

/* The number of spaces that hold each of the pod's claims; "?": none that it came to last. */
static void places(const struct task *t, struct strbuf *out)
{
	for (int i = 0; i < t->storage->n; i++)
		strbuf_addf(out, "%d%s ", t->storage->items[i].claim->places,
			t->storage->items[i].claim->in ? "" : "?");
}

/* The pod is moved to b, and back. want: whether it is settled before, and after. */
static void moved(struct fixture *f, const char *name, const char *want)
{
	static const struct eviction why = {.gang_size = 1};
	struct task *t = fixture_task(f, name);
	struct strbuf before = {0}, after = {0};
	struct statement st;
	long losses = storage_losses(&f->session);
	char got[3];

	got[0] = session_settled(&f->session, t) ? 'y' : 'n';
	places(t, &before);
	statement_begin(&st, &f->session);
	if (t->node)
		statement_evict(&st, t, &why);
	statement_pipeline(&st, t, fixture_node(f, "b"), false);
	statement_discard(&st);
	statement_free(&st);
	places(t, &after);
	got[1] = session_settled(&f->session, t) ? 'y' : 'n';
	got[2] = 0;
	is_text(((struct str){got, 2}), want);
	ok(got[0] == 'n' || storage_losses(&f->session) != losses ||
			str_eq(strbuf_str(&before), strbuf_str(&after)),
		"%s: " STR_FMT "before, " STR_FMT "after", name, STR_ARG(strbuf_str(&before)),
		STR_ARG(strbuf_str(&after)));
	strbuf_free(&before);
	strbuf_free(&after);
}

static void simulations(void)
{
	struct fixture f;

	fixture_open_parts(
		&f, FIXTURE_PARAMS ",'scheduleCSIStorage':true", FIXTURE_PLUGINS, settling);
	moved(&f, "n/near", "yy");
	moved(&f, "n/far", "yy");
	moved(&f, "n/waits", "yy");
	moved(&f, "n/user", "yy");
	ok(storage_may_lose(&f.session, fixture_task(&f, "n/own")),
		"a claim of its own is in the space of its node");
	is_number((double)storage_losses(&f.session), 0, "none was lost");
	moved(&f, "n/own", "yy");
	is_number((double)storage_losses(&f.session), 1, "b has the same space: it is lost");
	ok(!storage_may_lose(&f.session, fixture_task(&f, "n/own")), "there is none to lose now");
	moved(&f, "n/own", "yy");
	is_number((double)storage_losses(&f.session), 1, "none is lost any more");
	ok(!session_settled(&f.session, fixture_task(&f, "n/one")), "two pods share the claim");
	fixture_task(&f, "n/near")->virtual_status = true;
	ok(!session_settled(&f.session, fixture_task(&f, "n/near")), "placed in this session");
	fixture_close(&f);
}

int main(void)
{
	struct fixture f;

	fixture_open_parts(&f, FIXTURE_PARAMS ",'scheduleCSIStorage':true", FIXTURE_PLUGINS, raw);
	tables(&f);
	rooms(&f);
	bookings(&f);
	gaps(&f);
	fixture_close(&f);
	simulations();
	return tap_end();
}
