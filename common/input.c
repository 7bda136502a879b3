#include <libdeflate.h>
#include <stdlib.h>
#include "common/input.h"
#include "common/json.h"
#include "common/mem.h"
#include "common/raw.h"
#include "common/unpack.h"
#include "common/zipfast.h"
#include "common/zipread.h"
#include "common/zipstream.h"

#define DEFAULT_MAX_SIZE ((uint64_t)8 << 30)

enum { ROOM = 1 << 16 }; /* small blocks stay in the cache and touch little memory */

struct input {
	struct raw *raw;
	enum raw_kind kind;
	bool any;
	uint64_t max_size, total;
	struct zipread *zip;      /* ZIP, in all its variety */
	bool plain;               /* ZIP: the fast path; on an error zip reads raw from its start */
	struct zipplain file;     /* how it is plain */
	struct unpack *unpack;    /* gzip, xz, zstd */
	struct str first;         /* of unpack or zip: read, not returned yet */
	struct strbuf joined;     /* memory of first, if it is more than one block */
	bool over;                /* the end was reached and verified */
	bool tried;               /* the fast paths of a ZIP are in use, or impossible */
	struct zipstream *stream; /* a fast way */
	char *room;               /* ROOM bytes for it */
	bool at_once;             /* the other one: text is all of it */
	struct strbuf text;       /* of input_read_all */
	struct input_member *members;
	/* The member capture.json. */
	struct strbuf info;
	bool has_info;
	const char *info_fault; /* why info is not it; NULL: it is */
	struct arena arena;
	struct capture_info capture;
};

/* "in the archive: a.json, b.json" */
static void list_members(const struct zipread *zip, struct strbuf *out)
{
	size_t count;
	const struct zip_member *m = zipread_members(zip, &count);

	if (!count)
		strbuf_addz(out, "the archive is empty");
	for (size_t i = 0; i < count && i < 4; i++)
		strbuf_addf(
			out, "%s%.100s", i ? ", " : "no member snapshot.json, only: ", m[i].name);
	if (count > 4)
		strbuf_addf(out, ", ... (%zu members)", count);
}

static bool refuse_zip(const struct zipread *zip, struct error *e)
{
	struct strbuf list = {0};
	size_t count;
	const struct zip_member *m = zipread_members(zip, &count);

	list_members(zip, &list);
	error_set(e, SNAP_INPUT, "not a snapshot", "%s", list.s);
	strbuf_free(&list);
	for (size_t i = 0; i < count; i++)
		if (str_ends(str_of(m[i].name), STR("/" SNAPSHOT_MEMBER)))
			error_hint(e,
				"snap-unzip -p %.200s FILE | snap-zip, since a folder in front of the name does not count",
				m[i].name);
	return false;
}

static const struct zip_member *newest(const struct zipread *zip)
{
	size_t count;
	const struct zip_member *m = zipread_members(zip, &count);

	return &m[count - 1];
}

static bool is_snapshot(const struct zipread *zip)
{
	return strcmp(newest(zip)->name, SNAPSHOT_MEMBER) == 0;
}

/* Keeps the newest member if it is capture.json. An error in it alone is kept for input_capture.
 * False: the archive is damaged. */
static bool take_info(struct input *in, struct error *e)
{
	const struct zip_member *m = newest(in->zip);
	struct str block;
	int more = 0;

	if (strcmp(m->name, CAPTURE_MEMBER) != 0)
		return true;
	if (in->has_info)
		in->info_fault = "two members are called " CAPTURE_MEMBER;
	else if (m->encrypted)
		in->info_fault = "it is encrypted";
	in->has_info = true;
	while (!in->info_fault && (more = zipread_data(in->zip, &block, e)) > 0) {
		if (in->info.len + block.n > CAPTURE_MAX)
			in->info_fault = "it has more than 64KiB";
		else
			strbuf_addstr(&in->info, block);
	}
	return more >= 0;
}

static void forget_info(struct input *in)
{
	strbuf_clear(&in->info);
	in->has_info = false;
	in->info_fault = NULL;
}

