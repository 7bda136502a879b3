/* Archives made here, byte by byte where need be, and the file that holds the present one. */
#ifndef SNAP_TEST_ARCHIVES_H
#define SNAP_TEST_ARCHIVES_H
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "common/input.h"
#include "common/mem.h"
#include "common/zipwrite.h"
#include "tap.h"

static const char json[] =
	"{\"config\":null,\"rawObjects\":{\"pods\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"}}]}}\n";
static char path[64];

static inline void put(struct strbuf *b, uint64_t v, int bytes)
{
	for (; bytes-- > 0; v >>= 8)
		strbuf_addc(b, (char)(v & 0xff));
}

/* An archive of stored members, and what may be wrong with it. */
struct archive_member {
	const char *name, *data;
};
struct archive_plan {
	struct archive_member members[4];
	uint32_t crc_change, size_change;
	const char *name_in_directory;
	int entries_change;
	unsigned flags, method;
	const char *comment;
};

static inline void put_fields(struct strbuf *b, const struct archive_plan *plan,
	const struct archive_member *m, const char *name)
{
	size_t n = strlen(m->data);
	uint32_t crc =
		(uint32_t)crc32(0, (const unsigned char *)m->data, (unsigned)n) + plan->crc_change;

	put(b, 10, 2);
	put(b, plan->flags, 2);
	put(b, plan->method, 2);
	put(b, 0, 4);
	put(b, crc, 4);
	put(b, n, 4);
	put(b, n + plan->size_change, 4);
	put(b, strlen(name), 2);
	put(b, 0, 2);
}

/* Appends the directory and what ends an archive; frees dir. */
static inline void put_end(struct strbuf *zip, struct strbuf *dir, int count, const char *comment)
{
	size_t at = zip->len;

	strbuf_addstr(zip, strbuf_str(dir));
	strbuf_add(zip, "PK\5\6\0\0\0\0", 8);
	put(zip, (uint64_t)count, 2);
	put(zip, (uint64_t)count, 2);
	put(zip, dir->len, 4);
	put(zip, at, 4);
	put(zip, comment ? strlen(comment) : 0, 2);
	if (comment)
		strbuf_addz(zip, comment);
	strbuf_free(dir);
}

static inline struct strbuf make_zip(const struct archive_plan *plan)
{
	struct strbuf zip = {0}, dir = {0};
	int count = 0;

	for (const struct archive_member *m = plan->members; count < 4 && m->name; m++, count++) {
		const char *in_dir = plan->name_in_directory ? plan->name_in_directory : m->name;
		size_t at = zip.len;

		strbuf_add(&zip, "PK\3\4", 4);
		put_fields(&zip, plan, m, m->name);
		strbuf_addz(&zip, m->name);
		strbuf_addz(&zip, m->data);
		strbuf_add(&dir, "PK\1\2\24\0", 6);
		put_fields(&dir, plan, m, in_dir);
		put(&dir, 0, 10);
		put(&dir, at, 4);
		strbuf_addz(&dir, in_dir);
	}
	put_end(&zip, &dir, count + plan->entries_change, plan->comment);
	return zip;
}

static inline bool into(void *ctx, const void *bytes, size_t n, struct error *e)
{
	(void)e;
	strbuf_add(ctx, bytes, n);
	return true;
}

/* As the plugin writes it: deflated, sizes behind the data. */
static inline struct strbuf make_streamed(const char *data, size_t n)
{
	struct strbuf zip = {0};
	struct error e = {0};
	struct zipwrite *z = zipwrite_new(6, into, &zip);
	bool good = zipwrite_add(z, data, n, &e) && zipwrite_end(z, &e);

	zipwrite_free(z);
	if (!good)
		strbuf_clear(&zip);
	return zip;
}

static const char info_json[] = "{\"capturedAt\":\"2026-11-22T10:00:00Z\",\"pod\":\"a\"}\n";

/* As snap-fetch writes it: capture.json stored behind the plugin's member, the directory written
 * anew. */
static inline struct strbuf make_captured(const char *data, size_t n)
{
	enum { ENTRY = 46 + 13, END = 22 };
	struct strbuf zip = make_streamed(data, n), dir = {0};
	struct archive_plan plan = {0};
	const struct archive_member info = {"capture.json", info_json};

	strbuf_add(&dir, zip.s + zip.len - ENTRY - END, ENTRY);
	zip.len -= ENTRY + END;
	size_t at = zip.len;
	strbuf_add(&zip, "PK\3\4", 4);
	put_fields(&zip, &plan, &info, info.name);
	strbuf_addz(&zip, info.name);
	strbuf_addz(&zip, info.data);
	strbuf_add(&dir, "PK\1\2\24\0", 6);
	put_fields(&dir, &plan, &info, info.name);
	put(&dir, 0, 10);
	put(&dir, at, 4);
	strbuf_addz(&dir, info.name);
	put_end(&zip, &dir, 2, NULL);
	return zip;
}

static inline struct strbuf make_gzip(const char *data, size_t n)
{
	struct strbuf out = {0};

	z_stream z = {0};
	deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
	z.next_in = (const unsigned char *)data;
	z.avail_in = (unsigned)n;
	z.next_out = (unsigned char *)strbuf_reserve(&out, deflateBound(&z, n));
	z.avail_out = (unsigned)deflateBound(&z, n);
	deflate(&z, Z_FINISH);
	out.len = z.total_out;
	deflateEnd(&z);
	return out;
}

static inline void write_file(struct str bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n || close(fd) != 0)
		abort();
}

/* How a test reads an archive. APPENDED in small steps: whatever is wrong inside of the data then
 * shows after some of it was handed out. The last two as one block, where there can be one. */
enum way { BY_FILE, BY_PIPE, AT_ONCE, APPENDED, ONE_BLOCK, ONE_APPENDED, WAYS };

enum { STEP = 7 };

/* Reads on by steps, also after the end; the result of the last step. */
static inline int append_all(struct input *in, struct strbuf *out, struct error *e)
{
	int more;
	size_t before;

	do {
		before = out->len;
		more = input_append(in, out, before + STEP, e);
		if (more == 1 && out->len < before + STEP)
			error_set(e, 96, "a step", "too short");
	} while (more == 1);
	return more;
}

/* Call it first. The caller unlinks path at the end. */
static inline void archives_begin(const char *test)
{
	snprintf(path, sizeof path, "/tmp/snap-%s-%ld", test, (long)getpid());
	msg_init(test, true);
}

#endif
