#include "tests/hostile/values.h"

/* splitmix64 */
uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

int random_below(uint64_t *state, int n)
{
	return (int)(next_random(state) % (uint64_t)n);
}

/* Most readers take these. */
static const char *const counts[] = {"0", "1", "2", "3", "7", "8", "16", "63", "64", "65", "100",
	"127", "1000", "65536", "1000000", "2147483647"};

static const char *const numbers[] = {"-1", "-0", "0.5", "-0.5", "1.5", "1e0", "1e3", "1E-3", "127",
	"128", "255", "256", "32767", "32768", "65535", "65536", "1000000", "2147483647",
	"2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "4294967297",
	"9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615",
	"18446744073709551616", "1e18", "1e19", "1e308", "-1e308", "1e309", "5e-324", "1e-400",
	"1e999999999", "0.1", "0.30000000000000004",
	"99999999999999999999999999999999999999999999999999999999999999999999999999",
	"0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"};

static const char *const amounts[] = {"\"0\"", "\"1\"", "\"2\"", "\"8\"", "\"0.5\"", "\"0.25\"",
	"\"0.999\"", "\"1.5\"", "\"100\"", "\"1000\"", "\"1m\"", "\"1500m\"", "\"1k\"", "\"1Ki\"",
	"\"8Gi\"", "\"1Ti\"", "\"1Ei\"", "\"1e3\"", "\"-1\"", "\"1n\"", "\"9223372036854775807\"",
	"\"2147483648\""};

static const char *const quantities[] = {"\"1m\"", "\"0.1m\"", "\"1u\"", "\"1n\"", "\"0.1n\"",
	"\"-1n\"", "\"1k\"", "\"1Ki\"", "\"1Mi\"", "\"8Gi\"", "\"1.5Gi\"", "\"1Ti\"", "\"1P\"",
	"\"1E\"", "\"1Ei\"", "\"8Ei\"", "\"16Ei\"", "\"-8Ei\"", "\"9223372036854775807\"",
	"\"9223372036854775808\"", "\"-9223372036854775808\"", "\"9223372036854775807Ei\"",
	"\"1e3\"", "\"1E3\"", "\"1e18\"", "\"1e19\"", "\"1e-9\"", "\"1e-10\"", "\"1e400\"",
	"\"9e999999999\"", "\"1e2147483648\"", "\"+1\"", "\"++1\"", "\".5\"", "\"5.\"", "\".\"",
	"\"\"", "\" 1\"", "\"1 \"", "\"Ki\"", "\"1KI\"", "\"NaN\"", "\"Inf\"", "\"-Inf\"",
	"\"0x10\"", "\"1_000\"", "\"1,5\"", "\"\\uff11\"", "\"1Gi1\"", "\"1e\"",
	"\"999999999999999999999999999999999999999999999999\"",
	"\"0.000000000000000000000000000000000000001\"", "\"123456789012345678m\"", "\"0.9\"",
	"\"1.0000001\"", "\"0.001\"", "\"2147483648\"", "\"4294967296\"", "\"100000000000\"",
	"\"1000000000000Mi\""};

static const char *const times[] = {"\"0001-01-01T00:00:00Z\"", "\"0000-01-01T00:00:00Z\"",
	"\"1970-01-01T00:00:00Z\"", "\"1677-09-21T00:12:43Z\"", "\"2262-04-11T23:47:17Z\"",
	"\"9999-12-31T23:59:59Z\"", "\"9999-12-31T23:59:59.999999999-23:59\"",
	"\"0000-01-01T00:00:00+23:59\"", "\"2026-11-21T06:42:54Z\"",
	"\"2026-11-21T06:42:54.123456789012345Z\"", "\"2026-02-30T00:00:00Z\"",
	"\"2024-02-29T00:00:00Z\"", "\"2026-11-21T24:00:00Z\"", "\"2026-11-21T23:59:60Z\"",
	"\"2026-11-21 06:42:54Z\"", "\"2026-11-21\"", "\"now\"", "\"-1\"", "\"\"", "\"0\"",
	"\"10000-01-01T00:00:00Z\"", "\"-0001-01-01T00:00:00Z\"", "\"2026-11-21T06:42:54+99:99\"",
	"\"1h\"", "\"-1h\"", "\"0s\"", "\"1ns\"", "\"10s\"", "\"2562047h47m16.854775807s\"",
	"\"2562048h\"", "\"-2562047h47m16.854775808s\"", "\"1e9h\"", "\"1h1\"",
	"\"9999999999999999999s\"", "\"1d\"", "\".5s\""};

