/* JSON to objects: Go's decoding rules, missing parts, times, quantities, specs that are shared. */
#include "load.h"

static bool reads(const char *json)
{
	struct loaded l = {0};
	bool ok = test_read(&l, json, false);

	unload(&l);
	return ok;
}

/* The error's text for a document with these raw objects, or "" when it is read. */
static const char *error_of(const char *objects)
{
	static char text[1200];
	struct loaded l = {0};

	load_objects(&l, objects);
	snprintf(text, sizeof text, "%s%s%s", l.e.what, l.e.why[0] ? ": " : "", l.e.why);
	unload(&l);
	return text;
}

static bool says(const char *text, const char *part)
{
	bool found = strstr(text, part) != NULL;

	if (!found)
		printf("# '%s' is not in '%s'\n", part, text);
	return found;
}

static void test_documents(void)
{
	struct loaded l = {0};

	ok(reads("{'schedulerParams':{'partitionParams':{}},'rawObjects':{}}"),
		"the smallest snapshot");
	ok(!reads("null"), "null is no snapshot");
	ok(!reads("{}"), "nothing in it");
	ok(!reads("{'schedulerParams':{},'rawObjects':null}"), "rawObjects null");
	ok(!reads("{'schedulerParams':null,'rawObjects':{}}"), "schedulerParams null");
	ok(!reads("{'schedulerParams':{},'rawObjects':{}} x"), "something behind it");
	ok(!reads("{'schedulerParams':{},'rawObjects':{'pods':[{"), "cut off");
	ok(!reads("{'schedulerParams':{},'rawObjects':{'pods':[null]}}"), "a null object");
	ok(reads("{'schedulerParams':{},'rawObjects':{'pods':null,'nodes':[],'unknown':[1,{}]}}"),
		"null and unknown lists");
	ok(test_read(&l, "{'config':null,'schedulerParams':{},'rawObjects':{}}", false) &&
			!l.o.config.present && l.o.config.n_plugins == 20 &&
			warned(&l, "built-in defaults"),
		"config null: the defaults, with a warning");
	ok(str_eq(l.o.config.plugins[14].name, STR("nodeplacement")) &&
			str_eq(*labels_get(&l.o.config.plugins[14].arguments, STR("gpu")),
				STR("binpack")),
		"nodeplacement packs by default");
	unload(&l);
}

static void test_config(void)
{
	struct loaded l = {0};

	ok(test_read(&l,
		   "{'rawObjects':{},'schedulerParams':{'partitionParams':{'nodePoolLabelKey':'a/b','NodePoolLabelValue':'x'},"
		   "'stuckInReleasingThreshold':5,'fullHierarchyFairness':true},'config':{'actions':' allocate , reclaim','tiers':[{'plugins':["
		   "{'name':'a','arguments':{'k':'v','b':'c'}}]},{'plugins':[{'name':'b'}]}],'queueDepthPerAction':{'reclaim':7},"
		   "'scenarioSearchBudgets':{'maxActionSearchDuration':{'default':'1m','reclaim':'2s'},'maxJobSearchDuration':'1h'}}}",
		   false),
		"a configuration behind the objects");
	ok(str_eq(l.o.config.actions, STR(" allocate , reclaim")), "actions as written");
	ok(l.o.config.n_plugins == 2 && str_eq(l.o.config.plugins[1].name, STR("b")),
		"plugins of all tiers in order");
	ok(str_eq(l.o.config.plugins[0].arguments.items[0].key, STR("b")),
		"arguments in key order");
	ok(l.o.config.n_depths == 1 && l.o.config.depths[0].depth == 7, "depth of a queue");
	ok(l.o.config.n_action_budgets == 2 && l.o.config.action_budgets[1].ns == 2000000000 &&
			l.o.config.max_job_search == 3600000000000,
		"search budgets");
	ok(l.o.config.has_max_job_search && !l.o.config.has_min_job_search, "an absent budget");
	ok(str_eq(l.o.params.pool_label_key, STR("a/b")), "keys match regardless of case");
	ok(l.o.params.stuck_in_releasing == 5 && l.o.params.full_hierarchy &&
			!l.o.params.restrict_nodes,
		"parameters");
	unload(&l);
	ok(test_read(&l, "{'schedulerParams':{},'rawObjects':{},'config':{}}", false) &&
			l.o.config.present && l.o.config.actions.p && !l.o.config.actions.n,
		"a configuration without actions has an empty list of them");
	unload(&l);
	ok(!reads("{'schedulerParams':{},'rawObjects':{},'config':{'tiers':[{'plugins':[{'name':'a','arguments':{'k':1}}]}]}}"),
		"an argument that is a number");
	ok(!reads("{'schedulerParams':{},'rawObjects':{},'config':{'scenarioSearchBudgets':{'maxActionSearchDuration':{'a':null}}}}"),
		"a null in a map of durations");
	ok(!reads("{'schedulerParams':{'partitionParams':{'NodePoolLabelKey':'k','NodePoolLabelValue':'-'}},'rawObjects':{}}") &&
			reads("{'schedulerParams':{'partitionParams':{'NodePoolLabelKey':'','NodePoolLabelValue':'-'}},'rawObjects':{}}"),
		"a node pool value that is no label value, which matters if there is a key");
	ok(!reads("{'schedulerParams':{'partitionParams':{'NodePoolLabelKey':'-'}},'rawObjects':{}}"),
		"a node pool key that is no label key");
}

