/* kubectl's answers of any bytes: no crash, an error where there is one, texts that end, and no pod
 * that would be an option. */
#include "check.h"
#include "cmd/snap-fetch/ksched.h"
#include "cmd/snap-fetch/leader.h"
#include "common/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ends(struct str s)
{
	check("a text without an end", !s.n || (s.p && memchr(s.p, 0, s.n + 1)));
}

static void verdict(bool good, const struct error *e)
{
	check("verdict and error differ", good == !e->status);
	check("an error without words", good || (e->what[0] && e->why[0]));
}

static void check_pod(const struct pod *p)
{
	const struct str texts[] = {p->name, p->labels.app, p->labels.chart, p->node_pool, p->image,
		p->image_id, p->node, p->address};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		ends(texts[i]);
}

static void pods(struct str text, struct arena *a)
{
	struct pod *all = NULL, one = {0};
	size_t n = 0;
	struct error e = {0}, e2 = {0};
	bool good = pods_read(text, a, &all, &n, &e);

	verdict(good, &e);
	for (size_t i = 0; good && i < n; i++) {
		check_pod(&all[i]);
		check("a pod's name that is none", is_dns_name(all[i].name));
	}
	good = pod_read(text, a, &one, &e2);
	verdict(good, &e2);
	if (good)
		check_pod(&one);
}

static void schedulers(struct str text, struct arena *a, bool list)
{
	struct ksched_pod *all = NULL;
	size_t n = 0;
	struct error e = {0};
	bool good = ksched_pods_read(text, a, list, &all, &n, &e);

	verdict(good, &e);
	for (size_t i = 0; good && i < n; i++) {
		const struct ksched_pod *p = &all[i];
		const struct str texts[] = {p->name, p->node, p->container, p->lease, p->lease_ns};

		for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
			ends(texts[t]);
		check("a scheduler's name that is none", is_dns_name(p->name));
		check("a container's name that is none",
			!p->container.n || is_dns_name(p->container));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct deployment d;
	struct lease lease;
	struct str server;
	struct error e[3] = {{0}};
	char *copy = arena_zalloc(&a, size + JSON_PADDING, 1);

	if (size)
		memcpy(copy, data, size);
	struct str text = {copy, size};
	verdict(deployment_read(text, &a, &d, &e[0]), &e[0]);
	ends(d.selector);
	ends(d.scheduler_name);
	ends(d.node_pool);
	ends(d.shard);
	check("a port that is none", d.plugin_port <= 65535);
	verdict(lease_read(text, &a, &lease, &e[1]), &e[1]);
	ends(lease.holder);
	ends(lease.renewed);
	check("a lease of less than no time", lease.duration_ms >= 0);
	leader_is_new(&lease);
	verdict(version_read(text, &a, &server, &e[2]), &e[2]);
	ends(server);
	pods(text, &a);
	schedulers(text, &a, true);
	schedulers(text, &a, false);
	arena_free(&a);
	return 0;
}