static bool open_archive(struct input *in, struct error *e)
{
	forget_info(in);
	in->zip = zipread_new(in->raw, in->max_size);
	for (int more; (more = zipread_next(in->zip, e)) != 0;) {
		if (more < 0)
			return false;
		if (is_snapshot(in->zip))
			return true;
		if (!take_info(in, e))
			return false;
	}
	return refuse_zip(in->zip, e);
}

static bool open_zip(struct input *in, struct error *e)
{
	in->plain = zipplain_find(in->raw, &in->file);
	in->has_info = in->plain && in->file.info_at;
	if (in->has_info)
		in->plain = zipplain_info(&in->file, &in->info);
	return in->plain || open_archive(in, e);
}

static bool open_packed(struct input *in, struct error *e)
{
	in->unpack = unpack_new(in->raw, in->kind, e);
	if (!in->unpack || unpack_next(in->unpack, &in->first, e) < 0)
		return false;
	enum raw_kind inside = raw_kind_of(in->first);
	if (inside == RAW_JSON)
		return true;
	if (inside == RAW_OTHER || inside == RAW_EMPTY)
		return in->any || raw_refuse(in->first, e);
	error_set(e, SNAP_INPUT, "packed twice", "%s holds %s", raw_kind_name(in->kind),
		raw_kind_name(inside));
	error_hint(e, "unpack it once with %s -d",
		in->kind == RAW_GZIP ? "gzip" : raw_kind_name(in->kind));
	return false;
}

static bool open_kind(struct input *in, struct error *e)
{
	if (!raw_sniff(in->raw, &in->kind, e))
		return false;
	switch (in->kind) {
	case RAW_ZIP: return open_zip(in, e);
	case RAW_GZIP:
	case RAW_XZ:
	case RAW_ZSTD: return open_packed(in, e);
	case RAW_JSON: return true;
	default: return in->any || raw_refuse(raw_head(in->raw), e);
	}
}

struct input *input_open_raw(struct raw *raw, const struct input_limits *limits, struct error *e)
{
	if (!raw)
		return NULL;
	struct input *in = xcalloc(1, sizeof *in);
	in->raw = raw;
	in->max_size = limits && limits->max_size ? limits->max_size : DEFAULT_MAX_SIZE;
	in->any = limits && limits->any;
	if (open_kind(in, e))
		return in;
	input_close(in);
	return NULL;
}

struct input *input_open(const char *path, const struct input_limits *limits, struct error *e)
{
	return input_open_raw(raw_open(path, e), limits, e);
}

struct input *input_open_fd(
	int fd, const char *name, const struct input_limits *limits, struct error *e)
{
	return input_open_raw(raw_open_fd(fd, name), limits, e);
}

void input_close(struct input *in)
{
	if (!in)
		return;
	zipstream_free(in->stream);
	free(in->room);
	zipread_free(in->zip);
	unpack_free(in->unpack);
	raw_close(in->raw);
	strbuf_free(&in->text);
	strbuf_free(&in->joined);
	strbuf_free(&in->info);
	arena_free(&in->arena);
	free(in->members);
	free(in);
}

bool input_peek(struct input *in, size_t n, struct str *head, struct error *e)
{
	struct str block;
	int more = 1;

	*head = (struct str){0};
	if (in->kind == RAW_ZIP)
		return true;
	if (!in->unpack) {
		if (!raw_peek(in->raw, n, e))
			return false;
		*head = raw_head(in->raw);
		return true;
	}
	while (in->first.n < n && more > 0) {
		if (!in->joined.len)
			strbuf_addstr(&in->joined, in->first);
		more = unpack_next(in->unpack, &block, e);
		if (more > 0)
			strbuf_addstr(&in->joined, block);
		in->first = strbuf_str(&in->joined);
	}
	*head = in->first;
	return more >= 0;
}

/* After snapshot.json: the other members are verified, too, and none may have the same name. */
static int finish_zip(struct input *in, struct error *e)
{
	int more;

	while ((more = zipread_next(in->zip, e)) > 0) {
		if (!take_info(in, e))
			return -1;
		if (is_snapshot(in->zip)) {
			error_set(e, SNAP_INPUT, "not a snapshot",
				"two members are called snapshot.json");
			error_hint(e,
				"unzip -l FILE shows them; snap-zip makes an archive of the right one");
			return -1;
		}
	}
	return more;
}