/* Reads text as the creation time of a node. */
static bool reads_time(const char *text, struct instant *t)
{
	char json[128];
	struct loaded l = {0};
	bool read;

	snprintf(json, sizeof json, "{'nodes':[{'metadata':{'creationTimestamp':'%s'}}]}", text);
	read = load_objects(&l, json);
	if (read)
		*t = l.o.nodes.items[0]->meta.creation;
	unload(&l);
	return read;
}

/* The usual form is read by a way of its own, which has to agree with rfc3339_parse. */
static bool same_time(const char *text)
{
	struct instant own = TIME_ZERO, full = TIME_ZERO;
	bool read = reads_time(text, &own), parsed = rfc3339_parse(str_of(text), &full);
	bool same = read == parsed && (!parsed || instant_cmp(own, full) == 0);

	if (!same)
		printf("# %s: read %d %lld, rfc3339_parse %d %lld\n", text, read,
			(long long)own.sec, parsed, (long long)full.sec);
	return same;
}

static void test_times(void)
{
	static const char some[] = "2026-03-02T13:14:15Z", instead[] = "0123469-:TZx";
	static const int years[] = {1, 1969, 1970, 1972, 2000, 2023, 2024, 2100, 2400, 9999};
	int different = 0;
	char text[64];

	for (size_t y = 0; y < sizeof years / sizeof *years; y++)
		for (int month = 0; month <= 13; month++)
			for (int day = 0; day <= 32; day += 1 + 26 * (day == 1)) {
				snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:00:59Z", years[y],
					month, day, (month + day) % 25);
				different += !same_time(text);
			}
	ok(different == 0, "days of all months: %d differ", different);
	different = 0;
	for (size_t i = 0; i < sizeof some - 1; i++)
		for (size_t k = 0; k < sizeof instead - 1; k++) {
			memcpy(text, some, sizeof some);
			text[i] = instead[k];
			different += !same_time(text);
		}
	ok(different == 0, "times with one other character: %d differ", different);
	ok(same_time("2026-03-02T23:59:59Z") && same_time("2026-03-02T24:00:00Z") &&
			same_time("2026-03-02T13:60:00Z") && same_time("2026-03-02T13:00:60Z"),
		"the last second of a day and of an hour, and those behind");
}

