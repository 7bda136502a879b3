#include <archive_entry.h>
#include <stdlib.h>
#include "common/capture_info.h"
#include "common/larchive.h"
#include "common/mem.h"
#include "common/zipdir.h"
#include "common/zipread.h"

/* A directory of more than this is an attack: it has to be kept in memory. */
enum { DIRECTORY_MAX = 1 << 28 };

struct zipread {
	struct larchive l;
	uint64_t max_size, total;
	struct zip_member *members;
	size_t count, cap;
	bool open;    /* the newest member has bytes left */
	uint64_t got; /* of the newest member */
};

struct zipread *zipread_new(struct raw *raw, uint64_t max_size, struct error *e)
{
	struct zipread *z = xcalloc(1, sizeof *z);
	z->max_size = max_size;
	larchive_init(&z->l, raw);
	if (archive_read_support_format_zip_streamable(z->l.a) != ARCHIVE_OK)
		out_of_memory();
	if (larchive_start(&z->l, e))
		return z;
	zipread_free(z);
	return NULL;
}

void zipread_free(struct zipread *z)
{
	if (!z)
		return;
	larchive_free(&z->l);
	for (size_t i = 0; i < z->count; i++)
		free((char *)z->members[i].name);
	free(z->members);
	free(z);
}

const struct zip_member *zipread_members(const struct zipread *z, size_t *count)
{
	*count = z->count;
	return z->members;
}

bool zipread_too_big(uint64_t max_size, struct error *e)
{
	struct strbuf size = {0};
	if (max_size % 1024 == 0)
		strbuf_addf(&size, "%lluKiB", (unsigned long long)(max_size / 1024));
	else
		strbuf_addf(&size, "%llu bytes", (unsigned long long)max_size);
	error_set(e, SNAP_LIMIT, "too big", "more than %s come out of it", size.s);
	error_hint(e, "a higher --max-size, if it is to be trusted");
	strbuf_free(&size);
	return false;
}

static void add_member(struct zipread *z, struct archive_entry *entry)
{
	if (z->count == z->cap) {
		z->cap = z->cap ? z->cap * 2 : 8;
		z->members = xrealloc_array(z->members, z->cap, sizeof *z->members);
	}
	const char *name = archive_entry_pathname_utf8(entry);
	if (!name)
		name = archive_entry_pathname(entry);
	z->members[z->count++] = (struct zip_member){
		.name = xstrdup(name ? name : ""),
		.size = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : -1,
		.mtime = archive_entry_mtime_is_set(entry) ? archive_entry_mtime(entry) : 0,
		.directory = archive_entry_filetype(entry) == AE_IFDIR,
		.link = archive_entry_filetype(entry) == AE_IFLNK,
		.encrypted = archive_entry_is_encrypted(entry),
	};
	z->open = true;
	z->got = 0;
}

/* libarchive takes the descriptor behind a member for a short one unless the header in front says otherwise, which streamed ones do not. */
static bool data_failed(struct zipread *z, const struct zip_member *m, struct error *e)
{
	if (z->got <= UINT32_MAX || z->l.ended)
		return larchive_fail(&z->l, m->name, e);
	error_set(e, SNAP_LIMIT, "too big", "%.200s has more than 4GiB and its size is told behind it, which libarchive cannot read", m->name);
	error_hint(e, "unzip -p FILE %.200s, piped into %s", m->name, msg_program());
	return false;
}

int zipread_data(struct zipread *z, struct str *block, struct error *e)
{
	struct zip_member *m = &z->members[z->count - 1];
	const void *bytes;
	size_t n = 0;
	la_int64_t offset;
	if (!z->open)
		return 0;
	if (m->encrypted) {
		error_set(e, SNAP_INPUT, "encrypted", "%s needs a password", m->name);
		error_hint(e, "unzip -P PASSWORD -p FILE %s, piped into %s", m->name, msg_program());
		return -1;
	}
	int status = archive_read_data_block(z->l.a, &bytes, &n, &offset);
	if (status == ARCHIVE_EOF) {
		z->open = false;
		m->size = (int64_t)z->got;
		return 0;
	}
	/* ARCHIVE_WARN is how libarchive reports a wrong CRC or size. */
	if (status != ARCHIVE_OK)
		return data_failed(z, m, e), -1;
	z->got += n;
	z->total += n;
	/* A size that is told beforehand is believed only where it is too big. */
	if (z->total > z->max_size || (m->size > 0 && (uint64_t)m->size > z->max_size))
		return zipread_too_big(z->max_size, e), -1;
	*block = (struct str){bytes, n};
	return 1;
}

