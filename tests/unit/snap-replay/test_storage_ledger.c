/* The storage ledger against a session: random victims, placements and placements that are taken
 * back, in clusters of random claims. After each step the ledger must have the nodes that the
 * session has for every pod. */
#include "cmd/snap-replay/session/storage/csi_tables.h"
#include "cmd/snap-replay/session/storage/storage_ledger.h"
#include "fixture.h"

enum { NODES = 9, PODS = 24, CLUSTERS = 40, ROUNDS = 12, STEPS = 30 };

struct run {
	struct fixture f;
	struct storage_ledger *ledger;
	struct statement st;
	bool takes_part[PODS], had_turn[PODS];
	int different, checks, losses, home, apart;
};

static void add_owner(struct strbuf *b, int pod)
{
	if (under(9))
		strbuf_addf(b, "'name':'p%d','uid':'u%d'", under(6) ? pod : under(PODS), pod);
	else
		strbuf_addz(b, "'name':'gone','uid':'gone'");
}

static void add_claim(struct strbuf *b, int pod, int i)
{
	static const char *const phases[] = {"Pending", "Pending", "Bound", "Lost"};

	strbuf_addf(b, "%s{'metadata':{'name':'c%d-%d','namespace':'n','uid':'c%d-%d'",
		pod || i ? "," : "", pod, i, pod, i);
	if (under(2)) {
		strbuf_addz(b, ",'ownerReferences':[{'kind':'Pod','controller':true,");
		add_owner(b, pod);
		strbuf_addz(b, "}]");
	}
	strbuf_addf(b,
		"},'spec':{'storageClassName':'%s','resources':{'requests':{'storage':'%dGi'}}},'status':{'phase':'%s'}}",
		under(2) ? "fast" : "wide", 1 + under(4), phases[under(4)]);
}

static void add_pod(struct strbuf *b, int pod)
{
	bool runs = under(3) > 0;

	strbuf_addf(b,
		"%s{'metadata':{'name':'p%d','namespace':'n','uid':'u%d','annotations':{'pod-group-name':'j'}%s},'spec':{",
		pod ? "," : "", pod, pod,
		under(12) ? "" : ",'deletionTimestamp':'2026-01-01T12:00:00Z'");
	if (runs)
		strbuf_addf(b, "'nodeName':'n%d',", under(NODES));
	strbuf_addf(b,
		"'volumes':[{'name':'0','persistentVolumeClaim':{'claimName':'c%d-0'}},{'name':'1','persistentVolumeClaim':{'claimName':'c%d-1'}}],"
		"'containers':[{'name':'c'}]},'status':{'phase':'%s'}}",
		under(15) ? pod : under(PODS), pod, runs ? "Running" : "Pending");
}

/* Two spaces of the fast class, for a third of the nodes each, one of the wide class for most. */
static char *cluster_text(void)
{
	struct strbuf b = {0};

	strbuf_addz(&b,
		"'queues':[{'metadata':{'name':'q'},'spec':{'resources':{'cpu':{'quota':-1,'limit':-1},'memory':{'quota':-1,'limit':-1}}}}],"
		"'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}],"
		"'csiDrivers':[{'metadata':{'name':'csi'},'spec':{'storageCapacity':true}}],'nodes':[");
	for (int i = 0; i < NODES; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'n%d','labels':{'zone':'%d','wide':'%s'}},'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'99'}}}",
			i ? "," : "", i, i % 3, i < 7 ? "yes" : "no");
	strbuf_addz(&b, "],'storageClasses':[");
	for (int i = 0; i < 2; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'%s'},'provisioner':'csi','volumeBindingMode':'WaitForFirstConsumer'}",
			i ? "," : "", i ? "fast" : "wide");
	strbuf_addz(&b, "],'csiStorageCapacities':[");
	for (int i = 0; i < 3; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'s%d','namespace':'n'},'storageClassName':'%s','capacity':'%dGi','nodeTopology':{'matchLabels':{'%s':'%s'}}}",
			i ? "," : "", i, i < 2 ? "fast" : "wide", 4 + under(20),
			i < 2 ? "zone" : "wide",
			i == 2      ? "yes"
				: i ? "1"
				    : "0");
	strbuf_addz(&b, "],'persistentVolumeClaims':[");
	for (int i = 0; i < 2 * PODS; i++)
		add_claim(&b, i / 2, i % 2);
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < PODS; i++)
		add_pod(&b, i);
	strbuf_addz(&b, "]");
	return b.s;
}

static struct task *pod(struct run *r, int i)
{
	char name[16];

	snprintf(name, sizeof name, "n/p%d", i);
	return fixture_task(&r->f, name);
}

