/* Tables of texts: names, numbers, kinds of resources, requirements on labels (rules/06 2.4). */
#include <math.h>

#include "cmd/snap-replay/model/names.h"
#include "cmd/snap-replay/model/numbers.h"
#include "cmd/snap-replay/model/pod_terms.h"
#include "cmd/snap-replay/model/selectors.h"
#include "load.h"

/* A text of n characters 'a', with end behind it. */
static struct str long_text(size_t n, const char *end)
{
	static char text[512];

	memset(text, 'a', n);
	memcpy(text + n, end, strlen(end) + 1);
	return str_of(text);
}

static void test_names(void)
{
	static const char *const good[] = {"a", "A1", "a-b_c.d", "0", "a.b/c", "a-1.b/C_d", "1/1"};
	static const char *const bad[] = {"", "-", "a-", ".a", "a b", "a/", "/a", "a//b", "a/b/c",
		"A/b", "a_b/c", "a..b/c", "-a/b", "a-/b", "a.-b/c", "a-.b/c", ".a/b", "a./b",
		"a/-b", "a/b-", "a@", "`", "{", "[", ":", "/", "a`/b", "a{/b", "a:/b"};

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ok(is_qualified_name(str_of(good[i])), "'%s' is a qualified name", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ok(!is_qualified_name(str_of(bad[i])), "'%s' is none", bad[i]);
	ok(is_qualified_name(long_text(63, "")) && !is_qualified_name(long_text(64, "")),
		"63 characters of a name");
	ok(is_qualified_name(long_text(253, "/a")) && !is_qualified_name(long_text(254, "/a")),
		"253 of a prefix");
	ok(is_label_value(STR("")) && is_label_value(STR("a.b")) && !is_label_value(STR("a/b")),
		"label values");
}

static void test_numbers(void)
{
	static const struct {
		const char *text;
		bool good;
		int64_t v;
	} whole[] = {{"0", true, 0}, {"-0", true, 0}, {"+7", true, 7}, {"-12", true, -12},
		{"9223372036854775807", true, INT64_MAX}, {"-9223372036854775808", true, INT64_MIN},
		{"9223372036854775808", false, 0}, {"-9223372036854775809", false, 0},
		{"18446744073709551615", false, 0}, {"18446744073709551616", false, 0},
		{"99999999999999999999", false, 0}, {"", false, 0}, {"-", false, 0},
		{"+", false, 0}, {"1.0", false, 0}, {" 1", false, 0}, {"1 ", false, 0},
		{"0x1", false, 0}, {"--1", false, 0}, {"1/", false, 0}, {"1:", false, 0}};
	static const struct {
		const char *text;
		bool good;
		double v;
	} real[] = {{"0.5", true, 0.5}, {"-1e3", true, -1000}, {"0x1p-2", true, 0.25},
		{"inf", true, INFINITY}, {"-INF", true, -INFINITY}, {"1e400", false, 0},
		{"", false, 0}, {"x", false, 0}, {" 1", false, 0}, {"1 ", false, 0},
		{"1,5", false, 0}, {"0.5x", false, 0}, {"e", false, 0}, {"+", false, 0}};
	static const char *const yes[] = {"1", "t", "T", "true", "True", "TRUE"};
	static const char *const no[] = {"0", "f", "F", "false", "False", "FALSE"};
	int64_t n = 0;
	double d = 0;
	bool b;

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
		bool good = parse_int64(str_of(whole[i].text), &n);

		ok(good == whole[i].good && (!good || n == whole[i].v), "'%s' as a whole number",
			whole[i].text);
	}
	for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
		bool good = parse_float64(str_of(real[i].text), &d);

		ok(good == real[i].good && (!good || d == real[i].v), "'%s' as a real number",
			real[i].text);
	}
	ok(parse_float64(STR("nan"), &d) && isnan(d), "NaN");
	ok(!parse_float64(STR("1\0002"), &d) && !parse_int64(STR("1\0002"), &n), "no zero bytes");
	for (size_t i = 0; i < 6; i++)
		ok(parse_bool(str_of(yes[i]), &b) && b && parse_bool(str_of(no[i]), &b) && !b,
			"%s and %s", yes[i], no[i]);
	ok(!parse_bool(STR("yes"), &b) && !parse_bool(STR(""), &b) && !parse_bool(STR("tRUE"), &b),
		"other texts are no truth values");
}

