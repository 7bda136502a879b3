/* A document of cluster-autoscaler: complete JSON that tells of a cluster. */
#include "common/import/snapshotz.h"
#include "common/input.h"
#include "common/proc.h"
#include "content.h"
#include "kubectl.h"

static bool begins(const char head[])
{
	return head[0] == '{';
}

/* The document on its way to the reader. */
struct passage {
	struct input *in;
	const struct settings *settings;
};

static int next_block(void *ctx, struct str *block, struct error *e)
{
	struct passage *p = ctx;

	if (proc_clock_ms() < p->settings->deadline)
		return input_read(p->in, block, e);
	deadline_error(p->settings, e, "the verification did not end");
	return -1;
}

static enum verdict judge(struct passage *p, struct error *e)
{
	struct snapshotz d = {.r = json_over_stream(next_block, p)};
	enum verdict verdict = VERDICT_DAMAGED;

	if (snapshotz_scan(&d, e))
		verdict = snapshotz_usable(&d, e) ? VERDICT_WHOLE : VERDICT_UNUSABLE;
	if (verdict == VERDICT_UNUSABLE && d.error.len)
		e->status = SNAP_NO; /* an answer, as it should be */
	json_free(d.r);
	snapshotz_free(&d);
	return verdict;
}

static enum verdict verify(int fd, const char *name, const struct settings *s, struct error *e)
{
	struct input_limits limits = {.max_size = s->max_size};
	struct passage p = {input_open_fd(fd, name, &limits, e), s};
	enum verdict verdict = p.in ? judge(&p, e) : VERDICT_DAMAGED;

	if (p.in)
		input_close(p.in);
	return verdict;
}

const struct content content_snapshotz = {
	.other = "not a document of cluster-autoscaler",
	.begins = begins,
	.verify = verify,
};