/* What follows the last member. Part of it was given to libarchive already: its two newest blocks are still there. */
static bool read_tail(struct zipread *z, uint64_t from, struct strbuf *tail, struct error *e)
{
	const struct larchive *l = &z->l;
	struct str block;
	uint64_t last = raw_offset(l->raw) - l->last.n, before = last - l->before.n;
	if (from < before) {
		error_set(e, SNAP_SYSTEM, "cannot read the archive", "the directory begins before what libarchive read last");
		return false;
	}
	if (from < last)
		strbuf_add(tail, l->before.p + (from - before), last - from);
	uint64_t skip = from > last ? from - last : 0;
	if (skip < l->last.n)
		strbuf_add(tail, l->last.p + skip, l->last.n - skip);
	int more;
	while ((more = raw_next(l->raw, &block, e)) > 0) {
		strbuf_addstr(tail, block);
		if (tail->len > DIRECTORY_MAX) {
			error_set(e, SNAP_INPUT, "the archive is damaged", "no directory behind the members, but a lot of other bytes");
			return false;
		}
	}
	return more == 0;
}

static bool is_ours(struct str name)
{
	return str_eq(name, STR(SNAPSHOT_MEMBER)) || str_eq(name, STR(CAPTURE_MEMBER));
}

/* Members and directory have to agree on how many there are and on which are ours: else two readers see two snapshots. */
static bool compare(struct zipread *z, struct zipdir *dir, struct error *e)
{
	struct zipdir_entry entry;
	size_t i = 0;
	int more;
	while ((more = zipdir_next(dir, &entry, e)) > 0) {
		if (i == z->count)
			break;
		struct zip_member *m = &z->members[i++];
		m->packed = entry.packed;
		m->crc = entry.crc;
		m->method = entry.method;
		if (!entry.dated)
			m->mtime = 0;
		struct str name = str_of(m->name);
		bool ours = is_ours(name), agree = str_eq(entry.name, name) && (uint64_t)m->size == entry.size;
		if ((ours && !agree) || (!ours && is_ours(entry.name))) {
			error_set(e, SNAP_INPUT, "the archive is damaged", "its directory disagrees with its member %s", m->name);
			return false;
		}
	}
	if (more < 0)
		return false;
	if (more > 0 || i != z->count)
		return error_set(e, SNAP_INPUT, "the archive is damaged", "its directory lists %s members than there are",
			more > 0 ? "more" : "fewer");
	return true;
}

static bool check_directory(struct zipread *z, struct error *e)
{
	struct strbuf tail = {0};
	struct zipdir dir;
	la_int64_t from = archive_filter_bytes(z->l.a, -1);
	bool ok = read_tail(z, (uint64_t)from, &tail, e) && zipdir_open(&dir, strbuf_str(&tail), (uint64_t)from, e) && compare(z, &dir, e);
	strbuf_free(&tail);
	return ok;
}

/* Reads what is left of the current member, so that its CRC is checked too; an encrypted one can only be skipped. */
static bool finish_member(struct zipread *z, struct error *e)
{
	struct str block;
	int more = 0;
	if (z->open && z->members[z->count - 1].encrypted) {
		z->open = false;
		return archive_read_data_skip(z->l.a) == ARCHIVE_OK || larchive_fail(&z->l, z->members[z->count - 1].name, e);
	}
	while (z->open && (more = zipread_data(z, &block, e)) > 0)
		;
	return more == 0;
}

int zipread_next(struct zipread *z, struct error *e)
{
	struct archive_entry *entry;
	if (!finish_member(z, e))
		return -1;
	int status = archive_read_next_header(z->l.a, &entry);
	if (status == ARCHIVE_EOF)
		return check_directory(z, e) ? 0 : -1;
	/* A warning here is about the name or the attributes. */
	if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
		return larchive_fail(&z->l, NULL, e), -1;
	add_member(z, entry);
	return 1;
}
