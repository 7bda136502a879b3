#include <stdio.h>
#include <stdlib.h>
#include "common/capture_info.h"
#include "common/grow.h"
#include "common/mem.h"
#include "common/timefmt.h"
#include "common/zipbody.h"
#include "common/zipdir.h"
#include "common/zipread.h"

/* Headers or a directory of more bytes are an attack: they are kept in memory. */
enum { DIRECTORY_MAX = 1 << 28 };

struct zipread {
	struct peek in;
	uint64_t max_size, total;
	struct zip_member *members;
	struct zip_head *heads; /* header of each member */
	size_t count, cap;
	uint64_t headers;     /* bytes of local headers so far */
	struct zipbody *body; /* of the newest member; NULL: it is read */
};

struct zipread *zipread_new(struct raw *raw, uint64_t max_size)
{
	struct zipread *z = xcalloc(1, sizeof *z);

	z->max_size = max_size;
	z->in.raw = raw;
	return z;
}

void zipread_free(struct zipread *z)
{
	if (!z)
		return;
	zipbody_free(z->body);
	/* The names are the reader's own; others may only read them. */
	for (size_t i = 0; i < z->count; i++)
		free((char *)(uintptr_t)z->members[i].name);
	free(z->members);
	free(z->heads);
	peek_free(&z->in);
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
	strbuf_free(&size);
	return false;
}

/* MS-DOS times have no zone: read as UTC. 0: the date is missing or invalid. */
static time_t modified(const struct zip_head *h)
{
	char text[64];
	struct instant t = {0, 0};
	unsigned date = h->time >> 16, time = h->time & 0xffff;

	if (!date)
		return 0;
	if (h->mtime)
		return h->mtime;
	int n = snprintf(text, sizeof text, "%04u-%02u-%02uT%02u:%02u:%02uZ", 1980 + (date >> 9),
		date >> 5 & 15, date & 31, time >> 11, time >> 5 & 63, 2 * (time & 31));
	return rfc3339_parse((struct str){text, (size_t)n}, &t) ? t.sec : 0;
}

/* The caller has checked that the name has no zero byte. */
static void add_member(struct zipread *z, const struct zip_head *local)
{
	if (z->count == z->cap) {
		z->cap = next_capacity(z->cap);
		z->members = xrealloc_array(z->members, z->cap, sizeof *z->members);
		z->heads = xrealloc_array(z->heads, z->cap, sizeof *z->heads);
	}
	char *name = xmalloc(local->name.n + 1);
	memcpy(name, local->name.p, local->name.n);
	name[local->name.n] = 0;
	z->members[z->count] = (struct zip_member){
		.name = name,
		.size = local->flags & ZIP_DESCRIPTOR && !local->size ? -1 : (int64_t)local->size,
		.mtime = modified(local),
		.directory = str_ends(local->name, STR("/")),
		.encrypted = local->flags & ZIP_ENCRYPTED,
		.method = local->method,
	};
	z->heads[z->count] = *local;
	z->heads[z->count].name.p = name;
	z->count++;
}

static void end_member(struct zipread *z)
{
	struct zip_member *m = &z->members[z->count - 1];
	struct zip_head *h = &z->heads[z->count - 1];

	*h = zipbody_known(z->body);
	m->size = (int64_t)h->size;
	m->packed = h->packed;
	m->crc = h->crc;
	zipbody_free(z->body);
	z->body = NULL;
}

int zipread_data(struct zipread *z, struct str *block, struct error *e)
{
	struct zip_member *m = &z->members[z->count - 1];

	if (!z->body)
		return 0;
	if (m->encrypted) {
		error_set(e, SNAP_INPUT, "encrypted", "%s needs a password", m->name);
		error_hint(
			e, "unzip -P PASSWORD -p FILE %s, piped into %s", m->name, msg_program());
		return -1;
	}
	/* A size in the local header is used only to refuse a member that is too big. */
	if (m->size > 0 && (uint64_t)m->size > z->max_size)
		return zipread_too_big(z->max_size, e), -1;
	int more = zipbody_next(z->body, block, e);
	if (more == 0)
		end_member(z);
	if (more <= 0)
		return more;
	z->total += block->n;
	return z->total <= z->max_size ? 1 : (zipread_too_big(z->max_size, e), -1);
}

