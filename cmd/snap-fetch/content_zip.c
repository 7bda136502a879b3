/* A ZIP with snapshot.json: its structure and CRC, one snapshot.json, complete JSON. */
#include <string.h>
#include "common/proc.h"
#include "common/whole.h"
#include "content.h"
#include "kubectl.h"

static bool begins(const char head[])
{
	return memcmp(head, "PK\3\4", CONTENT_HEAD) == 0;
}

/* A small archive may hold a lot. */
static bool in_time(void *ctx, struct str block, struct error *e)
{
	const struct settings *s = ctx;

	(void)block;
	return proc_clock_ms() < s->deadline ||
		deadline_error(s, e, "the verification did not end");
}

static enum verdict verify(int fd, const char *name, const struct settings *s, struct error *e)
{
	struct input_limits limits = {.max_size = s->max_size};
	struct input *in = input_open_fd(fd, name, &limits, e);
	bool whole = false;

	if (in && strcmp(input_kind(in), "zip") != 0)
		error_set(e, SNAP_INPUT, "not a ZIP", "it holds %s", input_kind(in));
	else if (in)
		whole = whole_read(in, in_time, (void *)(uintptr_t)s, e);
	if (in)
		input_close(in);
	return whole ? VERDICT_WHOLE : VERDICT_DAMAGED;
}

const struct content content_zip = {
	.annexed = true,
	.other = "not a ZIP",
	.begins = begins,
	.verify = verify,
};
