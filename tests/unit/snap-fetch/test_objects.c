/* What snap-fetch reads out of kubectl's answers: every way to write a flag, odd and missing
 * fields, broken JSON. */
#include <string.h>
#include "../tap.h"
#include "cmd/snap-fetch/origin.h"
#include "common/json.h"

static struct arena arena;

static struct str padded(const char *json)
{
	struct strbuf b = {0};

	strbuf_addz(&b, json);
	memset(strbuf_reserve(&b, JSON_PADDING), 0, JSON_PADDING);
	struct str s = arena_str(&arena, (struct str){b.s, b.len + JSON_PADDING});
	strbuf_free(&b);
	return (struct str){s.p, strlen(json)};
}

static struct deployment with_args(const char *args)
{
	struct deployment d;
	struct error e = {0};
	char json[1024];

	snprintf(json, sizeof json,
		"{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"x\"},{\"args\":[%s]}]}},\"selector\":{\"matchLabels\":{\"a\":"
		"\"b\",\"c/d\":\"e\"}}}}",
		args);
	ok(deployment_read(padded(json), &arena, &d, &e), "read: %s", args);
	return d;
}

static bool is(struct str s, const char *want)
{
	return str_eq(s, str_of(want));
}

static void test_deployment(void)
{
	struct deployment d = with_args("");

	ok(is(d.selector, "a=b,c/d=e"), "selector: " STR_FMT, STR_ARG(d.selector));
	ok(is(d.scheduler_name, "kai-scheduler") && d.node_pool.n == 0 && d.plugin_port == 0,
		"KAI's defaults");
	d = with_args(
		"\"--scheduler-name=s\",\"--partition-label-value=gold\",\"--plugin-server-port=90\"");
	ok(is(d.scheduler_name, "s") && is(d.node_pool, "gold") && d.plugin_port == 90,
		"--flag=value");
	d = with_args(
		"\"--scheduler-name\",\"s\",\"--plugin-server-port\",\"91\",\"--partition-label-value=\"");
	ok(is(d.scheduler_name, "s") && d.node_pool.n == 0 && d.plugin_port == 91, "--flag value");
	d = with_args(
		"\"--scheduler-names=x\",\"--x\",\"scheduler-name=y\",\"--plugin-server-port=99999\"");
	ok(is(d.scheduler_name, "kai-scheduler") && d.plugin_port == 0,
		"other flags and a number that is no port");
	d = with_args("1,null,{},\"--scheduler-name=s\",\"--scheduler-name\"");
	ok(is(d.scheduler_name, "s"), "elements that are no strings, and a flag without its value");
}

static void test_lease(void)
{
	struct lease l;
	struct error e = {0};

	ok(lease_read(
		   padded("{\"spec\":{\"x\":[1],\"holderIdentity\":\"p_u\"}}"), &arena, &l, &e) &&
			is(l.holder, "p_u"),
		"a holder");
	ok(lease_read(padded("{\"spec\":{\"holderIdentity\":null}}"), &arena, &l, &e) &&
			l.holder.n == 0,
		"none: null");
	ok(lease_read(padded("{\"spec\":[],\"\":1}"), &arena, &l, &e) && l.holder.n == 0,
		"none: a spec of another type");
	ok(lease_read(padded("{\"spec\":{\"renewTime\":\"t\",\"leaseDurationSeconds\":15}}"),
		   &arena, &l, &e) &&
			is(l.renewed, "t") && l.duration_ms == 15000,
		"when it was renewed");
	ok(lease_read(
		   padded("{\"spec\":{\"renewTime\":1,\"leaseDurationSeconds\":9223372036854775807}}"),
		   &arena, &l, &e) &&
			!l.renewed.n && !l.duration_ms,
		"a time of no time");
	ok(!lease_read(padded("{\"spec\":"), &arena, &l, &e) && e.status == SNAP_SYSTEM, "cut");
}

