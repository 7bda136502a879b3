/* The node ledger against a second writing that looks at every node anew: random evictions and
 * placements of several request classes, on a few nodes of many kinds and on very many nodes. */
#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/shortcuts/class_order.h"
#include "cmd/snap-replay/shortcuts/node_ledger.h"
#include "scene.h"

enum { CLASSES = 7, GPU_CLASSES = 4, SLOTS = 8, MOST_NODES = 4200, LEDGER_CLASSES = 32 };

#define FEW_SCORES \
	"{'name':'predicates'},{'name':'proportion'},{'name':'nodeavailability'}," \
	"{'name':'nodeplacement','arguments':{'cpu':'binpack','gpu':'binpack'}}"
#define WITHOUT_PLACEMENT \
	"{'name':'predicates'},{'name':'proportion'},{'name':'nodeavailability'}," \
	"{'name':'resourcetype'},{'name':'gpusharingorder'},{'name':'nominatednode'}"

static const char *const requests[CLASSES] = {"'nvidia.com/gpu':'1'", "'nvidia.com/gpu':'2'",
	"'nvidia.com/gpu':'1','cpu':'3'", "'nvidia.com/gpu':'5','memory':'2Gi'", "'cpu':'1'",
	"'cpu':'2','memory':'1Gi'", "'cpu':'7'"};

struct cluster_kind { /* of cluster */
	int nodes, gpus;
	int extra; /* so many different scores of one more plugin */
	const char *plugins;
	bool many; /* request classes; then no GPU is in parts */
	int cpu;   /* of the classes, how many request no GPUs */
};
struct model {
	struct scene s;
	struct cluster_kind kind;
	int n_classes; /* the first ones are in use */
	struct node_ledger *ledger;
	int n, slots;
	double start[MOST_NODES][SLOTS], free[MOST_NODES][SLOTS];
	double start_idle[MOST_NODES][SLOTS], idle[MOST_NODES][SLOTS];
	/* on idle amounts; and where they are too small */
	double key[CLASSES][MOST_NODES], low[CLASSES][MOST_NODES];
	int number[CLASSES]; /* of the classes in the ledger */
	uint64_t set[MOST_NODES / 64 + 1];
	int evicted[CLASSES][MOST_NODES];
	bool pipelined[CLASSES][MOST_NODES];
	bool unordered;
};

static bool extra_score(void *ctx, struct task *t, struct node *n, double *score)
{
	const struct model *m = ctx;

	(void)t;
	*score = n->index * 7 % m->kind.extra * 20;
	return true;
}

static void session_begin(struct model *m, const char *raw)
{
	m->s = (struct scene){0};
	fixture_open(&m->s.f, FIXTURE_PARAMS, m->kind.plugins, raw);
	m->s.q = (struct search){.session = &m->s.f.session};
	if (m->kind.extra) {
		m->s.f.session.known_scores.by_class++;
		hook_add_node_order(&m->s.f.session, extra_score, m, "extra");
	}
	m->ledger = node_ledger_new(&m->s.q);
}

/* Some nodes have no GPU, some have running pods, some a GPU in parts. */
static void cluster_open(struct model *m)
{
	struct strbuf b = {0};
	int nodes = m->kind.nodes, most_gpus = m->kind.gpus;

	strbuf_addz(&b, "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[");
	for (int i = 0; i < nodes; i++) {
		if (i)
			strbuf_addc(&b, ',');
		if (under(4))
			strbuf_addf(&b, GPU_NODE("n%d", "%d"), i, i, most_gpus, most_gpus);
		else
			strbuf_addf(&b, CPU_NODE("n%d"), i, i);
	}
	strbuf_addz(&b, "],'podGroups':[" JOB("a", "q", "high", "02", "1"));
	strbuf_addz(&b, "," JOB("v", "q", "low", "01", "1") "],'pods':[" PENDING("a1", "a", "1"));
	for (int i = 0; i < CLASSES; i++)
		strbuf_addf(&b, "," POD_MORE("c%d", "v", "", "", "", "%s", "Pending"), i, i,
			requests[i]);
	for (int i = 0; i < nodes; i++)
		if (under(3) == 0)
			strbuf_addf(&b,
				"," POD_MORE("v%d", "v", "", "", "'nodeName':'n%d',", "'cpu':'%d'",
					"Running"),
				i, i, i, 1 + under(99));
		else if (under(4) == 0 && !m->kind.many)
			strbuf_addf(&b,
				"," POD_MORE("v%d", "v", "'runai-gpu-group':'g%d'",
					",'gpu-fraction':'0.5'", "'nodeName':'n%d',", "'cpu':'1'",
					"Running"),
				i, i, i, i);
	for (int i = 0; m->kind.many && i <= LEDGER_CLASSES; i++)
		strbuf_addf(&b, "," POD_MORE("m%d", "v", "", "", "", "'cpu':'%d'", "Pending"), i, i,
			100 + i);
	strbuf_addz(&b, "]");
	session_begin(m, b.s);
	strbuf_free(&b);
	m->n = nodes;
	m->slots = m->s.f.cluster.slots.count;
}