static void test_kinds(void)
{
	static const struct {
		const char *name;
		enum resource_kind kind;
	} kinds[] = {{"cpu", RES_CPU}, {"memory", RES_MEMORY}, {"nvidia.com/gpu", RES_GPU},
		{"amd.com/gpu", RES_GPU}, {"pods", RES_PODS}, {"ephemeral-storage", RES_BYTES},
		{"storage", RES_BYTES}, {"nvidia.com/mig-1g.5gb", RES_MIG},
		{"nvidia.com/mig-", RES_MIG}, {"hugepages-2Mi", RES_SCALAR},
		{"attachable-volumes-x", RES_SCALAR}, {"a.kubernetes.io/b", RES_SCALAR},
		{"example.com/a", RES_SCALAR}, {"gpu", RES_OTHER},
		{"requests.example.com/a", RES_OTHER}, {"example.com/", RES_OTHER}, {"", RES_OTHER},
		{"Example.com/a", RES_OTHER}, {"hugepages", RES_OTHER}, {"cpus", RES_OTHER}};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		ok(resource_kind(str_of(kinds[i].name)) == kinds[i].kind, "kind of '%s'",
			kinds[i].name);
	ok(resource_kind(long_text(244, ".com/a")) == RES_OTHER &&
			resource_kind(long_text(240, ".com/a")) == RES_SCALAR &&
			resource_kind(long_text(400, ".com/a")) == RES_OTHER,
		"'requests.' and the prefix have 253 characters at most");
	ok(gpu_round(0.125, 1) == 0.13 && gpu_round(0.333, 3) == 0.99 &&
			gpu_round(-0.125, 2) == -0.26,
		"fractions of GPUs are rounded to hundredths, halves away from zero");
	ok(gpus_as_reported(2.99) == 2 && gpus_as_reported(1) == 1 &&
			gpus_as_reported(0.999) == 1 && gpus_as_reported(0.125) == 0.13 &&
			gpus_as_reported(-3) == 0,
		"GPUs in reports");
}

static void test_slots(void)
{
	struct loaded l;
	const struct slots *s = &l.c.slots;

	ok(load_objects(&l,
		   "{'nodes':[{'metadata':{'name':'n'},'status':{'allocatable':{'a.com/b':'1','a.com/c':'1'}}}]}"),
		"a node");
	ok(slots_find(s, STR("cpu")) == SLOT_CPU && slots_find(s, STR("pods")) == SLOT_PODS &&
			slots_find(s, STR("a.com/c")) == 5 && slots_find(s, STR("a.com/d")) == -1,
		"slots by name");
	ok(slots_find(s, STR("nvidia.com/gpu")) == SLOT_GPU &&
			slots_find(s, STR("a.com/x_gpu")) == SLOT_GPU &&
			slots_find(s, STR("gpus")) == -1,
		"what ends in gpu is the GPUs");
	unload(&l);
}

/* ---- selectors ---- */

#define REQUIREMENT(key, op, values) "{'key':'" key "','operator':'" op "','values':[" values "]}"
#define NODE_TERMS(terms) \
	"'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[" terms \
	"]}}"
#define EXPRESSIONS(list) "{'matchExpressions':[" list "]}"
#define FIELDS(list) "{'matchFields':[" list "]}"

/* Does the pod with that spec fit on the node n with the labels one=1, text=abc, empty=? */
static bool node_matches(const char *spec)
{
	struct loaded l;
	struct strbuf b = {0};
	bool matches;

	strbuf_addf(&b,
		"{'nodes':[{'metadata':{'name':'n','labels':{'one':'1','text':'abc','empty':''}}}],"
		"'pods':[{'metadata':{'name':'p'},'spec':{%s}}]}",
		spec);
	load_objects(&l, b.s);
	matches = l.ok && node_affinity_matches(l.o.pods.items[0]->spec, l.o.nodes.items[0]);
	strbuf_free(&b);
	unload(&l);
	return matches;
}

