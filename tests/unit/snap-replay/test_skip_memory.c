/* Which jobs are not tried because a like one failed: the figures of rules/03 8.1 and ideas 22
 * to 24. */
#include "acts.h"
#include "cmd/snap-replay/actions/skip_memory.h"

#define CPU(name, job, cpu) POD_MORE(name, job, "", "", "", "'cpu':'" cpu "'", "Pending")
#define BOTH(name, job, cpu, memory) \
	POD_MORE(name, job, "", "", "", "'cpu':'" cpu "','memory':'" memory "'", "Pending")
#define PAIR(pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE( \
		"n1", "1") "],'podGroups':[" JOB("failed", "q", "low", "01", "1") "," JOB("next", \
		"q", "low", "02", "1") "],'pods':[" pods "]"

static void easier(const char *raw, bool want, const char *what)
{
	struct fixture f;
	struct skip_memory m = {0};
	struct job *failed, *next, *other = NULL;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	failed = fixture_job(&f, "failed");
	next = fixture_job(&f, "next");
	next->signature = failed->signature; /* made when both had equally many pods to place */
	ok(skip_memory_easier(&f.session, &m, next, &other), "%s: nothing failed yet", what);
	skip_memory_remember(&f.session, &m, failed);
	ok(skip_memory_easier(&f.session, &m, next, &other) == want, "%s: %s", what,
		want ? "easier" : "not easier");
	ok(want || other == failed, "%s: than which one", what);
	skip_memory_free(&m);
	fixture_close(&f);
}

/* Whether `next`, once it has failed too, takes the place of the remembered one: then `failed`
 * itself is asked. */
static void replaces(const char *raw, bool want, const char *what)
{
	struct fixture f;
	struct skip_memory m = {0};
	struct job *other = NULL, *failed;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	failed = fixture_job(&f, "failed");
	fixture_job(&f, "next")->signature = failed->signature;
	skip_memory_remember(&f.session, &m, failed);
	skip_memory_remember(&f.session, &m, fixture_job(&f, "next"));
	skip_memory_easier(&f.session, &m, failed, &other);
	ok((other != failed) == want, "%s: %s", what,
		want ? "is remembered instead" : "the first stays");
	skip_memory_free(&m);
	fixture_close(&f);
}

static void figures(void)
{
	easier(PAIR(CPU("a", "failed", "100m") "," CPU("b", "next", "50m")), true,
		"50m against 100m");
	easier(PAIR(CPU("a", "failed", "100m") "," CPU("b", "next", "100m")), false,
		"100m against 100m");
	easier(PAIR(CPU("a", "failed", "100m") "," CPU("b", "next", "200m")), false,
		"200m against 100m");
	easier(PAIR(BOTH("a", "failed", "100m", "100Mi") "," BOTH("b", "next", "50m", "200Mi")),
		false, "less of one and more of the other");
	easier(PAIR(CPU("a1", "failed", "100m") "," CPU("a2", "failed", "100m") "," CPU(
		       "b1", "next", "100m") "," CPU("b2", "next", "50m")),
		true, "100m and 50m against twice 100m");
	easier(PAIR(CPU("a1", "failed", "1000m") "," CPU("a2", "failed", "100m") "," CPU(
		       "a3", "failed", "100m") "," CPU("b1", "next", "500m") "," CPU("b2", "next",
		       "500m") "," CPU("b3", "next", "500m")),
		true, "three times 500m against 1000m, 100m and 100m");
	easier(PAIR(CPU("a1", "failed", "100m") "," CPU("a2", "failed", "100m") "," CPU(
		       "b1", "next", "100m")),
		true, "one pod against two");
	easier(PAIR(CPU("a1", "failed", "100m") "," CPU("b1", "next", "100m") "," CPU(
		       "b2", "next", "100m")),
		false, "two pods against one");
	easier(PAIR(CPU("a1", "failed", "100m")), false, "no pod against one");
	easier(PAIR(CPU("b1", "next", "100m")), false,
		"one pod against none: what failed was placed meanwhile");
	replaces(PAIR(CPU("a1", "failed", "1000m") "," CPU("a2", "failed", "100m") "," CPU(
			 "a3", "failed", "100m") "," CPU("b1", "next", "500m") "," CPU("b2", "next",
			 "500m") "," CPU("b3", "next", "500m")),
		false, "500m is above 100m");
	replaces(PAIR(CPU("a", "failed", "100m") "," CPU("b", "next", "50m")), true,
		"50m after 100m");
	replaces(PAIR(CPU("a1", "failed", "100m") "," CPU("b1", "next", "50m") "," CPU(
			 "b2", "next", "50m")),
		false, "more pods");
	/* GPU memory is in no vector */
	easier(PAIR(POD_MORE("a", "failed", "", ",'gpu-memory':'800'", "", "'cpu':'1'",
		       "Pending") "," POD_MORE("b", "next", "", ",'gpu-memory':'100'", "",
		       "'cpu':'1'", "Pending")),
		false, "100 MiB of a GPU against 800");
}

