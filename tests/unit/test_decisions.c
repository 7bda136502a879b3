/* The hash of a run's decisions: what counts and what does not. */
#include <string.h>
#include "common/decisions.h"
#include "tap.h"

static struct decisions d;
static char hash[DECISIONS_HEX];

static const char *take(void)
{
	decisions_hash(&d, hash);
	decisions_free(&d);
	return hash;
}

static void keep(char to[DECISIONS_HEX])
{
	memcpy(to, take(), DECISIONS_HEX);
}

int main(void)
{
	char one[DECISIONS_HEX], other[DECISIONS_HEX];

	ok(strcmp(take(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") == 0,
		"none: SHA-256 of nothing");

	decisions_add(&d, "allocate", DECISION_BIND, STR("ns/b"), STR("n2"));
	decisions_add(&d, "allocate", DECISION_BIND, STR("ns/a"), STR("n1"));
	keep(one);
	/* printf 'allocate\tbind\tns/a\tn1\nallocate\tbind\tns/b\tn2\n' | sha256sum */
	ok(strcmp(one, "62d3e4826bad2fb26c601aab358b8ef2091cb055be9fc87bf345b430c3022536") == 0,
		"two binds: as sha256sum has it");
	decisions_add(&d, "allocate", DECISION_BIND, STR("ns/a"), STR("n1"));
	decisions_add(&d, "allocate", DECISION_BIND, STR("ns/b"), STR("n2"));
	keep(other);
	ok(strcmp(one, other) == 0, "the order does not count");
	decisions_add(&d, "allocate", DECISION_BIND, STR("ns/a"), STR("n2"));
	decisions_add(&d, "allocate", DECISION_BIND, STR("ns/b"), STR("n1"));
	ok(strcmp(one, take()) != 0, "the node of a bind counts");

	decisions_add(&d, "reclaim", DECISION_PIPELINE, STR("ns/a"), STR("n1"));
	decisions_add(&d, "reclaim", DECISION_EVICT, STR("ns/b"), STR("n1"));
	keep(one);
	decisions_add(&d, "reclaim", DECISION_PIPELINE, STR("ns/a"), (struct str){0});
	decisions_add(&d, "reclaim", DECISION_EVICT, STR("ns/b"), (struct str){0});
	ok(strcmp(one, take()) == 0,
		"the node of a pipeline or an eviction does not: a tool's log does not tell it");
	decisions_add(&d, "preempt", DECISION_PIPELINE, STR("ns/a"), (struct str){0});
	decisions_add(&d, "reclaim", DECISION_EVICT, STR("ns/b"), (struct str){0});
	ok(strcmp(one, take()) != 0, "the action counts");

	decisions_add(&d, "reclaim", DECISION_EVICT, STR("ns/b"), (struct str){0});
	keep(one);
	decisions_add(&d, "reclaim", DECISION_EVICT, STR("ns/b"), (struct str){0});
	decisions_add(&d, "reclaim", DECISION_EVICT, STR("ns/b"), (struct str){0});
	ok(strcmp(one, take()) != 0, "a repeated decision counts twice");
	return tap_end();
}