static void test_pods(void)
{
	struct pod *pods = NULL;
	size_t n = 0;
	struct error e = {0};
	static const char json[] =
		"{\"items\":[{\"metadata\":{\"name\":\"a\"},\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":"
		"\"True\"},{\"type\":\"Other\",\"status\":\"False\"}]}},"
		"{\"status\":{\"conditions\":[{\"status\":\"False\",\"type\":\"Ready\"}]},\"metadata\":{\"name\":\"b\"}},"
		"{\"metadata\":{\"name\":\"c\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"},\"status\":{}},"
		"{\"metadata\":{}},null,7]}";
	bool good = pods_read(padded(json), &arena, &pods, &n, &e);

	ok(good && n == 3, "those with a name: %zu", n);
	ok(n == 3 && is(pods[0].name, "a") && pods[0].ready && !pods[0].deleted, "ready");
	ok(n == 3 && is(pods[1].name, "b") && !pods[1].ready, "not ready");
	ok(n == 3 && is(pods[2].name, "c") && !pods[2].ready && pods[2].deleted, "terminating");
	ok(pods_read(padded("{\"items\":null}"), &arena, &pods, &n, &e) && n == 0, "no items");
	ok(!pods_read(padded("nonsense"), &arena, &pods, &n, &e), "no JSON");
}

static void test_origin(void)
{
	static const char json[] =
		"{\"metadata\":{\"name\":\"a\",\"labels\":{\"app\":\"x\",\"app.kubernetes.io/version\":\"0.16.1\",\"helm.sh/chart\":\"kai-0.15.0\"}},"
		"\"spec\":{\"containers\":[{\"name\":\"proxy\",\"image\":\"istio:1.2\"},{\"name\":\"s\",\"image\":\"r:5/kai:v0.17.0\","
		"\"args\":[\"--scheduler-name=k\",\"--partition-label-value\",\"gold\"]}]},"
		"\"status\":{\"containerStatuses\":[{\"name\":\"s\",\"imageID\":\"r@sha256:5\"},{\"name\":\"proxy\",\"imageID\":\"i@sha256:1\"}]}}";
	struct pod p;
	struct deployment d;
	struct error e = {0};

	ok(pod_read(padded(json), &arena, &p, &e) && is(p.image, "r:5/kai:v0.17.0") &&
			is(p.image_id, "r@sha256:5") && is(p.node_pool, "gold"),
		"the scheduler's container among others");
	ok(is(p.labels.app, "0.16.1") && is(p.labels.chart, "kai-0.15.0"), "labels");
	ok(pod_read(
		   padded("{\"spec\":{\"containers\":[{\"name\":\"x\",\"image\":\"i\"},{\"name\":\"y\"}]}}"),
		   &arena, &p, &e) &&
			is(p.image, "i") && !p.image_id.n,
		"without arguments the first one");
	ok(deployment_read(
		   padded("{\"metadata\":{\"ownerReferences\":[{\"kind\":\"Config\",\"name\":\"c\"},{\"name\":\"gold\",\"kind\":"
			  "\"SchedulingShard\"}]}}"),
		   &arena, &d, &e) &&
			is(d.shard, "gold"),
		"the shard");
}

static void test_versions(void)
{
	static const struct {
		const char *app, *chart, *image, *want;
	} cases[] = {
		{"0.16.1", "kai-0.15.0", "r/kai:v0.17.0", "v0.16.1"},
		{"stable", "kai-scheduler-v0.15.0-rc.1", "r/kai:v0.17.0", "v0.15.0-rc.1"},
		{"", "kai-0.15.0", "", "v0.15.0"},
		{"", "kai", "r:5000/kai:0.17.0@sha256:00", "v0.17.0"},
		{"", "", "r:5000/kai@sha256:00", ""},
		{"", "", "r:5.000/kai", ""},
		{"", "", "kai:latest", ""},
		{"", "", "", ""},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct labels labels = {str_of(cases[i].app), str_of(cases[i].chart)};
		struct str got = origin_version(&labels, str_of(cases[i].image), &arena);

		ok(is(got, cases[i].want), "version %zu: " STR_FMT, i, STR_ARG(got));
	}
}

static void test_names(void)
{
	static const char *const good[] = {"a", "0", "a-b", "a.b", "a1.b-2.c"};
	static const char *const bad[] = {"", "-a", "a-", "A", "a_b", "a..b", ".a", "a.", "a-.b",
		"a.-b", "--server=x", "a/b", "a b", "a\nb"};

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ok(is_dns_name(str_of(good[i])), "a name: %s", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ok(!is_dns_name(str_of(bad[i])), "no name: %s", bad[i]);
	char longest[255];
	memset(longest, 'a', sizeof longest);
	ok(is_dns_name((struct str){longest, 253}) && !is_dns_name((struct str){longest, 254}),
		"253 characters");
}

int main(void)
{
	test_origin();
	test_versions();
	test_names();
	test_deployment();
	test_lease();
	test_pods();
	arena_free(&arena);
	return tap_end();
}
