#include "respond.h"
#include <stdlib.h>
#include <string.h>
#include "answer.h"
#include "common/mem.h"

enum { BLOCK = 64 << 10 };

/* State of one download, freed with its response. */
struct download {
	struct offer *offer;
	struct stat was; /* the file, at the start */
	struct guest *guest;
	const char *name;
};

static ssize_t next_bytes(void *ctx, uint64_t pos, char *buf, size_t max)
{
	struct download *d = ctx;
	struct error e = {0};

	guest_moves(d->guest, GUEST_WAITS);
	ssize_t n = offer_read(d->offer, &d->was, pos, buf, max, &e);
	guest_moves(d->guest, GUEST_TAKES);
	if (n > 0)
		return n;
	if (n == 0)
		return MHD_CONTENT_READER_END_OF_STREAM;
	/* Cuts the connection, which shows the client that the rest is missing. */
	msg_error(d->name, &e);
	return MHD_CONTENT_READER_END_WITH_ERROR;
}

static void download_free(void *ctx)
{
	struct download *d = ctx;

	offer_free(d->offer);
	free(d);
}

static enum MHD_Result queue(
	struct request *q, unsigned status, struct MHD_Response *r, const struct header *headers)
{
	if (!r)
		return MHD_NO;
	for (; headers->name; headers++)
		MHD_add_response_header(r, headers->name, headers->value);
	msg_note("%s %.16s %.1000s %u", guest_name(q->guest), q->method, q->url, status);
	guest_moves(q->guest, GUEST_TAKES);
	enum MHD_Result queued = MHD_queue_response(q->connection, status, r);
	MHD_destroy_response(r);
	return queued;
}

enum MHD_Result respond_text(
	struct request *q, unsigned status, const char *text, const struct header *headers)
{
	/* Persistent: nobody writes to it or frees it. */
	return queue(q, status,
		MHD_create_response_from_buffer(
			strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT),
		headers);
}

enum MHD_Result respond_error(struct request *q, unsigned status, const char *text)
{
	static const struct header headers[] = {
		HEADER_TEXT, {"X-Content-Type-Options", "nosniff"}, HEADER_END};

	return respond_text(q, status, text, headers);
}

/* In chunks, without Content-Length, as Go sends what is long. HTTP/1.0 has no chunks, and there
 * the end of the connection would not show whether the body is complete. */
enum MHD_Result respond_offer(struct request *q, unsigned status, struct offer *offer,
	const struct stat *was, const struct header *headers)
{
	struct download *d = xmalloc(sizeof *d);

	*d = (struct download){offer, *was, q->guest, q->service->source->name};
	uint64_t size = strcmp(q->version, MHD_HTTP_VERSION_1_0) == 0 ? offer_size(offer)
								      : MHD_SIZE_UNKNOWN;
	struct MHD_Response *r =
		MHD_create_response_from_callback(size, BLOCK, next_bytes, d, download_free);
	if (!r)
		download_free(d);
	return queue(q, status, r, headers);
}