static void try_stream(struct input *in)
{
	if (in->plain)
		in->stream = zipstream_open(&in->file, in->max_size);
	in->tried = true;
}

/* The stream has failed: zip reads the file again and sets the error, at the offset of the stream
 * or behind it. */
static bool leave_stream(struct input *in, struct error *e)
{
	uint32_t crc = 0, wanted = zipstream_crc(in->stream);
	struct str block = {0};

	zipstream_free(in->stream);
	in->stream = NULL;
	if (!open_archive(in, e))
		return false;
	for (uint64_t left = in->total, n; left; left -= n) {
		int more = zipread_data(in->zip, &block, e);

		if (more < 0)
			return false;
		n = block.n < left ? block.n : left;
		crc = libdeflate_crc32(crc, block.p, n);
		in->first = (struct str){block.p + n, block.n - n};
		if (more == 0)
			break;
	}
	if (crc == wanted)
		return true;
	error_set(e, SNAP_INPUT, "the archive is damaged", "the file changes while it is read");
	error_hint(e, "wait until whoever writes it is done");
	return false;
}

static int read_kind(struct input *in, struct str *block, struct error *e)
{
	int more;

	if (in->first.n) {
		*block = in->first;
		in->first.n = 0;
		return 1;
	}
	if (in->unpack)
		return unpack_next(in->unpack, block, e);
	if (in->kind != RAW_ZIP)
		return raw_next(in->raw, block, e);
	if (!in->zip && !open_archive(in, e))
		return -1;
	more = zipread_data(in->zip, block, e);
	return more ? more : finish_zip(in, e);
}

/* The next block. A fast path writes it to the caller's room, of size bytes. */
static int read_block(struct input *in, char *room, size_t size, struct str *block, struct error *e)
{
	int more = -1;

	if (in->over) {
		*block = in->first;
		in->first.n = 0;
		return block->n != 0;
	}
	if (in->stream) {
		block->p = room;
		more = zipstream_fill(in->stream, room, size, &block->n);
		if (more < 0 && !leave_stream(in, e))
			return -1;
	}
	if (more < 0)
		more = read_kind(in, block, e);
	if (more == 0)
		in->over = true;
	if (more <= 0)
		return more;
	in->total += block->n;
	return in->total <= in->max_size ? 1 : (zipread_too_big(in->max_size, e), -1);
}

int input_read(struct input *in, struct str *block, struct error *e)
{
	if (!in->tried && !in->over)
		try_stream(in);
	if (in->stream && !in->room)
		in->room = xmalloc(ROOM);
	return read_block(in, in->room, ROOM, block, e);
}

int input_append(struct input *in, struct strbuf *to, size_t enough, struct error *e)
{
	struct str block;
	int more = 1;

	if (!in->tried && !in->over)
		try_stream(in);
	while (to->len < enough && more == 1) {
		size_t room = enough - to->len;
		char *end = strbuf_reserve(to, room);

		more = read_block(in, end, room, &block, e);
		if (more == 1 && block.p == end) {
			to->len += block.n;
			to->s[to->len] = 0;
		} else if (more == 1) {
			strbuf_addstr(to, block);
		}
	}
	return in->over ? 0 : more;
}

/* Initial size of the buffer of input_read_all: that of a bare file, else an estimate by the usual
 * ratio. */
static size_t expected_size(const struct input *in)
{
	const uint64_t most = (uint64_t)1 << 26;
	uint64_t size = raw_file_size(in->raw) < 0 ? RAW_BLOCK : (uint64_t)raw_file_size(in->raw);

	if (in->kind != RAW_JSON)
		size = size > most / 8 ? most : size * 8;
	return (size_t)size;
}

/* Memory for a bare file of known size, or a ZIP inflated in one call. All other inputs take the
 * usual path. */
static void read_fast(struct input *in)
{
	size_t n = 0;

	if (in->kind == RAW_JSON && raw_file_size(in->raw) > 0) {
		in->text.cap = (size_t)raw_file_size(in->raw) + INPUT_PADDING + 2;
		in->text.s = huge_alloc(in->text.cap);
		if (!in->text.s)
			in->text.cap = 0;
	}
	if (!in->plain || in->tried)
		return;
	in->tried = true;
	char *text = zipfast_read(&in->file, in->max_size, INPUT_PADDING, &n);
	if (text) {
		in->text = (struct strbuf){text, n, n + INPUT_PADDING};
		in->total = n;
		in->over = in->at_once = true;
	}
}