static void test_types(void)
{
	ok(says(error_of("{'pods':[{'metadata':{'name':5}}]}"), "rawObjects.pods[0].metadata.name"),
		"the path of a wrong type");
	ok(says(error_of(
			"{'pods':[{'spec':{'containers':[{'resources':{'requests':{'cpu':'x'}}}]}}]}"),
		   "(rawObjects.pods[0].spec.containers[0].resources.requests.cpu)"),
		"the path of a bad quantity in a spec");
	ok(says(error_of("{'pods':[{'spec':{'volumes':[{'configMap':{'name':5}}]}}]}"),
		   "(rawObjects.pods[0].spec.volumes[0].configMap.name)"),
		"and in a volume");
	ok(says(error_of("{'nodes':[{'status':{'allocatable':{'cpu':'\\u00011'}}}]}"), "cpu"),
		"a quantity behind a character that is no blank");
	ok(says(error_of("{'podGroups':[{'spec':{'minMember':1.0}}]}"), "minMember"),
		"1.0 is not an integer");
	ok(says(error_of("{'podGroups':[{'spec':{'minMember':1e3}}]}"), "minMember"), "nor is 1e3");
	ok(says(error_of("{'podGroups':[{'spec':{'minMember':2147483648}}]}"), "minMember"),
		"nor 2^31");
	ok(says(error_of("{'podGroups':[{'spec':{'minMember':'1'}}]}"), "minMember"),
		"a text for a number");
	ok(says(error_of("{'queues':[{'spec':{'reclaimMinRuntime':5}}]}"), "reclaimMinRuntime"),
		"a number for a duration");
	ok(says(error_of("{'queues':[{'spec':{'reclaimMinRuntime':'5'}}]}"), "reclaimMinRuntime"),
		"a duration without unit");
	ok(says(error_of("{'nodes':[{'metadata':{'creationTimestamp':'2026-13-01T00:00:00Z'}}]}"),
		   "creationTimestamp"),
		"a bad time");
	ok(says(error_of(
			"{'nodes':[{'metadata':{'creationTimestamp':'\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"
			"\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000'}}]}"),
		   "creationTimestamp"),
		"20 zero bytes for a time");
	ok(says(error_of("{'nodes':[{'metadata':{'labels':{'a':1}}}]}"), "labels"),
		"a number for a label");
	ok(says(error_of("{'nodes':{}}"), "nodes"), "an object for a list");
	ok(*error_of(
		   "{'pods':[{'metadata':null,'spec':null,'status':null}],'nodes':[{'metadata':{'name':null,'labels':null},"
		   "'spec':{'taints':null,'unschedulable':null},'status':{'allocatable':{'cpu':null},'conditions':null}}],"
		   "'podGroups':[{'spec':{'minMember':null,'subGroups':null,'preemptionDelay':null,'topologyConstraint':null}}],"
		   "'queues':[{'spec':{'priority':null,'resources':{'gpu':null},'preemptMinRuntime':null}}]}") ==
			'\0',
		"null nearly everywhere");
}

static void test_values(void)
{
	struct loaded l;
	const struct node_object *n;

	ok(load_objects(&l,
		   "{'nodes':[{'METADATA':{'Name':'n','labels':{'b':'1','a':'2','b':'3','e':null,'z':'4'}},'status':{'allocatable':"
		   "{'cpu':' 1500m ','memory':1024,'pods':'1e1'}}}],'pods':[{'metadata':{'name':'p','labels':{'app':'x','b':'y','y':'z'}},'spec':{'nodeSelector':{"
		   "'a':'2','b':'3','e':''}}}],'queues':[{'metadata':{'name':'q','labels':{'z':'4','y':'5'}}}]}"),
		"a node, a pod, a queue");
	n = l.o.nodes.items[0];
	ok(str_eq(n->meta.name, STR("n")), "keys of structs in any case");
	ok(n->meta.labels.n == 3 && str_eq(*labels_get(&n->meta.labels, STR("b")), STR("3")),
		"of a repeated label the last counts");
	ok(labels_get(&n->meta.labels, STR("e")) && labels_get(&n->meta.labels, STR("e"))->n == 0,
		"a null label is empty");
	ok(!labels_get(&n->meta.labels, STR("z")) && l.o.queues.items[0]->meta.labels.n == 2,
		"labels of nodes that nothing asks for are not kept");
	ok(l.o.pods.items[0]->meta.labels.n == 2 &&
			labels_get(&l.o.pods.items[0]->meta.labels, STR("app")),
		"nor those of pods");
	ok(quantity_milli(n->allocatable.items[0].quantity) == 1500, "blanks around a quantity");
	ok(quantity_value(n->allocatable.items[1].quantity) == 1024, "a number for a quantity");
	ok(quantity_value(n->allocatable.items[2].quantity) == 10, "an exponent");
	ok(instant_is_zero(n->meta.creation) && instant_is_zero(n->meta.deletion), "absent times");
	unload(&l);

	ok(load_objects(&l,
		   "{'pods':[{'metadata':{'name':'a','creationTimestamp':'2026-01-02T03:04:05Z','deletionTimestamp':"
		   "'2027-01-01T00:00:00Z'},'status':{'startTime':'2026-01-02T03:05:00Z','conditions':[{'lastTransitionTime':"
		   "'2026-01-31T00:00:00.5+01:00'}]}}]}"),
		"a pod");
	ok(l.o.newest.sec == 1769814000 && l.o.newest.nsec == 500000000,
		"the newest time, but for deletions");
	ok(l.o.pods.items[0]->meta.creation.sec == 1767323045, "a creation time");
	unload(&l);
}