static void model_close(struct model *m)
{
	arena_free(&m->s.q.arena);
	fixture_close(&m->s.f);
}

static struct task *class_task(struct model *m, int class)
{
	char name[WORD_MAX];

	snprintf(name, sizeof name, "c%d", class);
	return pod(&m->s, name);
}

static double free_of(struct model *m, int node, int slot)
{
	const struct node *n = &m->s.f.cluster.nodes[node];

	return n->idle[slot] + n->releasing[slot];
}

static void load(struct model *m)
{
	node_ledger_load(m->ledger);
	memset(m->evicted, 0, sizeof m->evicted);
	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->slots; k++) {
			m->start[i][k] = free_of(m, i, k);
			m->start_idle[i][k] = m->s.f.cluster.nodes[i].idle[k];
		}
}

static double takes(struct model *m, int class, int node, int slot)
{
	return m->s.f.cluster.nodes[node].allocatable[slot] != 0
		? class_task(m, class)->request[slot]
		: 0;
}

static void book(struct model *m, double (*amounts)[SLOTS], int class, int node, double sign)
{
	for (int k = 0; k < m->slots; k++)
		amounts[node][k] += sign * takes(m, class, node, k);
}

static bool fits(struct model *m, int class, const double *amounts)
{
	const double *request = class_task(m, class)->request;
	bool ok = true;

	for (int k = 0; k < m->slots; k++)
		ok &= request[k] <= amounts[k];
	return ok;
}

static bool wants_gpu(int class)
{
	return class < GPU_CLASSES;
}

static bool packs(const struct model *m)
{
	return m->s.f.session.known_scores.placement > 0;
}

/* With few GPUs on each node GPU classes know the order of whole free amounts below CLASS_STEPS. */
static bool is_ordered(struct model *m, int class, int node)
{
	double c = m->free[node][SLOT_GPU];

	return m->kind.gpus >= CLASS_STEPS || !packs(m) || !wants_gpu(class) ||
		(c >= 0 && c < CLASS_STEPS && c == (int)c);
}

static bool usable(struct model *m, int class, int node)
{
	return fits(m, class, m->free[node]) && m->free[node][SLOT_PODS] > 0;
}

static void note_unordered(struct model *m, int node)
{
	for (int class = 0; class < m->n_classes; class ++)
		if (usable(m, class, node) && !is_ordered(m, class, node))
			m->unordered = true;
}

static double key(struct model *m, int class, int node)
{
	return (fits(m, class, m->idle[node]) ? m->key : m->low)[class][node];
}

static int find(struct model *m, int class, const uint64_t *able)
{
	int best = -1, slot = wants_gpu(class) ? SLOT_GPU : SLOT_CPU;

	for (int i = 0; i < m->n; i++) {
		if (!bit_is_set(able, i) || !bit_is_set(m->set, i) || !usable(m, class, i) ||
			!is_ordered(m, class, i))
			continue;
		if (best < 0 || key(m, class, i) > key(m, class, best) ||
			(key(m, class, i) == key(m, class, best) && packs(m) &&
				m->free[i][slot] < m->free[best][slot]))
			best = i;
	}
	return best;
}

static void evict_some(struct model *m, int n)
{
	while (n-- > 0) {
		int class = under(m->n_classes), node = under(m->n);

		if (under(3) && !m->evicted[class][node]) {
			m->pipelined[class][node] = under(2);
			node_ledger_evict(
				m->ledger, m->number[class], node, m->pipelined[class][node]);
			book(m, m->start, class, node, 1);
			book(m, m->start_idle, class, node, -m->pipelined[class][node]);
			m->evicted[class][node]++;
		} else if (m->evicted[class][node]) {
			node_ledger_return(
				m->ledger, m->number[class], node, m->pipelined[class][node]);
			book(m, m->start, class, node, -1);
			book(m, m->start_idle, class, node, m->pipelined[class][node]);
			m->evicted[class][node]--;
		}
	}
}

/* One of `odds` nodes is not in the set; few: it is the only one that is. */
static void random_set(struct model *m, uint64_t *set, int odds, bool few)
{
	memset(set, 0, (MOST_NODES / 64 + 1) * sizeof *set);
	for (int i = 0; i < m->n; i++)
		if (!under(few ? 8 * odds : odds) == few)
			bit_set(set, i);
}

