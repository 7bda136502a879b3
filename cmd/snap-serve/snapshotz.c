/* --as cluster-autoscaler: the answers of its debugging snapshot, in the words of 1.35.2. */
#include <string.h>
#include <unistd.h>
#include "answer.h"
#include "common/import/cut.h"
#include "common/import/feed.h"
#include "common/import/snapshotz.h"
#include "common/temporary.h"
#include "loop.h"
#include "role.h"

static const char busy_text[] =
	"Another debugging snapshot request is being processed. Concurrent requests not supported";

/* The bytes of a document on their way to the reader, and into a file if they were packed. */
struct passage {
	struct feed feed;
	int to; /* -1: they stand in the file as they are */
};

static int pass(void *ctx, struct str *block, struct error *e)
{
	struct passage *p = ctx;
	int more = feed_next(&p->feed, block, e);

	if (more <= 0 || p->to < 0 || write_all(p->to, *block))
		return more;
	error_errno(e, "cannot write to the temporary file");
	return -1;
}

static bool scan(struct passage *p, struct snapshotz *d, struct error *e)
{
	d->r = json_over_stream(pass, p);
	bool ok = snapshotz_scan(d, e);
	json_free(d->r);
	return ok;
}

/* By the first bytes; of what is JSON, the reader tells more. */
static bool may_be_document(struct str head, struct error *e)
{
	head = cut_blanks(head);
	if (head.n && *head.p != '{' && format_of(head, e) != SOURCE_UNKNOWN) {
		error_set(e, SNAP_INPUT, "not a document of cluster-autoscaler",
			"it is no JSON object");
		error_hint(e, "what its /snapshotz answers is wanted");
	}
	return e->status == 0;
}

/* Bare JSON is sent as it is; a packed document is unpacked first. */
static int verify(struct input *in, int fd, unsigned *status, struct error *e)
{
	struct passage p = {.to = -1};
	struct snapshotz d = {0};
	bool bare = strcmp(input_kind(in), "json") == 0;
	bool ok = feed_open_input(&p.feed, in, e) && may_be_document(p.feed.head, e);

	if (ok && !bare)
		ok = (p.to = temporary_unlinked(e)) >= 0;
	ok = ok && scan(&p, &d, e);
	progress_end(&p.feed.progress);
	*status = d.error.len ? MHD_HTTP_INTERNAL_SERVER_ERROR : MHD_HTTP_OK;
	snapshotz_free(&d);
	if (ok)
		return bare ? fd : p.to;
	if (p.to >= 0)
		close(p.to);
	return -1;
}

static void done(void *loop)
{
	loop_done(loop);
}

static enum MHD_Result wait_for_loop(struct request *q)
{
	static const struct header text[] = {HEADER_TEXT, HEADER_END}, none[] = {HEADER_END};
	struct loop *loop = q->service->loop;

	q->ctx = loop;
	q->done = done;
	msg_note("%s %.16s %.1000s waits for the next loop", guest_name(q->guest), q->method,
		q->url);
	int fd = MHD_get_connection_info(q->connection, MHD_CONNECTION_INFO_CONNECTION_FD)
			 ->connect_fd;
	switch (loop_wait(loop, fd)) {
	case LOOP_ENDED: return answer_offer(q, text);
	case LOOP_LOST: return MHD_NO; /* the leader alone takes leave */
	case LOOP_STOPPED: return respond_text(q, MHD_HTTP_SERVICE_UNAVAILABLE, "", none);
	default:
		msg_note("%s %.16s %.1000s gone before the loop ended", guest_name(q->guest),
			q->method, q->url);
		return MHD_NO;
	}
}

/* Neither method nor query is looked at. */
static enum MHD_Result answer(struct request *q, const char *path)
{
	static const struct header text[] = {HEADER_TEXT, HEADER_END};

	if (strcmp(path, role_cluster_autoscaler.path) != 0)
		return respond_error(q, MHD_HTTP_NOT_FOUND, "404 page not found\n");
	switch (loop_enter(q->service->loop)) {
	case LOOP_MINE: return wait_for_loop(q);
	case LOOP_BUSY: return respond_text(q, MHD_HTTP_TOO_MANY_REQUESTS, busy_text, text);
	default: return MHD_NO; /* as of a process that is gone */
	}
}

const struct role role_cluster_autoscaler = {
	.name = "cluster-autoscaler",
	.path = "/snapshotz",
	.port = 8085,
	.verify = verify,
	.any = true,
	.answer = answer,
};
