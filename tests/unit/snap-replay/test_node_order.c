/* Nodes come out of their order by score, equal ones by name (rules/02 6): all numbers of nodes
 * that a heap of four levels may have, scores with many ties. */
#include "cmd/snap-replay/session/place/placement.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

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

int main(void)
{
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