static void begin(struct model *m)
{
	random_set(m, m->set, 5, under(3) == 0);
	node_ledger_reset(m->ledger, m->set, true);
	memcpy(m->free, m->start, sizeof m->free);
	memcpy(m->idle, m->start_idle, sizeof m->idle);
	m->unordered = false;
	for (int i = 0; i < m->n; i++)
		note_unordered(m, i);
}

static double room(double amount)
{
	return amount > 0 ? amount : 0;
}

/* Behind the placing of a pod. fits: it did; else the ledger may tell less. */
static bool same_room(struct model *m, int class, int node, bool fits)
{
	bool same = true;

	for (int k = 0; k < m->slots; k++) {
		double after = m->free[node][k];
		double taken = room(after + takes(m, class, node, k)) - room(after);
		double told = node_ledger_room_taken(m->ledger, m->number[class], node, k);

		same &= told == taken || (!fits && told <= taken && told >= 0);
	}
	return same;
}

/* Where a pod of the class goes: found, or sometimes another node, whether it fits there or not, as
 * with stale bookings (rules/02 11.2). */
static int destination(struct model *m, int found)
{
	int other = under(m->n);

	return found >= 0 && !under(20) && bit_is_set(m->set, other) ? other : found;
}

/* One dry run: pods are placed, and now and then taken back. Returns how many answers differ. */
static int run(struct model *m, int pods)
{
	static uint64_t able[MOST_NODES / 64 + 1];
	static bool came[CLASSES][MOST_NODES];
	int different = 0;

	memset(came, 0, sizeof came);
	begin(m);
	random_set(m, able, 9, false);
	for (int i = 0; i < pods; i++) {
		int class = under(m->n_classes), found = find(m, class, able);
		int node = destination(m, found);
		bool home, fits;

		different += node_ledger_find(m->ledger, m->number[class], able) != found;
		different += node_ledger_unordered(m->ledger) != m->unordered;
		if (node < 0)
			continue;
		home = m->evicted[class][node] && m->pipelined[class][node] && !came[class][node];
		fits = usable(m, class, node);
		node_ledger_put(m->ledger, m->number[class], node, home);
		book(m, m->free, class, node, -1);
		book(m, m->idle, class, node, home);
		came[class][node] |= home;
		note_unordered(m, node);
		different += !same_room(m, class, node, fits);
		if (under(4))
			continue;
		node_ledger_take_back(m->ledger, m->number[class], node, home);
		book(m, m->free, class, node, 1);
		book(m, m->idle, class, node, -home);
		came[class][node] ^= home;
		note_unordered(m, node);
	}
	return different;
}

static void read_keys(struct model *m, int class, double *keys)
{
	for (int i = 0; i < m->n; i++)
		keys[i] = class_order_key(
			&m->s.f.session, class_task(m, class), &m->s.f.cluster.nodes[i]);
}

/* How many idle amounts of nodes are more than they seem. */
static void hide_idle(struct model *m, double cores)
{
	for (int i = 0; i < m->n; i++)
		m->s.f.cluster.nodes[i].idle[SLOT_CPU] -= cores;
}

static int open_classes(struct model *m)
{
	int wrong = 0;

	for (int class = 0; class < m->n_classes; class ++) {
		m->number[class] = node_ledger_class(m->ledger, class_task(m, class));
		wrong += !m->kind.many && m->number[class] != class;
		read_keys(m, class, m->key[class]);
		hide_idle(m, 1e6);
		read_keys(m, class, m->low[class]);
		hide_idle(m, -1e6);
	}
	for (int class = 0; class < m->n_classes; class ++)
		wrong += node_ledger_class(m->ledger, class_task(m, class)) != m->number[class] ||
			m->number[class] < 0;
	return wrong;
}

/* Lets the room become free instead of idle, but for this much. */
static void free_later(struct node *n, int slot, double idle)
{
	n->releasing[slot] += n->idle[slot] - idle;
	n->idle[slot] = idle;
}

/* Some nodes have less than no idle GPUs, because more pods wait for room there than is idle. In
 * half of the clusters, drawn by chance, next to no CPU is idle. */
static void overbook_some(struct model *m)
{
	bool scarce = under(2);

	for (int i = 0; i < m->n; i++) {
		struct node *n = &m->s.f.cluster.nodes[i];

		if (n->allocatable[SLOT_GPU] > 0 && !under(3))
			free_later(n, SLOT_GPU, -1 - under(2));
		if (scarce)
			free_later(n, SLOT_CPU, 1000);
	}
}

static void compare(struct model *m, struct cluster_kind kind, int loads, int rounds, int pods)
{
	int different = 0, wrong = 0;

	m->kind = kind;
	m->n_classes = GPU_CLASSES + kind.cpu;
	cluster_open(m);
	overbook_some(m);
	for (int i = 0; i < loads; i++) {
		load(m);
		wrong += open_classes(m);
		for (int k = 0; k < rounds; k++) {
			evict_some(m, kind.nodes / 4);
			different += run(m, pods);
		}
	}
	ok(wrong == 0, "%d nodes of %d GPUs: classes have numbers", kind.nodes, kind.gpus);
	ok(different == 0, "%d nodes of %d GPUs: %d answers differ", kind.nodes, kind.gpus,
		different);
	model_close(m);
}