void input_at_once(struct input *in, uint64_t most)
{
	if (!in->plain || in->file.size > most)
		return;
	read_fast(in);
	if (in->at_once)
		in->first = strbuf_str(&in->text);
}

static bool read_bare(struct input *in, struct error *e)
{
	for (;;) {
		size_t room = in->text.cap > in->text.len + INPUT_PADDING + 1
			? in->text.cap - in->text.len - INPUT_PADDING - 1
			: RAW_BLOCK;
		int64_t n =
			raw_fill(in->raw, strbuf_reserve(&in->text, room + INPUT_PADDING), room, e);

		if (n < 0)
			return false;
		in->text.len += (size_t)n;
		if (in->text.len > in->max_size)
			return zipread_too_big(in->max_size, e);
		if ((size_t)n < room)
			return true;
	}
}

bool input_read_all(struct input *in, struct str *text, struct error *e)
{
	struct str block;
	int more = 0;

	if (in->kind == RAW_JSON && raw_file_size(in->raw) > 0 &&
		(uint64_t)raw_file_size(in->raw) > in->max_size)
		return zipread_too_big(in->max_size, e);
	read_fast(in);
	if (in->at_once) {
		*text = strbuf_str(&in->text);
		return true;
	}
	/* One byte more than the size, so that the end of a bare file is seen without growing. */
	strbuf_reserve(&in->text, expected_size(in) + INPUT_PADDING + 1);
	if (in->kind == RAW_JSON) {
		if (!read_bare(in, e))
			return false;
	} else {
		while ((more = input_read(in, &block, e)) > 0)
			strbuf_addstr(&in->text, block);
		if (more < 0)
			return false;
	}
	memset(strbuf_reserve(&in->text, INPUT_PADDING), 0, INPUT_PADDING);
	*text = strbuf_str(&in->text);
	return true;
}

uint64_t input_size(const struct input *in)
{
	if (in->plain)
		return in->file.size;
	return in->kind == RAW_JSON && raw_file_size(in->raw) > 0 ? (uint64_t)raw_file_size(in->raw)
								  : 0;
}

uint64_t input_file_size(const struct input *in)
{
	return raw_file_size(in->raw) > 0 ? (uint64_t)raw_file_size(in->raw) : 0;
}

uint64_t input_taken(const struct input *in)
{
	return in->stream ? zipstream_taken(in->stream) : raw_offset(in->raw);
}

const char *input_name(const struct input *in)
{
	return raw_name(in->raw);
}

const char *input_kind(const struct input *in)
{
	return raw_kind_name(in->kind);
}

const struct input_member *input_members(struct input *in, size_t *count)
{
	*count = 0;
	if (in->kind != RAW_ZIP)
		return NULL;
	const struct zip_member plain[] = {
		{.name = SNAPSHOT_MEMBER, .size = in->over ? (int64_t)in->total : -1},
		{.name = CAPTURE_MEMBER, .size = (int64_t)in->info.len}};
	const struct zip_member *m = plain;
	if (in->zip)
		m = zipread_members(in->zip, count);
	else
		*count = in->over && in->has_info ? 2 : 1;
	in->members = xrealloc_array(in->members, *count, sizeof *in->members);
	for (size_t i = 0; i < *count; i++)
		in->members[i] = (struct input_member){m[i].name, m[i].size};
	return in->members;
}

const struct capture_info *input_capture(struct input *in, struct error *e)
{
	if (!in->has_info)
		return NULL;
	if (in->info_fault) {
		error_set(e, SNAP_INPUT, CAPTURE_MEMBER " cannot be read", "%s", in->info_fault);
		return NULL;
	}
	memset(strbuf_reserve(&in->info, JSON_PADDING), 0, JSON_PADDING);
	arena_free(&in->arena);
	return capture_info_read(strbuf_str(&in->info), &in->arena, &in->capture, e) ? &in->capture
										     : NULL;
}