static void test_duplicates(void)
{
	struct loaded l;

	ok(load_objects(&l,
		   "{'pods':[{'metadata':{'name':'a','namespace':'x','uid':'1'}},{'metadata':{'name':'a','namespace':'x','uid':'2'}},"
		   "{'metadata':{'name':'a','namespace':'y','uid':'3'}}],'nodes':[{'metadata':{'name':'n','namespace':'x'}}]}"),
		"doubles");
	ok(l.o.pods.n == 2 && str_eq(l.o.pods.items[0]->meta.uid, STR("1")),
		"the first of one name counts");
	ok(warned(&l, "several pods"), "and it is said");
	ok(l.o.nodes.n == 0 && warned(&l, "namespace"), "a node with a namespace is left out");
	unload(&l);
}

#define SPEC \
	"'schedulerName':'kai','tolerations':[{'key':'k','operator':'Exists'}],'volumes':[{'name':'%s','emptyDir':{}}]," \
	"'containers':[{'name':'c','volumeMounts':[{'name':'%s'}],'resources':{'requests':{'cpu':'%s'}}}]"

static void test_specs(void)
{
	struct loaded l;
	struct strbuf b = {0};

	strbuf_addf(&b, "{'pods':[{'metadata':{'name':'a'},'spec':{'nodeName':'n1'," SPEC "}},",
		"v", "v", "1");
	strbuf_addf(
		&b, "{'metadata':{'name':'b'},'spec':{'nodeName':'n2'," SPEC "}},", "v", "v", "1");
	strbuf_addf(&b, "{'metadata':{'name':'c'},'spec':{" SPEC "}},", "w", "w", "1000m");
	strbuf_addf(&b, "{'metadata':{'name':'d'},'spec':{" SPEC "}}]}", "v", "v", "2");
	ok(load_objects(&l, b.s), "four pods");
	ok(l.o.pods.items[0]->spec == l.o.pods.items[1]->spec,
		"pods of one text share a spec, whatever their node");
	ok(str_eq(l.o.pods.items[1]->node_name, STR("n2")), "nodes are apart");
	ok(l.o.pods.items[0]->spec == l.o.pods.items[2]->spec, "so do pods of equal content");
	ok(l.o.pods.items[0]->spec != l.o.pods.items[3]->spec && l.o.n_specs == 3,
		"another request is another spec, beside that of a pod without any");
	unload(&l);
	strbuf_free(&b);

	ok(load_objects(&l,
		   "{'pods':[{'metadata':{'name':'a'},'spec':{'nodeSelector':{}}},{'metadata':{'name':'b'},'spec':{}},"
		   "{'metadata':{'name':'c'},'spec':{'affinity':{}}},{'metadata':{'name':'d'},'spec':{'affinity':null}},"
		   "{'metadata':{'name':'e'},'spec':{'affinity':{'podAffinity':{}}}},{'metadata':{'name':'f'},'spec':{'tolerations':[]}}]}"),
		"signatures");
	struct str s[6];

	for (int i = 0; i < 6; i++)
		s[i] = l.o.pods.items[i]->spec->signature;
	ok(!str_same(s[0], s[1]), "an absent node selector differs from an empty one");
	ok(!str_same(s[1], s[2]) && str_same(s[1], s[3]),
		"an absent affinity differs from an empty one, not from null");
	ok(!str_same(s[2], s[4]), "an empty pod affinity differs from none");
	ok(!str_same(s[1], s[5]), "absent tolerations differ from an empty list");
	unload(&l);
}