/* The NUL bytes of a text cannot be told from its end: \u0000 has to do. */
static const char *const strings[] = {"\"\"", "\" \"", "\"a\"", "\"/\"", "\".\"", "\"..\"",
	"\"../../etc/passwd\"", "\"-\"", "\"--help\"", "\"%s%n%p\"", "\"\\\"\"", "\"\\\\\"",
	"\"a,b\"", "\"a=b\"", "\"a in (b\"", "\"!a\"", "\"null\"", "\"true\"", "\"{}\"", "\"[\"",
	"\"\\n\"", "\"a\\r\\nb\"", "\"\\t\"", "\"\\u0000\"", "\"a\\u0000b\"",
	"\"\\u001b[2J\\u001b]0;x\\u0007\"", "\"\\u0007\"", "\"\\u007f\"", "\"\\u0085\\u009b31m\"",
	"\"\xc2\x9b[31m\"", "\"\\u202eabc\"", "\"\\u2066a\\u2069\"", "\"\xe2\x80\xaexyz\"",
	"\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\\ud83d\\ude00\"", "\"\\ufeff\"", "\"\\uffff\"",
	"\"\xf0\x9f\x98\x80\"", "\"\xc3\xa9\"", "\"e\\u0301\"", "\"kai-scheduler\"", "\"default\"",
	"\"nvidia.com/gpu\"", "\"nvidia.com/mig-1g.5gb\"", "\"nvidia.com/mig-99g.1gb\"",
	"\"nvidia.com/mig-\"", "\"runai/\"", "\"kai.scheduler/\"", "\"1g.5gb\"", "\"Pending\"",
	"\"Running\"", "\"Succeeded\"", "\"In\"", "\"NotIn\"", "\"Exists\"", "\"DoesNotExist\"",
	"\"Gt\"", "\"Lt\"", "\"NoSchedule\"", "\"NoExecute\"", "\"Equal\"", "\"cpu\"", "\"memory\"",
	"\"pods\"", "\"GPU\"", "\"Fraction\"", "\"allocate\"", "\"allocate,,preempt\"",
	"\"reclaim, reclaim, reclaim\"", "\"binpack\"", "\"spread\""};

static const char *const others[] = {"null", "true", "false", "{}", "[]", "[{}]", "[[]]", "[null]",
	"{\"\":null}", "{\"a\":{}}", "{\"metadata\":{}}",
	"{\"metadata\":null,\"spec\":null,\"status\":null}", "{\"spec\":[]}", "{\"name\":\"a\"}",
	"{\"name\":null}", "[\"\"]", "[0]", "[\"a\",\"a\"]", "[{},{}]", "{\"a\":1,\"a\":2}",
	"{\"cpu\":\"1\"}", "{\"nvidia.com/gpu\":1}", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"};

#define ONE_OF(list, state) \
	str_of((list)[random_below(state, (int)(sizeof(list) / sizeof *(list)))])

struct str hostile_number(uint64_t *state)
{
	return random_below(state, 2) ? ONE_OF(counts, state) : ONE_OF(numbers, state);
}

struct str hostile_quantity(uint64_t *state)
{
	return random_below(state, 3) ? ONE_OF(amounts, state) : ONE_OF(quantities, state);
}

struct str hostile_time(uint64_t *state)
{
	return ONE_OF(times, state);
}

static struct str long_string(struct arena *a, uint64_t *state)
{
	static const int lengths[] = {63, 64, 253, 254, 256, 1023, 4096, 65536};
	static const char letters[] =
		"a/.-\x01"; /* the last one stands for a byte that is no UTF-8 */
	size_t n = (size_t)lengths[random_below(state, (int)(sizeof lengths / sizeof *lengths))];
	char letter = letters[random_below(state, 4 + (random_below(state, 20) == 0))];
	char *s = arena_alloc(a, n + 2);

	memset(s, letter == 1 ? '\xff' : letter, n + 2);
	s[0] = s[n + 1] = '"';
	return (struct str){s, n + 2};
}

struct str hostile_string(struct arena *a, uint64_t *state)
{
	return random_below(state, 10) == 0 ? long_string(a, state) : ONE_OF(strings, state);
}

struct str hostile_any(struct arena *a, uint64_t *state)
{
	switch (random_below(state, 6)) {
	case 0: return hostile_number(state);
	case 1: return hostile_quantity(state);
	case 2: return hostile_time(state);
	case 3: return hostile_string(a, state);
	default: return ONE_OF(others, state);
	}
}