static void compare(struct run *r)
{
	for (int i = 0; i < PODS; i++) {
		struct task *t = pod(r, i);
		uint64_t all = (1 << NODES) - 1, room, idle;

		if (!r->takes_part[i] || r->had_turn[i] || !storage_matters(t))
			continue;
		storage_ledger_find(r->ledger, t, &all, &room, &idle);
		for (int n = 0; n < NODES; n++) {
			const struct node *node = &r->f.cluster.nodes[n];

			r->different += storage_on_releasing(&r->f.session, node, t) !=
				bit_is_set(&room, n);
			r->different += storage_on_idle(&r->f.session, node, t, NULL) !=
				bit_is_set(&idle, n);
			r->checks++;
		}
	}
}

/* As a dry run takes pods: victims that run, and pending pods of a preemptor. */
static bool may_take_part(struct run *r, const struct task *t)
{
	return session_settled(&r->f.session, t) && storage_ledger_serves(r->ledger, t) &&
		(t->status == POD_RUNNING || t->status == POD_PENDING);
}

static void begin(struct run *r)
{
	static const struct eviction why = {.gang_size = 1};

	storage_ledger_load(r->ledger);
	storage_ledger_reset(r->ledger);
	statement_begin(&r->st, &r->f.session);
	for (int i = 0; i < PODS; i++) {
		r->takes_part[i] = under(3) && may_take_part(r, pod(r, i));
		r->had_turn[i] = false;
	}
	for (int i = 0; i < PODS; i++)
		if (r->takes_part[i] && pod(r, i)->node) {
			statement_evict(&r->st, pod(r, i), &why);
			if (storage_ledger_concerns(r->ledger, pod(r, i)))
				storage_ledger_evict(r->ledger, pod(r, i));
		}
}

static void take_turn(struct run *r, int i)
{
	struct task *t = pod(r, i);
	struct node *home = t->node;
	int checkpoint = statement_checkpoint(&r->st), n = under(NODES);

	n = home && !under(3) ? home->index : n;
	r->home += home && home->index == n;
	r->apart += !home || home->index != n;
	statement_pipeline(&r->st, t, &r->f.cluster.nodes[n], false);
	t = pod(r, i);
	if (storage_ledger_concerns(r->ledger, t)) {
		struct node *now = t->node;

		t->node = home; /* the session is not changed by a dry run */
		storage_ledger_put(r->ledger, t, n);
		t->node = now;
	}
	r->had_turn[i] = true;
	if (under(3))
		return;
	statement_rollback(&r->st, checkpoint);
	if (storage_ledger_concerns(r->ledger, t))
		storage_ledger_take_back(r->ledger, t, n);
}

/* Whatever is placed in a run, the ledger begins the next one with the same evictions. */
static void begin_again(struct run *r)
{
	statement_discard(&r->st);
	statement_free(&r->st);
	storage_ledger_reset(r->ledger);
	for (int i = 0; i < PODS; i++)
		if (r->takes_part[i] && pod(r, i)->node &&
			storage_ledger_concerns(r->ledger, pod(r, i)))
			storage_ledger_return(r->ledger, pod(r, i));
	for (int i = 0; i < PODS; i++)
		r->had_turn[i] = !r->takes_part[i] || pod(r, i)->node;
}

static void round_of(struct run *r)
{
	long losses = storage_losses(&r->f.session);

	begin(r);
	compare(r);
	for (int i = 0; i < STEPS; i++) {
		int one = under(PODS);

		if (!r->takes_part[one] || r->had_turn[one])
			continue;
		take_turn(r, one);
		compare(r);
	}
	losses = storage_losses(&r->f.session) - losses;
	r->different += storage_ledger_loses(r->ledger) != (losses > 0);
	r->losses += losses > 0;
	begin_again(r);
	if (!losses)
		compare(r);
}

int main(void)
{
	struct run all = {.checks = 0};

	for (int i = 0; i < CLUSTERS; i++) {
		static struct run r;
		char *raw = cluster_text();

		r = (struct run){.checks = 0};
		fixture_open(
			&r.f, FIXTURE_PARAMS ",'scheduleCSIStorage':true", FIXTURE_PLUGINS, raw);
		r.ledger = storage_ledger_new(&r.f.session, &r.f.session.arena);
		for (int k = 0; k < ROUNDS; k++)
			round_of(&r);
		all.different += r.different;
		all.checks += r.checks;
		all.losses += r.losses;
		all.home += r.home;
		all.apart += r.apart;
		fixture_close(&r.f);
		free(raw);
	}
	ok(all.different == 0, "%d of %d answers differ", all.different, all.checks);
	ok(all.checks > 10000, "%d nodes were asked for", all.checks);
	ok(all.losses > 20, "in %d rounds claims were lost", all.losses);
	ok(all.home > 300 && all.apart > 300, "%d pods went home, %d elsewhere", all.home,
		all.apart);
	return tap_end();
}