static void test_selectors(void)
{
	struct loaded l;
	const struct pod_spec *s;

	ok(load_objects(&l,
		   "{'pods':[{'metadata':{'name':'a'},'spec':{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
		   "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'k','operator':'Gt','values':['5']},{'key':'k','operator':'Gt','values':['-5']},"
		   "{'key':'k','operator':'In'},{'key':'k','operator':'Exists'},{'key':'-k','operator':'Exists'}],"
		   "'matchFields':[{'key':'metadata.name','operator':'In','values':['n']},{'key':'x','operator':'Exists'}]}]}},"
		   "'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'z','labelSelector':{'matchLabels':{'a':'b'},"
		   "'matchExpressions':[{'key':'c','operator':'Gt','values':['1']}]},'namespaces':['x']}]}}}}]}"),
		"terms");
	s = l.o.pods.items[0]->spec;
	ok(s->node_affinity.present && s->node_affinity.n == 1 &&
			s->node_affinity.items[0].n_expressions == 5,
		"node terms");
	const struct requirement *r = s->node_affinity.items[0].expressions;

	ok(r[0].valid && r[0].op == OP_GT, "Gt 5");
	ok(!r[1].valid, "Gt -5 is no label value");
	ok(!r[2].valid, "In without values");
	ok(r[3].valid && !r[4].valid, "keys must be qualified names");
	ok(s->node_affinity.items[0].fields[0].valid && !s->node_affinity.items[0].fields[1].valid,
		"fields take In and NotIn");
	ok(s->anti_affinity.n == 1 && s->anti_affinity.items[0].selector->n == 2 &&
			!s->anti_affinity.items[0].selector->valid,
		"label selectors do not know Gt");
	ok(!s->anti_affinity.items[0].namespace_selector &&
			s->anti_affinity.items[0].n_namespaces == 1,
		"an absent selector is nil");
	ok(s->affinity.n == 0 && s->preferred_affinity.n == 0, "no other terms");
	unload(&l);
}

static void test_config_maps(void)
{
	struct loaded l;
	const struct pod_spec *s;

	ok(load_objects(&l,
		   "{'pods':[{'metadata':{'name':'a'},'spec':{'volumes':[{'name':'v','configMap':{'name':'m2'}},"
		   "{'name':'w','configMap':{'name':'unmounted'}},{'name':'p','projected':{'sources':[{'configMap':{'name':'m1'}},"
		   "{'configMap':{'name':'maybe','optional':true}},{'secret':{'name':'s'}}]}},{'name':'d','persistentVolumeClaim':{'claimName':'c'}}],"
		   "'containers':[{'volumeMounts':[{'name':'v'},{'name':'d'}],'ports':[{'hostPort':80},{'containerPort':5}],"
		   "'env':[{'valueFrom':{'configMapKeyRef':{'name':'m3'}}},{'valueFrom':{'secretKeyRef':{'name':'x'}}},{}],"
		   "'envFrom':[{'configMapRef':{'name':'m1'}},{'configMapRef':{'name':'m4','optional':true}}]}],"
		   "'initContainers':[{'volumeMounts':[{'name':'p'}],'ports':[{'hostPort':81}]},{'restartPolicy':'Always',"
		   "'ports':[{'hostPort':82,'hostIP':'1.2.3.4','protocol':'UDP'}]}]}}]}"),
		"config maps");
	s = l.o.pods.items[0]->spec;
	ok(s->n_config_maps == 3 && str_eq(s->config_maps[0], STR("m1")) &&
			str_eq(s->config_maps[2], STR("m3")),
		"required ones, sorted, once");
	ok(s->n_volumes == 1 && s->volumes[0].is_claim && str_eq(s->volumes[0].claim, STR("c")),
		"volumes with a claim");
	ok(s->n_ports == 2 && s->ports[0].port == 82 && s->ports[1].port == 80,
		"host ports of sidecars, then containers");
	ok(str_eq(s->ports[0].ip, STR("1.2.3.4")) && str_eq(s->ports[1].ip, STR("0.0.0.0")) &&
			str_eq(s->ports[1].protocol, STR("TCP")),
		"addresses and protocols");
	unload(&l);
}

static bool gates(const char *rest, bool dra, bool nrt)
{
	struct loaded l = {0};
	struct strbuf b = {0};
	bool as_wanted;

	strbuf_addf(&b,
		"{'schedulerParams':{},'rawObjects':{'deviceClasses':[{'metadata':{'name':'d'}}]}%s}",
		rest);
	as_wanted = test_read(&l, b.s, false) && l.o.dra_gate == dra && l.o.nrt_gate == nrt;
	strbuf_free(&b);
	unload(&l);
	return as_wanted;
}

#define DISCOVERY(minor, groups) \
	",'discovery':{'serverVersion':{'major':'1','minor':'" minor "'},'resources':[" groups "]}"

