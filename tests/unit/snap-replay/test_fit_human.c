/* Amounts as the scheduler's messages write them (rules/02 15): whole ones, and others with
 * three digits, cut. */
#include "cmd/snap-replay/session/fit_errors.h"
#include "common/str.h"
#include "tests/unit/tap.h"

static void is_human(double x, double unit, const char *want)
{
	struct strbuf b = {0};

	fit_human(&b, x, unit);
	ok(str_eq(strbuf_str(&b), str_of(want)), "%g of %g: %s", x, unit, want);
	strbuf_free(&b);
}

int main(void)
{
	is_human(0, 1, "0");
	is_human(8, 1, "8");
	is_human(100, 1, "100");
	is_human(-3, 1, "-3");
	is_human(64000, 1000, "64");
	is_human(1500, 1000, "1.5");
	is_human(0.0625, 1, "0.062");
	is_human(2.9999, 1, "2.999");
	is_human(0.0004, 1, "0");
	is_human(1e15, 1, "1000000000000000");
	is_human(-1, 1000, "Unlimited");
	return tap_end();
}
