/* What the first nodes of the order hold against a second writing that gathers it anew for each
 * pick: nodes and batches drawn at random, of several batches on a node and several nodes of a
 * batch. */
#include <math.h>
#include <stdlib.h>

#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/shortcuts/prefix_sets.h"
#include "cmd/snap-replay/solvers/scenario.h"
#include "common/mem.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

enum { NODES = 90, BATCHES = 150, ROUNDS = 60 };

/* ---- the second writing ---- */

struct model {
	double least, capacity[NODES], contribution[BATCHES];
	bool on[NODES][BATCHES], refused[BATCHES], again[BATCHES];
	int n_tasks[BATCHES];
	int kin[BATCHES];
	int n_nodes, n_batches;
	int order[NODES], n_ordered;
	uint64_t seen[PREFIX_SETS]; /* by pick: its hash when it was marked as seen */
	int n_seen;                 /* how many picks were still marked when they came again */
};

/* The place of a capacity among others: NaN comes last. */
static double place_of(double capacity)
{
	return isnan(capacity) ? INFINITY : capacity;
}

static void model_sort(struct model *m)
{
	m->n_ordered = 0;
	for (int i = 0; i < m->n_nodes; i++) {
		int at = m->n_ordered;

		if (m->capacity[i] < m->least)
			continue;
		for (; at > 0 && place_of(m->capacity[m->order[at - 1]]) > place_of(m->capacity[i]);
			at--)
			m->order[at] = m->order[at - 1];
		m->order[at] = i;
		m->n_ordered++;
	}
}

static bool model_holds(const struct model *m, int n, int batch)
{
	for (int i = 0; i < n; i++)
		if (m->on[m->order[i]][batch])
			return true;
	return false;
}

static int model_reach(const struct model *m, double amount)
{
	double sum = 0;

	for (int n = 0; n <= m->n_ordered; n++) {
		if (sum >= amount)
			return n;
		sum += n < m->n_ordered ? m->capacity[m->order[n]] : 0;
	}
	return m->n_ordered + 1;
}

/* ---- rounds ---- */

/* The first batch of the kin; -1: none. */
static int draw_kin(const struct model *m, int batch)
{
	int other = under(batch + 1);

	return under(3) ? -1 : other < batch && m->kin[other] >= 0 ? m->kin[other] : batch;
}

static struct sum_digest digest_of(int batch)
{
	return (struct sum_digest){{hash_mix((uint64_t)batch, 2), hash_mix((uint64_t)batch, 3)}};
}

/* Capacities are few, so that there are ties. Some are NaN, as those of nodes whose GPUs have no
 * memory, from the start or from some pod on. */
static void add_batch(struct prefix_sets *p, struct model *m)
{
	int batch = m->n_batches++, contribution = under(9) - 4;

	m->contribution[batch] = contribution;
	m->refused[batch] = under(20) == 0;
	m->kin[batch] = draw_kin(m, batch);
	m->again[batch] = under(8) == 0;
	m->n_tasks[batch] = 1 + under(4);
	prefix_sets_batch(p,
		(struct prefix_batch){.contribution = contribution,
			.kin = m->refused[batch] ? -1 : m->kin[batch],
			.refused = m->refused[batch],
			.again = m->again[batch],
			.n_tasks = m->n_tasks[batch],
			.digest = digest_of(batch)});
	for (int tasks = m->n_tasks[batch]; tasks > 0; tasks--) {
		int node = m->n_nodes < NODES && under(2) ? m->n_nodes
			: m->n_nodes                      ? under(m->n_nodes)
							  : 0;
		double freed = under(100) ? under(5) / 2.0 : (double)NAN;

		if (node == m->n_nodes) {
			m->capacity[m->n_nodes++] =
				under(12) ? (double)(under(4) - 1) : (double)NAN;
			prefix_sets_node(p, m->capacity[node]);
		}
		m->capacity[node] += freed;
		m->on[node][batch] = true;
		prefix_sets_add(p, node, freed);
	}
}

