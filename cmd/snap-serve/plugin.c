/* --as kai: the scheduler's plugin server (rules/01 1.1). */
#include <string.h>
#include <unistd.h>
#include "answer.h"
#include "common/temporary.h"
#include "common/whole.h"
#include "common/zipwrite.h"
#include "role.h"

enum { FAST = 1 }; /* compression level: on loopback speed matters more than size */

static bool put(void *ctx, const void *bytes, size_t n, struct error *e)
{
	const int *fd = ctx;

	return write_all(*fd, (struct str){bytes, n}) ||
		error_errno(e, "cannot write to the temporary file");
}

static bool zip_up(void *ctx, struct str block, struct error *e)
{
	return zipwrite_add(ctx, block.p, block.n, e);
}

/* Writes the JSON of in, verified, as a ZIP to an unlinked file. Returns its descriptor; -1: *e is
 * set. */
static int to_zip(struct input *in, struct error *e)
{
	int fd = temporary_unlinked(e);

	if (fd < 0)
		return -1;
	struct zipwrite *zip = zipwrite_new(FAST, put, &fd);
	bool ok = whole_read(in, zip_up, zip, e) && zipwrite_end(zip, e);
	zipwrite_free(zip);
	if (ok)
		return fd;
	close(fd);
	return -1;
}

/* A ZIP is offered unchanged; other kinds become one. */
static int verify(struct input *in, int fd, unsigned *status, struct error *e)
{
	*status = MHD_HTTP_OK;
	if (strcmp(input_kind(in), "zip") != 0)
		return to_zip(in, e);
	return whole_read(in, NULL, NULL, e) ? fd : -1;
}

static enum MHD_Result refuse_method(struct request *q)
{
	static const struct header headers[] = {HEADER_TEXT, {"X-Content-Type-Options", "nosniff"},
		{MHD_HTTP_HEADER_ALLOW, "GET, HEAD"}, HEADER_END};

	return respond_text(q, MHD_HTTP_METHOD_NOT_ALLOWED, "method not allowed\n", headers);
}

static enum MHD_Result answer(struct request *q, const char *path)
{
	static const struct header headers[] = {{MHD_HTTP_HEADER_CONTENT_TYPE, "application/zip"},
		{MHD_HTTP_HEADER_CONTENT_DISPOSITION, "attachment; filename=snapshot.zip"},
		HEADER_END};

	if (strcmp(q->method, MHD_HTTP_METHOD_GET) != 0 &&
		strcmp(q->method, MHD_HTTP_METHOD_HEAD) != 0)
		return refuse_method(q);
	if (strcmp(path, role_kai.path) != 0)
		return respond_error(q, MHD_HTTP_NOT_FOUND, "plugin not found\n");
	return answer_offer(q, headers);
}

const struct role role_kai = {
	.name = "kai",
	.path = "/get-snapshot",
	.port = 8081,
	.verify = verify,
	.answer = answer,
};
