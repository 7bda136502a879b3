/* Amounts as the scheduler's messages write them (rules/02 15): whole ones, and others with
 * three digits, cut; and the one that Go's %v writes. */
#include <math.h>

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

static void is_go(double x, const char *want)
{
	struct strbuf b = {0};

	fit_go_float(&b, x);
	ok(str_eq(strbuf_str(&b), str_of(want)), "%%v of %g: %s", x, want);
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
	is_human(1e15 + 0.5, 1, "1000000000000000.5");
	is_human(123456.789, 1, "123456.789");
	is_human(0.1, 1, "0.1");
	is_human(-0.5, 1, "-0.5");
	is_human(1.0004, 1, "1");
	is_human(-1, 1000, "Unlimited");
	is_human(-1000, 1000, "-1");
	is_human(INFINITY, 1000, "+Inf");
	is_human(-INFINITY, 1, "-Inf");
	is_human(NAN, 1, "NaN");
	is_go(0, "0");
	is_go(0.5, "0.5");
	is_go(-2, "-2");
	is_go(0.0001, "0.0001");
	is_go(0.00005, "5e-05");
	is_go(999999.5, "999999.5");
	is_go(1e6, "1e+06");
	is_go(1234567, "1.234567e+06");
	is_go(-1.5e10, "-1.5e+10");
	is_go(0.1 + 0.2, "0.30000000000000004");
	is_go((0.1 + 0.2) * 1e-5, "3.0000000000000005e-06");
	is_go(INFINITY, "+Inf");
	is_go(NAN, "NaN");
	return tap_end();
}
