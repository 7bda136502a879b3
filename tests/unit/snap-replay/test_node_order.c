/* Nodes come out of their order by score, equal ones by name (rules/02 6): all numbers of nodes
 * that a heap of four levels may have, scores with many ties. */
#include <math.h>

#include "cmd/snap-replay/session/place/placement.h"
#include "fixture.h"

enum { NODES = 16, ROUNDS = 200 };

/* Takes all nodes out; true: each goes before the next, and all were there. */
static bool comes_sorted(struct node_order *o, int n)
{
	struct scored_node last = {0}, next;
	int taken = 0;

	for (; (next = next_node(o)).node; last = next) {
		if (last.node &&
			!(last.score > next.score ||
				(last.score == next.score && last.node < next.node)))
			return false;
		taken++;
	}
	return taken == n;
}

#define NODE(name) \
	"{'metadata':{'name':'" name "'},'status':{'allocatable':{'cpu':'8','pods':'9'}}}"

/* a: 1; b is refused; c: no number; d: 2. */
static bool score_by_name(void *ctx, struct task *t, struct node *n, double *score)
{
	char letter = n->name.p[0];

	(void)ctx, (void)t;
	*score += letter == 'c' ? NAN : letter == 'd' ? 2 : 1;
	return letter != 'b';
}

static bool add_half(void *ctx, struct task *t, struct node *n, double *score)
{
	(void)ctx, (void)t, (void)n;
	*score += 0.5;
	return true;
}

static void refusals(void)
{
	struct fixture f;
	struct node *items[4];
	struct node_set all = {.items = items, .n = 4}, some = {.items = items, .n = 3};
	struct node_order o;
	struct scored_node first, second;

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}",
		"'nodes':[" NODE("a") "," NODE("b") "," NODE("c") "," NODE(
			"d") "],'pods':[{'metadata':{'name':'p','namespace':'n'},'spec':{'containers':[{'name':'c'}]}}]");
	hook_add_node_order(&f.session, score_by_name, NULL, "letters");
	hook_add_node_order(&f.session, add_half, NULL, "half");
	for (int i = 0; i < 4; i++)
		items[i] = &f.cluster.nodes[i];
	order_nodes(&f.session, fixture_task(&f, "n/p"), &all, &all, &o);
	first = next_node(&o);
	second = next_node(&o);
	ok(first.node == items[3] && first.score == 2.5 && second.node == items[0] &&
			second.score == 1.5,
		"d, then a: all hooks add up");
	ok(!next_node(&o).node, "a node that a hook refuses, or that has no number, is left out");
	order_nodes(&f.session, fixture_task(&f, "n/p"), &all, &some, &o);
	ok(next_node(&o).node == items[0] && !next_node(&o).node, "of some of the nodes only a");
	fixture_close(&f);
}

int main(void)
{
	refusals();
	static struct node nodes[NODES];
	struct scored_node items[NODES];

	for (int i = 0; i < NODES; i++)
		nodes[i].index = i;
	for (int n = 0; n <= NODES; n++) {
		int wrong = 0;

		for (int k = 0; k < ROUNDS; k++) {
			struct node_order o = {items, n, 0};

			for (int i = 0; i < n; i++) {
				int other = under(i + 1);

				items[i] = items[other];
				items[other] = (struct scored_node){&nodes[i], under(k % 10 + 1)};
			}
			wrong += !comes_sorted(&o, n);
		}
		ok(wrong == 0, "%d nodes: %d of %d orders are wrong", n, wrong, ROUNDS);
	}
	return tap_end();
}