static void test_node_affinity(void)
{
	static const struct {
		const char *term;
		bool matches;
	} cases[] = {{EXPRESSIONS(REQUIREMENT("one", "In", "'2','1'")), true},
		{EXPRESSIONS(REQUIREMENT("one", "In", "'2','3'")), false},
		{EXPRESSIONS(REQUIREMENT("none", "In", "'1'")), false},
		{EXPRESSIONS(REQUIREMENT("empty", "In", "''")), true},
		{EXPRESSIONS(REQUIREMENT("one", "NotIn", "'2','1'")), false},
		{EXPRESSIONS(REQUIREMENT("one", "NotIn", "'2'")), true},
		{EXPRESSIONS(REQUIREMENT("none", "NotIn", "'1'")), true},
		{EXPRESSIONS(REQUIREMENT("empty", "Exists", "")), true},
		{EXPRESSIONS(REQUIREMENT("none", "Exists", "")), false},
		{EXPRESSIONS(REQUIREMENT("one", "DoesNotExist", "")), false},
		{EXPRESSIONS(REQUIREMENT("none", "DoesNotExist", "")), true},
		{EXPRESSIONS(REQUIREMENT("one", "Gt", "'0'")), true},
		{EXPRESSIONS(REQUIREMENT("one", "Gt", "'1'")), false},
		{EXPRESSIONS(REQUIREMENT("one", "Lt", "'2'")), true},
		{EXPRESSIONS(REQUIREMENT("one", "Lt", "'1'")), false},
		{EXPRESSIONS(REQUIREMENT("text", "Gt", "'0'")), false},
		{EXPRESSIONS(REQUIREMENT("none", "Lt", "'2'")), false},
		{EXPRESSIONS(REQUIREMENT("one", "Exists", "'1'")), false},
		{EXPRESSIONS(REQUIREMENT("one", "exists", "")), false},
		{EXPRESSIONS(
			 REQUIREMENT("one", "Exists", "") "," REQUIREMENT("none", "Exists", "")),
			false},
		{EXPRESSIONS(
			 REQUIREMENT("one", "Exists", "") "," REQUIREMENT("text", "Exists", "")),
			true},
		{FIELDS(REQUIREMENT("metadata.name", "In", "'n'")), true},
		{FIELDS(REQUIREMENT("metadata.name", "In", "'m'")), false},
		{FIELDS(REQUIREMENT("metadata.name", "NotIn", "'m'")), true},
		{FIELDS(REQUIREMENT("metadata.name", "NotIn", "'n'")), false},
		{FIELDS(REQUIREMENT("metadata.name", "In", "'n','m'")), false},
		{FIELDS(REQUIREMENT("metadata.name", "Exists", "")), false},
		{FIELDS(REQUIREMENT("other", "In", "''")), true},
		{FIELDS(REQUIREMENT("other", "NotIn", "'x'")), true},
		{FIELDS(REQUIREMENT("metadata.name", "In", "'n'") "," REQUIREMENT(
			 "metadata.name", "In", "'m'")),
			false},
		{"{}", false}, {"", false},
		{"{}," EXPRESSIONS(REQUIREMENT("one", "Exists", "")), true},
		{EXPRESSIONS(REQUIREMENT("one", "In", "")) "," FIELDS(
			 REQUIREMENT("metadata.name", "In", "'n'")),
			true},
		{"{'matchExpressions':[" REQUIREMENT("one", "Exists",
			 "") "],'matchFields':[" REQUIREMENT("metadata.name", "In", "'m'") "]}",
			false}};
	char spec[1024];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		snprintf(spec, sizeof spec, "'affinity':{" NODE_TERMS("%s") "}", cases[i].term);
		ok(node_matches(spec) == cases[i].matches, "%s", cases[i].term);
	}
	ok(node_matches("") && node_matches("'affinity':{'nodeAffinity':{}}"), "no selector");
	ok(node_matches("'nodeSelector':{'one':'1','empty':''}"), "a node selector");
	ok(!node_matches("'nodeSelector':{'one':'1','text':'1'}") &&
			!node_matches("'nodeSelector':{'none':''}"),
		"all labels of it count, and have to be there");
	ok(!node_matches("'nodeSelector':{'one':'2'},'affinity':{" NODE_TERMS(
		   EXPRESSIONS(REQUIREMENT("one", "Exists", ""))) "}"),
		"both selector and affinity count");
}

/* Does the term, of the pod x/a, select the pod x/b with the label k=v? */
static bool selects(const char *term)
{
	struct loaded l;
	struct strbuf b = {0};
	bool matches;

	strbuf_addf(&b,
		"{'pods':[{'metadata':{'name':'a','namespace':'x'},'spec':{'affinity':{'podAffinity':"
		"{'requiredDuringSchedulingIgnoredDuringExecution':[{%s}]}}}},"
		"{'metadata':{'name':'b','namespace':'x','labels':{'k':'v'}}}]}",
		term);
	load_objects(&l, b.s);
	matches = l.ok &&
		pod_terms_match(&l.o.pods.items[0]->spec->affinity, l.o.pods.items[0]->meta.ns,
			l.o.pods.items[1]);
	strbuf_free(&b);
	unload(&l);
	return matches;
}

#define K_IS_V "'labelSelector':{'matchLabels':{'k':'v'}}"