/* Reads everything behind the last member. */
static bool read_tail(struct zipread *z, struct strbuf *tail, struct error *e)
{
	do {
		strbuf_addstr(tail, z->in.have);
		peek_take(&z->in, z->in.have.n);
		if (tail->len > DIRECTORY_MAX)
			return zip_damaged(
				e, "no directory behind the members, but a lot of other bytes");
		if (!peek_need(&z->in, 1, e))
			return false;
	} while (z->in.have.n);
	return true;
}

/* Some readers use the headers, others the directory: if they disagreed, the file would hold two
 * snapshots. */
static bool compare(const struct zipread *z, struct zipdir *dir, struct error *e)
{
	struct zip_head entry;
	size_t i = 0;
	int more;

	for (; (more = zipdir_next(dir, &entry, e)) > 0 && i < z->count; i++) {
		const char *what = zip_contradiction(&z->heads[i], &entry, false);

		if (what)
			return zip_damaged(e, "its directory disagrees with its member %.200s: %s",
				z->members[i].name, what);
	}
	if (more < 0)
		return false;
	if (more > 0 || i != z->count)
		return zip_damaged(e, "its directory lists %s members than there are",
			more > 0 ? "more" : "fewer");
	return true;
}

static bool check_directory(struct zipread *z, struct error *e)
{
	struct strbuf tail = {0};
	struct zipdir dir;
	uint64_t from = peek_offset(&z->in);
	bool ok = read_tail(z, &tail, e) && zipdir_open(&dir, strbuf_str(&tail), from, e);

	if (ok && dir.at != from)
		ok = zip_damaged(e, "there are bytes between its members and its directory");
	ok = ok && compare(z, &dir, e);
	strbuf_free(&tail);
	return ok;
}

/* Reads the rest of the current member, so that its CRC is verified; an encrypted one is skipped.
 */
static bool finish_member(struct zipread *z, struct error *e)
{
	struct str block;
	int more = 0;

	if (z->body && z->members[z->count - 1].encrypted) {
		if (!zipbody_skip(z->body, e))
			return false;
		end_member(z);
	}
	while (z->body && (more = zipread_data(z, &block, e)) > 0)
		;
	return more == 0;
}

static bool cut_short(const struct zipread *z, struct error *e)
{
	error_set(e, SNAP_INPUT, "the archive is cut short", "it ends at byte %llu",
		(unsigned long long)(peek_offset(&z->in) + z->in.have.n));
	error_hint(e, "fetch it again");
	return false;
}

static bool begin_member(struct zipread *z, struct error *e)
{
	struct peek *in = &z->in;
	struct zip_head local;
	uint64_t at = peek_offset(in);

	if (!peek_need(in, ZIP_LOCAL_SIZE, e))
		return false;
	size_t n = in->have.n < ZIP_LOCAL_SIZE ? SIZE_MAX : zip_local_length(in->have.p);
	if (n != SIZE_MAX && !peek_need(in, n, e))
		return false;
	if (in->have.n < n)
		return cut_short(z, e);
	z->headers += n;
	if (z->headers > DIRECTORY_MAX)
		return zip_damaged(e, "there is no end to its members");
	if (!zip_local_read(&local, (struct str){in->have.p, n}, at))
		return zip_damaged(
			e, "the header at byte %llu is not in order", (unsigned long long)at);
	if (str_find(local.name, 0))
		return zip_damaged(
			e, "the name at byte %llu has a zero byte in it", (unsigned long long)at);
	add_member(z, &local);
	peek_take(in, n);
	return true;
}

int zipread_next(struct zipread *z, struct error *e)
{
	static const char *const behind[] = {"PK\1\2", "PK\6\6", "PK\5\6"};

	if (!finish_member(z, e) || !peek_need(&z->in, 4, e))
		return -1;
	struct str have = z->in.have;
	if (have.n < 4)
		return cut_short(z, e), -1;
	for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
		if (memcmp(have.p, behind[i], 4) == 0)
			return check_directory(z, e) ? 0 : -1;
	if (memcmp(have.p, "PK\3\4", 4) != 0)
		return zip_damaged(e, "what is at byte %llu is neither a member nor the directory",
			       (unsigned long long)peek_offset(&z->in)),
		       -1;
	if (!begin_member(z, e))
		return -1;
	z->body = zipbody_new(&z->in, &z->heads[z->count - 1], z->members[z->count - 1].name, e);
	return z->body ? 1 : -1;
}
