/* What snap-fetch reads out of kubectl's answers: every way to write a flag, odd and missing fields, broken JSON. */
#include <string.h>
#include "../tap.h"
#include "cmd/snap-fetch/objects.h"
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
	ok(is(d.scheduler_name, "kai-scheduler") && d.node_pool.n == 0 && d.plugin_port == 0, "KAI's defaults");
	d = with_args("\"--scheduler-name=s\",\"--partition-label-value=gold\",\"--plugin-server-port=90\"");
	ok(is(d.scheduler_name, "s") && is(d.node_pool, "gold") && d.plugin_port == 90, "--flag=value");
	d = with_args("\"--scheduler-name\",\"s\",\"--plugin-server-port\",\"91\",\"--partition-label-value=\"");
	ok(is(d.scheduler_name, "s") && d.node_pool.n == 0 && d.plugin_port == 91, "--flag value");
	d = with_args("\"--scheduler-names=x\",\"--x\",\"scheduler-name=y\",\"--plugin-server-port=99999\"");
	ok(is(d.scheduler_name, "kai-scheduler") && d.plugin_port == 0, "other flags and a number that is no port");
	d = with_args("1,null,{},\"--scheduler-name=s\",\"--scheduler-name\"");
	ok(is(d.scheduler_name, "s"), "elements that are no strings, and a flag without its value");
}

static void test_lease(void)
{
	struct str holder;
	struct error e = {0};
	ok(lease_read(padded("{\"spec\":{\"x\":[1],\"holderIdentity\":\"p_u\"}}"), &arena, &holder, &e) && is(holder, "p_u"), "a holder");
	ok(lease_read(padded("{\"spec\":{\"holderIdentity\":null}}"), &arena, &holder, &e) && holder.n == 0, "none: null");
	ok(lease_read(padded("{\"spec\":[],\"\":1}"), &arena, &holder, &e) && holder.n == 0, "none: a spec of another type");
	ok(!lease_read(padded("{\"spec\":"), &arena, &holder, &e) && e.status == SNAP_SYSTEM, "cut");
}

static void test_pods(void)
{
	struct pod *pods = NULL;
	size_t n = 0;
	struct error e = {0};
	static const char json[] = "{\"items\":[{\"metadata\":{\"name\":\"a\"},\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":"
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

int main(void)
{
	test_deployment();
	test_lease();
	test_pods();
	arena_free(&arena);
	return tap_end();
}