static void test_pod_terms(void)
{
	ok(selects(K_IS_V), "a label in the own namespace");
	ok(!selects("'labelSelector':{'matchLabels':{'k':'w'}}"), "another label");
	ok(!selects(""), "no selector selects nothing");
	ok(selects("'labelSelector':{}"), "an empty one everything");
	ok(selects(K_IS_V ",'namespaces':['y','x']"), "named namespaces");
	ok(!selects(K_IS_V ",'namespaces':['y','z']"), "other namespaces");
	ok(selects(K_IS_V ",'namespaces':['y'],'namespaceSelector':{}"), "or selected ones");
	ok(selects(K_IS_V ",'namespaceSelector':{}"), "an empty selector selects all namespaces");
	ok(!selects(K_IS_V ",'namespaceSelector':{'matchLabels':{'a':'b'}}"),
		"with a selector the own namespace is not meant; namespaces have no labels");
	ok(!selects("'labelSelector':{'matchExpressions':[" REQUIREMENT("k", "Gt", "'1'") "]}"),
		"an invalid selector");
	ok(!selects("'labelSelector':{'matchExpressions':[" REQUIREMENT(
		   "-k", "DoesNotExist", "") "," REQUIREMENT("k", "Exists", "") "]}"),
		"a selector whose first requirement is invalid");
}

static void test_domains(void)
{
	struct loaded l;
	struct arena a = {0};
	struct domains d;

	ok(load_objects(&l,
		   "{'nodes':[{'metadata':{'name':'a','labels':{'z':'1','r':'1'}}},{'metadata':{'name':'b','labels':{'z':'1','r':'2'}}},"
		   "{'metadata':{'name':'c','labels':{'z':'2'}}}],'pods':[{'metadata':{'name':'p'},'spec':{'affinity':{'podAffinity':{"
		   "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'z'},{'topologyKey':'z'}]},'podAntiAffinity':{"
		   "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'r'}],'preferredDuringSchedulingIgnoredDuringExecution':"
		   "[{'weight':1,'podAffinityTerm':{'topologyKey':'host'}}]}}}},{'metadata':{'name':'q'},'spec':{'affinity':{'podAffinity':{"
		   "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'r'}]}}}}]}"),
		"nodes and terms");
	const struct node *n = l.c.nodes;
	struct str z = objects_intern(&l.o, STR("z")), r = objects_intern(&l.o, STR("r")),
		   host = objects_intern(&l.o, STR("host"));

	ok(domains_open(&d, &l.c, &a, REQUIRED_TERMS) && d.n_keys == 2 && d.count == 4,
		"two keys, four domains");
	ok(domain_at(&d, z, &n[0]) == 0 && domain_at(&d, z, &n[1]) == 0 &&
			domain_at(&d, z, &n[2]) == 1 && domain_at(&d, r, &n[0]) == 2 &&
			domain_at(&d, r, &n[1]) == 3 && domain_at(&d, r, &n[2]) == -1,
		"a number for each value of each key");
	ok(!domains_of_key(&d, host), "no required term has the third key");
	ok(domains_open(&d, &l.c, &a, PREFERRED_TERMS) && d.n_keys == 1 && d.count == 0 &&
			domain_at(&d, host, &n[0]) == -1,
		"a preferred one has it, and no node");
	unload(&l);
	load_objects(&l, "{'pods':[{'metadata':{'name':'p'}}]}");
	ok(!domains_open(&d, &l.c, &a, REQUIRED_TERMS), "no terms");
	arena_free(&a);
	unload(&l);
}

static void test_warnings(void)
{
	struct warnings w = {0};
	char text[600];

	memset(text, 'x', 599);
	text[599] = 0;
	for (int i = 0; i < 20; i++)
		warn_input(&w, STR("first"), "warning %d", i);
	warn_input(&w, STR("second"), "warning %d", 7);
	warn_doubt(&w, STR("third"), "advice", "warning %d", 7);
	warn_unsupported(&w, STR("warning 7"), STR("fourth"));
	warn_input(&w, STR(""), "%s", text);
	ok(w.n == 23 && w.items[7].count == 2 && w.items[6].count == 1 &&
			str_eq(w.items[7].where, STR("first")) && w.items[22].what.n == 511,
		"equal warnings of one kind are counted");
	ok(w.items[20].kind == WARNING_DOUBT && str_eq(w.items[20].advice, STR("advice")) &&
			w.items[21].kind == WARNING_UNSUPPORTED && w.items[21].advice.n == 0,
		"others are apart");
	warnings_free(&w);
}

int main(void)
{
	test_names();
	test_numbers();
	test_kinds();
	test_slots();
	test_node_affinity();
	test_pod_terms();
	test_domains();
	test_warnings();
	return tap_end();
}
