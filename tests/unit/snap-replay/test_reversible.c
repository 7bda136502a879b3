/* What makes every scenario of a search irreversible (rules/04 19.2): each guard alone. */
#include <math.h>

#include "cmd/snap-replay/shortcuts/reversible.h"
#include "scene.h"

#define RAW \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "4") "," GPU_NODE( \
		"n1", "4") "],'podGroups':[" JOB("v", "q", "low", "01", "1") "," JOB("a", "q", \
		"high", "02", \
		"1") "],'pods':[" RUNNING("v1", "v", "2", "n0") "," PENDING("a1", "a", "4") "]"

static void amounts_of_nodes(void)
{
	static const char *const names[] = {"idle", "used", "releasing"};

	for (int k = 0; k < 3; k++)
		for (int slot = 0; slot < 3; slot++) {
			struct scene s;
			struct node *n;

			scene_open(&s, RAW);
			n = fixture_node(&s.f, "n1");
			(k == 0 ? n->idle : k == 1 ? n->used : n->releasing)[slot] += 0.5;
			ok(reversibility_of(&s.q) == NEVER_REVERSIBLE, "half a unit is %s, slot %d",
				names[k], slot);
			scene_close(&s);
		}
}

int main(void)
{
	struct scene s;

	scene_open(&s, RAW);
	ok(reversibility_of(&s.q) == REVERSIBLE, "whole amounts everywhere");
	s.f.session.traits.has_fractional = true;
	ok(reversibility_of(&s.q) == REVERSIBLE_IF_SMALLER, "pods share GPUs");
	s.f.session.traits.has_fractional = false;
	s.f.session.traits.pod_terms = true;
	ok(reversibility_of(&s.q) == NEVER_REVERSIBLE, "inter-pod terms");
	s.f.session.traits.pod_terms = false;
	s.f.searches.leaked = true;
	ok(reversibility_of(&s.q) == NEVER_REVERSIBLE, "a leak before");
	scene_close(&s);
	amounts_of_nodes();
	ok(is_whole((const double[]){0, -3, 4503599627370495.0}, 3), "whole and exact");
	ok(!is_whole((const double[]){1, 4503599627370496.0}, 2), "too large to add to");
	ok(!is_whole((const double[]){1.25}, 1) && !is_whole((const double[]){NAN}, 1),
		"a quarter, and no number");
	return tap_end();
}