/* Node by node, batches ascending, each once. */
static bool same_list(struct prefix_sets *p, const struct model *m, const struct prefix_set *k)
{
	bool seen[BATCHES] = {false}, same = true;
	int at = 0, count;
	const int *list = prefix_sets_list(p, k, &count);

	for (int i = 0; i < k->n; i++)
		for (int b = 0; b < m->n_batches; b++)
			if (m->on[m->order[i]][b] && !seen[b]) {
				same = same && at < count && list[at++] == b;
				seen[b] = true;
			}
	return same && at == count;
}

/* Every batch beyond the first of its kin, and every refused one. */
static int model_refused(const struct model *m, int n)
{
	int held[BATCHES] = {0}, refused = 0;

	for (int b = 0; b < m->n_batches; b++) {
		if (!model_holds(m, n, b))
			continue;
		if (m->refused[b])
			refused++;
		else if (m->kin[b] >= 0)
			refused += held[m->kin[b]]++ > 0;
	}
	return refused;
}

/* A pick that is still marked has the batches that it had. Marks it. */
static bool same_mark(struct model *m, struct prefix_set *k, int i, uint64_t hash)
{
	bool same = !k->seen || m->seen[i] == hash;

	m->n_seen += k->seen;
	m->seen[i] = hash;
	k->seen = true;
	return same;
}

/* What is summed up over the batches. */
static bool same_sums(const struct model *m, const struct prefix_set *k)
{
	double contribution = 0;
	struct sum_digest digest = {{0}}, one;
	int n_tasks = 0, n_again = 0;

	for (int b = 0; b < m->n_batches; b++) {
		if (!model_holds(m, k->n, b))
			continue;
		contribution += m->contribution[b];
		n_again += m->again[b];
		n_tasks += m->n_tasks[b];
		one = digest_of(b);
		digest_add(&digest, &one);
	}
	return k->contribution == contribution && k->n_again == n_again && k->n_tasks == n_tasks &&
		digest_equal(&k->digest, &digest);
}

static bool same_pick(struct prefix_sets *p, struct model *m, int i, int n)
{
	struct prefix_set *k = prefix_sets_first(p, i, n);
	bool same = k->n == n;
	uint64_t hash = 0;
	int count = 0;

	for (int b = 0; b < m->n_batches; b++) {
		bool holds = model_holds(m, n, b);

		same &= bit_is_set(k->batches, b) == holds;
		hash ^= holds ? hash_mix((uint64_t)b, 1) : 0;
		count += holds;
	}
	same &= k->hash == hash && k->n_batches == count && same_mark(m, k, i, hash);
	same &= k->n_refused == model_refused(m, n);
	return same && same_sums(m, k) && same_list(p, m, k);
}

static bool same_state(struct prefix_sets *p, struct model *m, double amount)
{
	int reach = prefix_sets_reach(p, amount), n = reach;
	bool same = p->n_ordered == m->n_ordered && reach == model_reach(m, amount);

	for (int i = 0, step = 1; same && n <= m->n_ordered; i++, step *= 2) {
		same = same_pick(p, m, i, n);
		n = n == m->n_ordered ? n + 1 : n + step < m->n_ordered ? n + step : m->n_ordered;
	}
	return same;
}

/* Some states have no picks, as a filter held them back. */
static bool same_round(struct prefix_sets *p, struct model *m, double least)
{
	bool same = true;

	*m = (struct model){.least = least};
	prefix_sets_clear(p, least);
	for (int batches = 1 + under(BATCHES); same && m->n_batches < batches;) {
		add_batch(p, m);
		if (!under(4))
			continue;
		prefix_sets_sort(p);
		model_sort(m);
		same = same_state(p, m, under(2) ? 0 : under(200));
	}
	return same;
}

int main(void)
{
	static const double least[] = {-INFINITY, 1, 2.5};
	struct prefix_sets p = {0};
	struct model *m = xcalloc(1, sizeof *m);

	for (size_t i = 0; i < sizeof least / sizeof *least; i++) {
		int different = 0, marked = 0;

		for (int k = 0; k < ROUNDS; k++) {
			different += !same_round(&p, m, least[i]);
			marked += m->n_seen;
		}
		ok(marked > 0, "%d picks are those of the state before", marked);
		ok(different == 0, "nodes of %g or more: %d of %d rounds differ", least[i],
			different, ROUNDS);
	}
	free(m);
	prefix_sets_free(&p);
	ok(!p.nodes && !p.n_picks, "and then it is empty");
	return tap_end();
}