#define SHARES(name, job, share, devices) \
	POD_MORE(name, job, "", \
		",'gpu-fraction':'" share "','gpu-fraction-num-devices':'" devices "'", "", \
		"'cpu':'1'", "Pending")

/* The switch claims_in_skips. */
static void versions(const char *raw, bool on, bool off, const char *what)
{
	for (int value = 0; value < 2; value++) {
		struct fixture f;
		struct skip_memory m = {0};

		fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
		f.objects.follows.claims_in_skips = value;
		fixture_job(&f, "next")->signature = fixture_job(&f, "failed")->signature;
		skip_memory_remember(&f.session, &m, fixture_job(&f, "failed"));
		ok(skip_memory_easier(&f.session, &m, fixture_job(&f, "next"), NULL) ==
				(value ? on : off),
			"%s, claims_in_skips=%s", what, value ? "on" : "off");
		skip_memory_free(&m);
		fixture_close(&f);
	}
}

static void shares(void)
{
	versions(PAIR(SHARES("a", "failed", "0.2", "2") "," SHARES("b", "next", "0.25", "1")), true,
		false, "a quarter of a device against a fifth of two");
	versions(PAIR(SHARES("a", "failed", "0.505", "1") "," SHARES("b", "next", "0.5", "1")),
		true, false, "0.5 against 0.505");
	versions(PAIR(SHARES("a", "failed", "0.5", "1") "," SHARES("b", "next", "0.25", "1")), true,
		true, "0.25 against 0.5");
	versions(PAIR(SHARES("a", "failed", "0.5", "1") "," CPU("b", "next", "1")), true, true,
		"no GPU against half of one");
}

/* A job with another signature is not compared. */
static void signatures(void)
{
	struct fixture f;
	struct skip_memory m = {0};

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		PAIR(CPU("a", "failed", "1") "," POD_MORE(
			"b", "next", "", "", "'nodeSelector':{'x':'y'},", "'cpu':'1'", "Pending")));
	skip_memory_remember(&f.session, &m, fixture_job(&f, "failed"));
	ok(skip_memory_easier(&f.session, &m, fixture_job(&f, "next"), NULL),
		"another node selector");
	skip_memory_free(&m);
	fixture_close(&f);
	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		PAIR(POD_MORE("a", "failed", "", ",'gpu-memory':'800'", "", "'cpu':'1'",
			"Pending") "," POD_MORE("b", "next", "", ",'gpu-memory':'100'", "",
			"'cpu':'1'", "Pending")));
	ok(str_eq(fixture_job(&f, "failed")->signature, fixture_job(&f, "next")->signature),
		"GPU memory is in no signature");
	fixture_close(&f);
}

int main(void)
{
	figures();
	shares();
	signatures();
	return tap_end();
}
