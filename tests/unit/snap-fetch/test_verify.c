/* The verifier's limits: a size, and the time that the user gave for everything. */
#include <signal.h>
#include <stdlib.h>
#include "../tap.h"
#include "cmd/snap-fetch/verify.h"
#include "common/proc.h"
#include "common/str.h"
#include "common/zipwrite.h"

enum { LENGTH = 3000000, FAR_MS = 3600000 };

static bool keep(void *ctx, const void *bytes, size_t n, struct error *e)
{
	(void)e;
	strbuf_add(ctx, bytes, n);
	return true;
}

/* A small archive that holds a lot. */
static struct strbuf bomb(void)
{
	struct strbuf zip = {0}, json = {0};
	struct error e = {0};

	strbuf_addz(&json, "{\"config\":\"");
	memset(strbuf_reserve(&json, LENGTH), 'x', LENGTH);
	json.len += LENGTH;
	strbuf_addz(&json, "\"}");
	struct zipwrite *z = zipwrite_new(1, keep, &zip);
	if (!zipwrite_add(z, json.s, json.len, &e) || !zipwrite_end(z, &e))
		abort();
	zipwrite_free(z);
	strbuf_free(&json);
	return zip;
}

/* The exit status that follows from it. */
static int verdict(struct str zip, uint64_t max_size, int64_t left_ms, struct error *e)
{
	struct settings s = {
		.max_size = max_size, .timeout_ms = FAR_MS, .deadline = proc_clock_ms() + left_ms};

	*e = (struct error){0};
	struct verifier *v = verify_start(&content_zip, &s, "x", e);
	if (!v)
		abort();
	verify_feed(v, zip.p, zip.n);
	verify_finish(v, e);
	return e->status;
}

int main(void)
{
	struct strbuf zip = bomb();
	struct error e;

	signal(SIGPIPE, SIG_IGN);
	ok(zip.len < LENGTH / 20, "%zu bytes hold %d", zip.len, LENGTH);
	ok(verdict(strbuf_str(&zip), 2 * LENGTH, FAR_MS, &e) == SNAP_OK,
		"within its limits it is whole");
	ok(verdict(strbuf_str(&zip), LENGTH, FAR_MS, &e) == SNAP_LIMIT &&
			strcmp(e.what, "too big") == 0,
		"over --max-size: %s", e.what);
	ok(verdict(strbuf_str(&zip), 2 * LENGTH, 0, &e) == SNAP_LIMIT &&
			strcmp(e.what, "time-out") == 0,
		"past the deadline: %s", e.what);
	ok(verdict((struct str){zip.s, zip.len - 1}, 2 * LENGTH, FAR_MS, &e) == SNAP_INPUT,
		"cut: %s", e.what);
	strbuf_free(&zip);
	return tap_end();
}
