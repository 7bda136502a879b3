#include <errno.h>
#include <stdlib.h>
#include "common/larchive.h"
#include "common/mem.h"
#include "common/zipdir.h"
#include "common/ziplib.h"
#include "common/zipput.h"

enum { FLAGS_METHOD = 6 }; /* the bits that belong to the method */

struct ziplib {
	struct archive *a;
	const struct zip_head *local;
	const char *name;
	ziplib_source *source;
	void *ctx;
	struct strbuf header; /* made for libarchive */
	bool begun, opened;
	struct error error; /* of source */
};

static la_ssize_t on_read(struct archive *a, void *ctx, const void **bytes)
{
	struct ziplib *l = ctx;
	struct str block = strbuf_str(&l->header);
	int more = l->begun ? l->source(l->ctx, &block, &l->error) : 1;

	l->begun = true;
	if (more < 0)
		archive_set_error(a, EIO, "%s", l->error.why);
	*bytes = block.p;
	return more <= 0 ? more : (la_ssize_t)block.n;
}

static void put_header(struct strbuf *b, const struct zip_head *local)
{
	strbuf_add(b, "PK\3\4", 4);
	zip_put(b, local->version, 2);
	zip_put(b, local->flags & FLAGS_METHOD, 2);
	zip_put(b, local->method, 2);
	zip_put(b, 0, 4);
	zip_put(b, local->crc, 4);
	zip_put(b, UINT32_MAX, 4);
	zip_put(b, UINT32_MAX, 4);
	zip_put(b, 1, 2);
	zip_put(b, 20, 2);
	strbuf_addz(b, "x");
	zip_put(b, ZIP_64_EXTRA, 2);
	zip_put(b, 16, 2);
	zip_put(b, local->size, 8);
	zip_put(b, local->packed, 8);
}

struct ziplib *ziplib_new(
	const struct zip_head *local, const char *name, ziplib_source *source, void *ctx)
{
	struct ziplib *l = xcalloc(1, sizeof *l);

	*l = (struct ziplib){.local = local, .name = name, .source = source, .ctx = ctx};
	larchive_enter();
	l->a = archive_read_new();
	if (!l->a || archive_read_support_format_zip_streamable(l->a) != ARCHIVE_OK)
		out_of_memory();
	larchive_leave();
	put_header(&l->header, local);
	return l;
}

void ziplib_free(struct ziplib *l)
{
	if (!l)
		return;
	archive_read_free(l->a);
	strbuf_free(&l->header);
	free(l);
}

static int failed(struct ziplib *l, struct error *e)
{
	/* libarchive reports a decompressor that is out of memory as bad data; errno shows the
	 * difference. */
	const bool no_memory = errno == ENOMEM || archive_errno(l->a) == ENOMEM;
	const char *text = archive_error_string(l->a);

	if (l->error.status && !e->status)
		*e = l->error;
	if (no_memory && !e->status)
		out_of_memory();
	zip_damaged(e, "%.200s in %.200s", text ? text : "bad data", l->name);
	return -1;
}

static int open_archive(struct ziplib *l)
{
	struct archive_entry *entry;
	int status = archive_read_open(l->a, l, NULL, on_read, NULL);

	return status == ARCHIVE_OK ? archive_read_next_header(l->a, &entry) : status;
}

int ziplib_next(struct ziplib *l, struct str *block, struct error *e)
{
	const void *bytes;
	size_t n;
	la_int64_t offset;

	larchive_enter();
	/* libarchive reports a wrong CRC or size as ARCHIVE_WARN. */
	int status = l->opened ? ARCHIVE_OK : open_archive(l);
	bool ended = false;
	if (status == ARCHIVE_OK) {
		l->opened = true;
		status = archive_read_data_block(l->a, &bytes, &n, &offset);
		ended = status == ARCHIVE_EOF;
	}
	larchive_leave();
	if (ended)
		return 0;
	if (status != ARCHIVE_OK)
		return failed(l, e);
	*block = (struct str){bytes, n};
	return 1;
}
