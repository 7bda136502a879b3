/* The registry, scenario generators, resource claims without DRA, and numbers as Go reads them. */
#include <math.h>

#include "cmd/snap-replay/model/numbers.h"
#include "cmd/snap-replay/plugins/proportion/proportion.h"
#include "fixture.h"
#include "cmd/snap-replay/session/plugin.h"

static void inert(void)
{
	static const struct session none;
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS,
		"{'name':'snapshot'},{'name':'reflectjoborder'},{'name':'topology'},{'name':'numa'}",
		"'nodes':[]");
	ok(memcmp(&f.session.hooks, &none.hooks, sizeof none.hooks) == 0,
		"plugins without a replay register nothing");
	fixture_close(&f);
}

static void registry(void)
{
	static const char raw[] = "'nodes':[]";
	struct fixture f;

	ok(plugin_find(STR("proportion")) && plugin_find(STR("proportion"))->open,
		"proportion is known");
	ok(plugin_find(STR("snapshot")), "snapshot is known");
	ok(!plugin_find(STR("proportio")) && !plugin_find(STR("")), "others are unknown");
	fixture_open(&f, FIXTURE_PARAMS,
		"{'name':'sg-multinodegang'},{'name':'sg-nodelocalgreedy'},{'name':'sg-multinodegang'},{'name':'nonsense'}",
		raw);
	ok(f.session.n_generators == 2 && strcmp(f.session.generators[0], "MultiNodeGang") == 0 &&
			strcmp(f.session.generators[1], "NodeLocalGreedy") == 0,
		"generators register once, in the order of the configuration");
	ok(f.warnings.n == 1 && str_eq(f.warnings.items[0].where, STR("nonsense")),
		"an unknown plugin is warned about");
	fixture_close(&f);
}

static void claims_without_dra(void)
{
	static const char raw[] =
		"'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'pods':'9'}}}],"
		"'pods':[{'metadata':{'name':'p','namespace':'n','uid':'p'},'spec':{'resourceClaims':[{'name':'one','resourceClaimName':'c1'},"
		"{'name':'two','resourceClaimTemplateName':'t'}],'containers':[{'name':'c'}]},'status':{'phase':'Pending'}}]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'dynamicresources'}", raw);
	is_text(fixture_refusal(&f, "n/p", "n1"),
		"pod n/p cannot be scheduled, it references resource claims <one, two> while dynamic resource allocation is not "
		"available in the cluster");
	fixture_close(&f);
}

static void integers(void)
{
	static const struct {
		const char *text;
		bool good;
		int64_t value;
	} table[] = {
		{"0", true, 0},
		{"+7", true, 7},
		{"-12", true, -12},
		{"9223372036854775807", true, INT64_MAX},
		{"", false, 0},
		{"-", false, 0},
		{" 1", false, 0},
		{"9223372036854775808", false, 0},
		{"1.0", false, 0},
		{"0x10", false, 0},
		{"007", true, 7},
		{"-9223372036854775808", true, INT64_MIN},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int64_t v = 0;

		ok(parse_int64(str_of(table[i].text), &v) == table[i].good && v == table[i].value,
			"integer \"%s\"", table[i].text);
	}
}

static void floats(void)
{
	static const char *const bad[] = {"", " 1", "1 ", "1e400", "abc", "1,5", "--1"};
	double v = 0;

	ok(parse_float64(STR("0.3"), &v) && v == 0.3, "0.3");
	ok(parse_float64(STR("-1e3"), &v) && v == -1000, "-1e3");
	ok(parse_float64(STR("Inf"), &v) && isinf(v), "Inf");
	ok(parse_float64(STR("inf"), &v) && isinf(v), "inf");
	ok(parse_float64(STR("-INF"), &v) && isinf(v), "-INF");
	ok(!parse_float64(STR("1e999"), &v), "no infinity by size");
	ok(parse_float64(STR("NaN"), &v) && isnan(v), "NaN");
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ok(!parse_float64(str_of(bad[i]), &v), "no number: \"%s\"", bad[i]);
}

/* What proportion makes of its arguments (rules/05 2). */
static void proportion_arguments(void)
{
	static const struct {
		const char *arguments;
		double k, multiplier;
		int warnings;
	} table[] = {
		{"", 1, 1, 0},
		{"'kValue':'0.25'", 0.25, 1, 0},
		{"'kValue':'0'", 0, 1, 1},
		{"'kValue':'-2'", 0, 1, 1},
		{"'kValue':'x'", 1, 1, 1},
		{"'relcaimerSaturationMultiplier':'1'", 1, 1, 0},
		{"'relcaimerSaturationMultiplier':'1.5'", 1, 1.5, 0},
		{"'relcaimerSaturationMultiplier':'0.99'", 1, 1, 1},
		{"'relcaimerSaturationMultiplier':'x'", 1, 1, 1},
		{"'kValue':'3','relcaimerSaturationMultiplier':'2'", 3, 2, 0},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		const struct proportion *p;
		struct fixture f;
		char text[128];

		snprintf(text, sizeof text, "{'name':'proportion','arguments':{%s}}",
			table[i].arguments);
		fixture_open(&f, FIXTURE_PARAMS, text, "'nodes':[]");
		p = f.session.hooks.queue_order.items[0].state;
		ok(p->k == table[i].k && p->multiplier == table[i].multiplier &&
				f.warnings.n == table[i].warnings,
			"{%s}: k %g, multiplier %g, %d warnings", table[i].arguments, p->k,
			p->multiplier, f.warnings.n);
		fixture_close(&f);
	}
}

int main(void)
{
	registry();
	inert();
	proportion_arguments();
	claims_without_dra();
	integers();
	floats();
	return tap_end();
}
