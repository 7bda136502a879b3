/* What k8s.io/apimachinery's resource.Quantity says to the same texts. */
#include <stdio.h>
#include "common/quantity.h"
#include "tap.h"

static const char *nano_text(struct quantity q, char *buf, size_t n)
{
	__extension__ typedef unsigned __int128 wide;
	char digits[48];
	size_t at = sizeof digits - 1;
	wide u = q.nano < 0 ? 0 - (wide)q.nano : (wide)q.nano;
	digits[at] = 0;
	do {
		digits[--at] = (char)('0' + (int)(u % 10));
		u /= 10;
	} while (u);
	snprintf(buf, n, "%s%s", q.nano < 0 ? "-" : "", digits + at);
	return buf;
}

static void good(void)
{
	static const struct {
		const char *text, *nano;
	} cases[] = {
		{"0", "0"},
		{"1", "1000000000"},
		{"+1", "1000000000"},
		{"-1", "-1000000000"},
		{"007", "7000000000"},
		{"1.5", "1500000000"},
		{"1.", "1000000000"},
		{".5", "500000000"},
		{"-.5", "-500000000"},
		{"5n", "5"},
		{"4u", "4000"},
		{"3m", "3000000"},
		{"100m", "100000000"},
		{"8k", "8000000000000"},
		{"7M", "7000000000000000"},
		{"6G", "6000000000000000000"},
		{"5T", "5000000000000000000000"},
		{"2P", "2000000000000000000000000"},
		{"1E", "1000000000000000000000000000"},
		{"12E", "12000000000000000000000000000"},
		{"1.01E", "1010000000000000000000000000"},
		{"1Ki", "1024000000000"},
		{"7Mi", "7340032000000000"},
		{"6Gi", "6442450944000000000"},
		{"5Ti", "5497558138880000000000"},
		{"4Pi", "4503599627370496000000000"},
		{"3Ei", "3458764513820540928000000000"},
		{"1e3", "1000000000000"},
		{"1E6", "1000000000000000"},
		{"1E-3", "1000000"},
		{"1.3E+6", "1300000000000000"},
		{"0.5e-2", "5000000"},
		{"100.035k", "100035000000000"},
		/* finer than nano: away from zero */
		{"3.001n", "4"},
		{"1.1E-9", "2"},
		{"0.0000000001", "1"},
		{"-0.0000000001", "-1"},
		{"0.9n", "1"},
		{"0.00000012345", "124"},
		{"1e-2147483648", "1"},
		{"0.000000000000000000000000000000000000000000000001", "1"},
		/* binary fractions are exact before they are rounded */
		{"100.035Ki", "102435840000000"},
		{"0.5Mi", "524288000000000"},
		{"0.05Gi", "53687091200000000"},
		{"0.025Ti", "27487790694400000000"},
		{"0.000000000001Ki", "2"},
		{"1.647988822936263632643845761300696118253490990Pi", "1855470462221624801922771"},
		{".11Gi", "118111600640000000"},
		/* the cap of binary suffixes, and of nothing else */
		{"9Ei", "9223372036854775807000000000"},
		{"-9Ei", "-9223372036854775807000000000"},
		{"9223372036854775807Ki", "9223372036854775807000000000"},
		{"9223372036854775807", "9223372036854775807000000000"},
		{"9223372036854775808", "9223372036854775808000000000"},
		{"00000385508830362483009Ti", "9223372036854775807000000000"},
		/* so huge that only the last bits are kept */
		{"1e30", "1329228018608957288282587136000000000"},
		/* what Go lets pass */
		{"-", "0"},
		{"+", "0"},
		{".", "0"},
		{"k", "0"},
		{"e3", "0"},
		{"Ti", "0"},
		{"1e4294967297", "10000000000"},
		{"9.023784e-4294967295", "90237840000"},
		/* blanks around it, as in a JSON string */
		{" 1 ", "1000000000"},
		{"\t1Gi\n", "1073741824000000000"},
		{"\xc2\xa0"
		 "1\xe2\x80\x89",
			"1000000000"},
	};
	char buf[64];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct quantity q = {.nano = -7};
		bool parsed = quantity_parse(str_of(cases[i].text), &q);

		ok(parsed && strcmp(nano_text(q, buf, sizeof buf), cases[i].nano) == 0,
			"\"%s\" is %s", cases[i].text, buf);
	}
}

static void bad(void)
{
	static const char *const cases[] = {"", " ", "1.1.M", "1+1.0M", "0.1mi", "0.1am", "aoeu",
		".5i", "1i", "-3.01i", "-3.01e-", "1e", "1e+", "1 k", "--1", "+-1", "1ki", "1KI",
		"1K", "1kk", "1e1.5", "1e1k", "1_000", "0x10", "NaN", "Inf", "1,5", "Pi", "Ei",
		"e-10", ".e-10", "1e9223372036854775808", "1e-9223372036854775809", "\xe2\x80",
		"1\xc2"};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct quantity q;

		ok(!quantity_parse(str_of(cases[i]), &q), "\"%s\" is refused", cases[i]);
	}
	struct quantity q;
	ok(!quantity_parse((struct str){"1\0", 2}, &q), "a NUL is not a digit");
}

