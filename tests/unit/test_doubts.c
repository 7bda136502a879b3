#include <stdlib.h>

#include "common/doubts.h"
#include "tap.h"

static void versions(void)
{
	ok(!doubtful_version(STR("v0.17.0")) && !doubtful_version(STR("0.17.12-rc1")) && !doubtful_version(STR("")), "v0.17 and not known");
	ok(doubtful_version(STR("v0.16.8")) && doubtful_version(STR("v0.170.0")) && doubtful_version(STR("v0.17")) && doubtful_version(STR("v")) == false,
	   "other lines");
	ok(doubtful_version(STR("v0.18.0")) && doubtful_version(STR("main")), "later ones, too");
}

static void shares(void)
{
	ok(!doubtful_share(0) && !doubtful_share(-1) && !doubtful_share(8) && !doubtful_share(-0.0), "0, -1 and more are shares");
	ok(doubtful_share(-2) && doubtful_share(-0.5) && doubtful_share(-1.5), "other negatives are none");
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

static struct layout seen(const char *const blocks[])
{
	struct layout l = {0};
	for (; *blocks; blocks++)
		layout_see(&l, str_of(*blocks));
	return l;
}
#define SEEN(...) seen((const char *const[]){__VA_ARGS__, NULL}).as_written

static void layouts(void)
{
	ok(SEEN("{\"config\":{}\n,\"rawObjects\":{\"pods\":[]"), "a scheduler's: a comma behind the first line end");
	ok(SEEN("{\"config\":{}", "\n", "", ",\"rawObjects\":{}"), "also over several blocks");
	ok(!SEEN("{\n  \"config\": {},\n", "\n,"), "indented");
	ok(!SEEN("{\"config\":{},\"rawObjects\":{}}\n"), "one line");
	ok(!SEEN("{\"config\":{}"), "cut short");
}

static void lists(void)
{
	struct layout written = {.decided = true, .as_written = true}, other = {0};
	ok(doubtful_list(&written, false) == LIST_UNREAD && doubtful_list(&written, true) == LIST_UNREAD, "[] of a scheduler is a list not read");
	ok(doubtful_list(&other, true) == LIST_ODD, "[] beside null is odd");
	ok(doubtful_list(&other, false) == LIST_SOUND, "[] by whoever writes it for all is none");
}

int main(void)
{
	versions();
	shares();
	cycles();
	layouts();
	lists();
	return tap_end();
}
