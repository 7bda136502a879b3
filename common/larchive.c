#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/larchive.h"
#include "common/mem.h"

static _Thread_local int entered;

/* exit() runs this in the thread that calls it. */
static void at_exit(void)
{
	if (entered)
		out_of_memory();
}

void larchive_enter(void)
{
	static atomic_flag prepared = ATOMIC_FLAG_INIT;

	if (!atomic_flag_test_and_set(&prepared) && atexit(at_exit) != 0)
		out_of_memory();
	entered++;
	errno = 0;
}

void larchive_leave(void)
{
	entered--;
}

static la_ssize_t on_read(struct archive *a, void *ctx, const void **bytes)
{
	struct larchive *l = ctx;
	struct str block = {0};
	int more = raw_next(l->raw, &block, &l->error);

	if (more < 0) {
		archive_set_error(a, EIO, "%s", l->error.why);
		return -1;
	}
	if (more == 0)
		l->ended = true;
	*bytes = block.p;
	return (la_ssize_t)block.n;
}

void larchive_init(struct larchive *l, struct raw *raw)
{
	*l = (struct larchive){.a = archive_read_new(), .raw = raw};
	if (!l->a)
		out_of_memory();
}

bool larchive_start(struct larchive *l, struct error *e)
{
	return archive_read_open(l->a, l, NULL, on_read, NULL) == ARCHIVE_OK || larchive_fail(l, e);
}

bool larchive_fail(struct larchive *l, struct error *e)
{
	/* Out of memory, libarchive often reports another error, or none. */
	const bool no_memory = errno == ENOMEM || archive_errno(l->a) == ENOMEM;
	const char *text = archive_error_string(l->a);
	char why[256];

	snprintf(why, sizeof why, "%s", text ? text : "not in order");
	why[strcspn(why, "\n")] = 0; /* some of its texts end a line */
	if (l->error.status) {
		if (!e->status)
			*e = l->error;
	} else if (no_memory) {
		error_set(e, SNAP_SYSTEM, "out of memory", "%s", text ? why : "in libarchive");
		error_hint(e, "a machine with more of it, or a higher limit (ulimit -v)");
	} else if (l->ended) {
		error_set(e, SNAP_INPUT, "the archive is cut short", "it ends at byte %llu",
			(unsigned long long)raw_offset(l->raw));
		error_hint(e, "fetch it again");
	} else {
		error_set(e, SNAP_INPUT, "the archive is damaged", "%s", why);
		error_hint(e, "fetch it again");
	}
	return false;
}

void larchive_free(struct larchive *l)
{
	archive_read_free(l->a);
	l->a = NULL;
}