static struct quantity of(const char *text)
{
	struct quantity q = {0};

	quantity_parse(str_of(text), &q);
	return q;
}

static void rounding(void)
{
	ok(quantity_value(of("100m")) == 1 && quantity_value(of("-100m")) == -1,
		"the value is rounded away from zero");
	ok(quantity_value(of("1")) == 1 && quantity_value(of("1000m")) == 1 &&
			quantity_value(of("1001m")) == 2,
		"and only when it has to be");
	ok(quantity_milli(of("0.1m")) == 1 && quantity_milli(of("1n")) == 1 &&
			quantity_milli(of("2500m")) == 2500,
		"milli as well");
	ok(quantity_value(of("0")) == 0 && quantity_milli(of("0")) == 0, "zero is zero");
	struct quantity sum = quantity_add(quantity_add(of("0.4m"), of("0.4m")), of("0.4m"));
	ok(quantity_milli(sum) == 2, "a sum is exact, rounding comes once");
}

/* What does not fit into 64 bits, as Value() and MilliValue() have it, alone and after Add(). */
static void beyond_64_bits(void)
{
	static const struct {
		const char *text, *more;
		int64_t value, milli, sum, milli_sum;
	} cases[] = {
		{"9223372036854775807", "1", 9223372036854775807, -1000, (-9223372036854775807 - 1),
			0},
		{"9223372036854775808", "0", (-9223372036854775807 - 1), 0,
			(-9223372036854775807 - 1), 0},
		{"18446744073709551616", "1", 0, 0, 1, 1000},
		{"20E", "1", 0, 0, 1553255926290448385, 3729424098846049256},
		{"-20E", "-1", 0, 0, -1553255926290448385, -3729424098846049256},
		{"9Ei", "9Ei", 9223372036854775807, -1000, -2, -2000},
		{"-9Ei", "0", -9223372036854775807, 1000, -9223372036854775807, 1000},
		{"21851822225418942", "1", 21851822225418942, 3405078151709390384,
			21851822225418943, 3405078151709391384},
		{"999999999999999999k", "1", 3875820019684211736, 2003764205205896640,
			3875820019684211737, 2003764205205897640},
		{"999999999999999999k", "999999999999999999k", 3875820019684211736,
			2003764205205896640, 7751640039368423472, 4007528410411793280},
		{"5E", "5E", 5000000000000000000, 0, 0, 0},
		{"1979594193T", "99M", 0, 0, 5792577113176977088, 299474032177880576},
		{"1e40", "1e40", 0, 0, 0, 0},
		{"1e100", "1e100", 0, 0, 0, 0},
		{"1234567890123456789012345678901234567890", "1", -5999815502254372142,
			-4623678298767866800, -5999815502254372141, -4623678298767865800},
		{"1e1000", "1m", 0, 0, 1, 1},
		{"-1.5", "-0.5", -2, -1500, -2, -2000},
		{"-0.0001Ki", "0", 1, -101, 1, -101},
		{"9Ti", "9223372036854775807Ki", 9895604649984, 9895604649984000,
			-9223362141250125825, 9895604649983000},
		{"100Ti", "9Pi", 109951162777600, 109951162777600000, 10243050324361216,
			-8203693749348335616},
		{"9223372036854775807m", "1m", 9223372036854776, 9223372036854775807,
			9223372036854776, (-9223372036854775807 - 1)},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct quantity q = of(cases[i].text), sum = quantity_add(q, of(cases[i].more));

		ok(quantity_value(q) == cases[i].value && quantity_milli(q) == cases[i].milli,
			"\"%s\": %lld and %lld", cases[i].text, (long long)quantity_value(q),
			(long long)quantity_milli(q));
		ok(quantity_value(sum) == cases[i].sum && quantity_milli(sum) == cases[i].milli_sum,
			"with \"%s\": %lld and %lld", cases[i].more, (long long)quantity_value(sum),
			(long long)quantity_milli(sum));
	}
	ok(quantity_value_fits(of("9223372036854775807")) &&
			!quantity_value_fits(of("9223372036854775808")),
		"what fits in units");
	ok(quantity_milli_fits(of("9223372036854775807m")) &&
			!quantity_milli_fits(of("9223372036854776")),
		"what fits in thousandths");
	ok(!quantity_value_fits(of("1e100")) && quantity_value_fits(of("-9223372036854775808")),
		"far from fitting, and just so below zero");
}

int main(void)
{
	good();
	bad();
	rounding();
	beyond_64_bits();
	return tap_end();
}