static void test_gates(void)
{
	ok(gates("", true, false), "no discovery: made up out of the objects");
	ok(gates(",'discovery':null", true, false), "null discovery: the same");
	ok(gates(",'discovery':{}", false, false), "empty discovery: off");
	ok(gates(DISCOVERY("33+", "{'groupVersion':'resource.k8s.io/v1'}"), true, false),
		"1.33+ with v1");
	ok(gates(DISCOVERY("25", "{'groupVersion':'resource.k8s.io/v1'}"), false, false),
		"1.25 is too old");
	ok(gates(DISCOVERY("33", "{'groupVersion':'resource.k8s.io/v1alpha3'}"), false, false),
		"alpha only");
	ok(gates(DISCOVERY("33",
			 "{'groupVersion':'resource.k8s.io/v1beta2'},{'groupVersion':'topology.node.k8s.io/v1alpha2'}"),
		   true, true),
		"beta, and resource topologies");
	ok(gates(DISCOVERY("33", "{'groupVersion':'resource.k8s.io/v1'},{'groupVersion':'a/b/c'}"),
		   false, false),
		"a bad group: both off");
	static const char *const good[] = {"v0", "v1", "v12", "v1beta1", "v1beta12", "v2beta0"};
	static const char *const bad[] = {"", "v", "1", "vbeta1", "v0beta9", "v1beta0", "v1beta",
		"v1beta1x", "v1x", "v1alpha1", "v2alpha1", "v1gamma1", "w1"};
	char text[128];

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		snprintf(text, sizeof text,
			DISCOVERY("26", "{'groupVersion':'resource.k8s.io/%s'}"), good[i]);
		ok(gates(text, true, false), "%s is new enough", good[i]);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(text, sizeof text,
			DISCOVERY("26", "{'groupVersion':'resource.k8s.io/%s'}"), bad[i]);
		ok(gates(text, false, false), "'%s' is not", bad[i]);
	}
	ok(gates(",'discovery':{'serverVersion':null,'resources':[{'groupVersion':'resource.k8s.io/v1'}]}",
		   false, false),
		"no server version");
}

static bool annotated(const struct loaded *l, int pod, const char *group, const char *fraction)
{
	const struct pod *p = l->o.pods.items[pod];
	const struct str *g = pod_annotation(p, POD_ANNOTATION_POD_GROUP),
			 *f = pod_annotation(p, POD_ANNOTATION_GPU_FRACTION);

	return (g ? str_eq(*g, str_of(group)) : !*group) &&
		(f ? str_eq(*f, str_of(fraction)) : !*fraction);
}

/* The reader guesses a key by that at the same position of the pod before. */
static void test_annotations(void)
{
	static const char json[] =
		"{'schedulerParams':{},'rawObjects':{'pods':["
		"{'metadata':{'name':'a','annotations':{'pod-group-name':'g','x':'1','gpu-fraction':'0.5'}}},"
		"{'metadata':{'name':'b','annotations':{'gpu-fraction':'0.1','pod-group-name':'h','x':'2'}}},"
		"{'metadata':{'name':'c','annotations':{'gpu-fraction':'0.2'}}},"
		"{'metadata':{'name':'d','annotations':{'y':'3','pod-group-name':'i','x':'4','z':'5'}}},"
		"{'metadata':{'name':'e','annotations':{'z':'6','gpu-fraction':'0.3','x':'7','pod-group-name':'j'}}}]}}";
	struct loaded l = {0};

	ok(test_read(&l, json, false) && annotated(&l, 0, "g", "0.5") &&
			annotated(&l, 1, "h", "0.1") && annotated(&l, 2, "", "0.2") &&
			annotated(&l, 3, "i", "") && annotated(&l, 4, "j", "0.3"),
		"annotations in changing order");
	ok(l.o.pods.items[4]->meta.annotations.n == 2, "those that nothing asks for are not kept");
	unload(&l);
}

static void test_stream(void)
{
	static const char json[] =
		"{'schedulerParams':{},'rawObjects':{'pods':[{'metadata':{'name':'a'},'spec':{'containers':[{'resources':"
		"{'requests':{'cpu':'1'}}}]}},{'metadata':{'name':'b'},'spec':{'containers':[{'resources':{'requests':{'cpu':'1'}}}]}}]}}";
	struct loaded l = {0};

	ok(test_read(&l, json, true) && l.o.pods.n == 2 &&
			l.o.pods.items[0]->spec == l.o.pods.items[1]->spec,
		"from a stream, byte by byte");
	unload(&l);
}

int main(void)
{
	test_documents();
	test_config();
	test_times();
	test_types();
	test_values();
	test_duplicates();
	test_specs();
	test_selectors();
	test_config_maps();
	test_gates();
	test_annotations();
	test_stream();
	return tap_end();
}
