/* Queues that compare equal are reported if some of their pod groups find no place (rules/09 2). */
#include "acts.h"

#define CHILD(name, parent) QUEUE_GPUS(name, parent, UNLIMITED_RESOURCE)
#define WAITING(name, queue) JOB(name, queue, "low", "01", "1")
/* Departments d and e are alike, and so are the queues x and y of d; z is alone in e. */
#define TREE(gpus, groups, pods) \
	"'queues':[" CHILD("d", "") "," CHILD("e", "") "," CHILD("x", "d") "," CHILD( \
		"y", "d") "," CHILD("z", "e") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		gpus) "],'podGroups':[" groups "],'pods':[" pods "]"
#define ALL_WAIT(gpus) \
	TREE(gpus, WAITING("a", "x") "," WAITING("b", "y") "," WAITING("c", "z"), \
		PENDING("a", "a", "1") "," PENDING("b", "b", "1") "," PENDING("c", "c", "1"))

/* names: of the queues that warnings name, in their order; ties: how many are counted. */
static void reports(const char *raw, const char *actions, int ties, const char *names)
{
	struct strbuf got = {0};
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, EVICTING_PLUGINS, raw);
	free(acts_run(&f, actions));
	strbuf_addz(&got, "");
	for (int i = 0; i < f.warnings.n; i++)
		if (str_starts(f.warnings.items[i].what, STR("queues that are equal in all")))
			strbuf_addf(&got, "%d from " STR_FMT, f.warnings.items[i].count,
				STR_ARG(f.warnings.items[i].where));
	is_text(strbuf_str(&got), names);
	ok(f.session.chance.ties == ties, "%d queues (want %d)", f.session.chance.ties, ties);
	strbuf_free(&got);
	fixture_close(&f);
}

int main(void)
{
	reports(ALL_WAIT("3"), "allocate", 0, "");
	reports(ALL_WAIT("2"), "allocate", 1, "1 from y");
	reports(ALL_WAIT("1"), "allocate", 2, "2 from y");
	reports(ALL_WAIT("0"), "allocate", 3, "3 from x");
	reports(ALL_WAIT("0"), "allocate,allocate", 3, "3 from x");
	reports(TREE("0", WAITING("a", "x") "," WAITING("c", "z"),
			PENDING("a", "a", "1") "," PENDING("c", "c", "1")),
		"allocate", 2, "2 from d");
	reports(TREE("0", WAITING("c", "z"), PENDING("c", "c", "1")), "allocate", 0, "");
	reports(TREE("0", WAITING("a", "x") "," JOB("b", "y", "low", "01", "2"),
			PENDING("a", "a", "1") "," PENDING("b", "b", "1")),
		"allocate", 0, "");
	return tap_end();
}