/* Each class has one more key than there is room for. */
static void too_many_keys(struct model *m)
{
	m->kind = (struct cluster_kind){90, 6, CLASS_KEYS + 1, EVICTING_PLUGINS, false, 3};
	cluster_open(m);
	load(m);
	ok(node_ledger_class(m->ledger, class_task(m, 0)) == -1, "too many different scores");
	model_close(m);
}

/* More classes than the ledger holds, and one whose order is not known. */
static void too_many(struct model *m)
{
	struct strbuf b = {0};
	int known = 0;

	strbuf_addz(&b,
		"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
			"40") "],'podGroups':[" JOB("a", "q", "high", "02", "1") "],'pods':[");
	for (int i = 0; i <= LEDGER_CLASSES; i++)
		strbuf_addf(&b, "%s" POD_MORE("c%d", "a", "", "", "", "'cpu':'%d'", "Pending"),
			i ? "," : "", i, i, 1 + i);
	strbuf_addf(&b,
		"," POD_MORE(
			"half", "a", "", ",'gpu-fraction':'0.5'", "", "'cpu':'1'", "Pending") "]");
	m->kind = (struct cluster_kind){.plugins = EVICTING_PLUGINS};
	session_begin(m, b.s);
	node_ledger_load(m->ledger);
	ok(node_ledger_class(m->ledger, pod(&m->s, "half")) == -1, "a fraction has no class");
	node_ledger_load(m->ledger);
	for (int i = 0; i <= LEDGER_CLASSES; i++)
		known += node_ledger_class(m->ledger, class_task(m, i)) == i;
	ok(known == LEDGER_CLASSES, "%d classes", known);
	ok(node_ledger_class(m->ledger, class_task(m, LEDGER_CLASSES)) == -1, "and no more");
	strbuf_free(&b);
	model_close(m);
}

/* More GPUs than an int counts. */
static void huge(struct model *m)
{
	uint64_t all = 1;
	int class;

	m->kind = (struct cluster_kind){.plugins = EVICTING_PLUGINS};
	session_begin(m,
		"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE(
			"n0", "8") "],'podGroups':[" JOB("a", "q", "high", "02",
			"1") "],'pods':[" PENDING("a1", "a", "3G") "]");
	node_ledger_load(m->ledger);
	class = node_ledger_class(m->ledger, pod(&m->s, "a1"));
	node_ledger_reset(m->ledger, &all, true);
	ok(class >= 0 && node_ledger_find(m->ledger, class, &all) == -1,
		"no node has three thousand million GPUs");
	model_close(m);
}

int main(void)
{
	struct model *m = xcalloc(1, sizeof *m);

	compare(m, (struct cluster_kind){90, 6, 0, EVICTING_PLUGINS, false, 3}, 4, 25, 60);
	compare(m, (struct cluster_kind){70, 40, 0, EVICTING_PLUGINS, false, 3}, 2, 20, 60);
	compare(m, (struct cluster_kind){130, 6, CLASS_KEYS / 2, FEW_SCORES, false, 3}, 3, 25, 60);
	compare(m, (struct cluster_kind){12, 30, 0, EVICTING_PLUGINS, false, 3}, 2, 40, 40);
	compare(m, (struct cluster_kind){80, 6, 0, WITHOUT_PLACEMENT, false, 3}, 2, 10, 60);
	compare(m, (struct cluster_kind){MOST_NODES, 8, 0, EVICTING_PLUGINS, false, 3}, 2, 6, 60);
	compare(m, (struct cluster_kind){90, 6, 0, EVICTING_PLUGINS, true, 3}, 4, 40, 60);
	compare(m, (struct cluster_kind){90, 6, 0, FEW_SCORES, true, 3}, 2, 40, 60);
	compare(m, (struct cluster_kind){MOST_NODES, 8, 0, EVICTING_PLUGINS, true, 3}, 2, 6, 60);
	/* by free GPUs alone, where that is enough: gpu_ledger.h */
	compare(m, (struct cluster_kind){90, 6, 0, EVICTING_PLUGINS, true, 0}, 4, 60, 60);
	compare(m, (struct cluster_kind){30, 8, 0, FEW_SCORES, true, 0}, 8, 60, 60);
	compare(m, (struct cluster_kind){MOST_NODES, 8, 0, EVICTING_PLUGINS, true, 0}, 2, 6, 60);
	too_many_keys(m);
	too_many(m);
	huge(m);
	free(m);
	return tap_end();
}
