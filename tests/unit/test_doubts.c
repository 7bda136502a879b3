#include <stdlib.h>

#include "common/doubts.h"
#include "tap.h"

static void versions(void)
{
	ok(!doubtful_version(STR("v0.17.0")) && !doubtful_version(STR("0.17.0")) &&
			!doubtful_version(STR("")),
		"v0.17.0 and not known");
	ok(doubtful_version(STR("v0.17.1")) && doubtful_version(STR("0.17.0-rc1")),
		"another patch");
	ok(doubtful_version(STR("v0.16.8")) && doubtful_version(STR("v0.170.0")) &&
			doubtful_version(STR("v0.17")) && doubtful_version(STR("v")) == false,
		"other lines");
	ok(doubtful_version(STR("v0.18.0")) && doubtful_version(STR("main")), "later ones, too");
}

static void shares(void)
{
	ok(!doubtful_share(0) && !doubtful_share(-1) && !doubtful_share(8) && !doubtful_share(-0.0),
		"0, -1 and more are shares");
	ok(doubtful_share(-2) && doubtful_share(-0.5) && doubtful_share(-1.5),
		"other negatives are none");
}

static void cycles(void)
{
	enum { N = 8 };
	/* 1 <- 2 <- 3; 4 <- 5 <- 4; 6 <- 6; 7 below the cycle; 8 alone */
	const uint32_t up[N + 1] = {0, 0, 1, 2, 5, 4, 6, 4, 0};
	bool in_cycle[N + 1] = {false};

	find_cycles(up, N, in_cycle);
	ok(in_cycle[4] && in_cycle[6], "one queue of each cycle");
	int count = 0;
	for (int i = 1; i <= N; i++)
		count += in_cycle[i];
	ok(count == 2, "and no other: %d", count);
}

int main(void)
{
	versions();
	shares();
	cycles();
	return tap_end();
}
