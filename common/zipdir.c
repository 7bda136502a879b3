#include <stdarg.h>
#include <stdio.h>
#include "common/zipdir.h"

enum {
	END_SIZE = 22,
	LOCATOR_SIZE = 20,
	END64_SIZE = 56,
	ENTRY_SIZE = 46,
	COMMENT_MAX = 65535,
	PADDING_MAX = 10240, /* tar's block size: bsdtar pads a ZIP in a pipe to it, too */
	VERSION_64_MIN = 45,
	VERSION_64_MAX = 63
};

bool zip_damaged(struct error *e, const char *fmt, ...)
{
	char why[sizeof e->why];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof why, fmt, args);
	va_end(args);
	error_set(e, SNAP_INPUT, "the archive is damaged", "%s", why);
	error_hint(e, "fetch it again");
	return false;
}

static bool cut_short(struct error *e, uint64_t size)
{
	error_set(e, SNAP_INPUT, "the archive is cut short",
		"it ends at byte %llu, without the directory that ends a ZIP",
		(unsigned long long)size);
	error_hint(e, "fetch it again");
	return false;
}

/* The offset of the end record. Readers search for the last one and differ in what may follow it:
 * here its comment, without the signature of another end record, and zeros. */
static bool find_end(
	struct str tail, uint64_t start, size_t *at, struct str *comment, struct error *e)
{
	size_t back = 4, most = END_SIZE + COMMENT_MAX + PADDING_MAX;

	while (back <= tail.n && back <= most && memcmp(tail.p + tail.n - back, "PK\5\6", 4) != 0)
		back++;
	if (back > tail.n || back > most || back < END_SIZE)
		return cut_short(e, start + tail.n);
	const char *p = tail.p + tail.n - back;
	if (back - END_SIZE < zip_little(p + 20, 2))
		return cut_short(e, start + tail.n);
	*at = tail.n - back;
	*comment = (struct str){p + END_SIZE, (size_t)zip_little(p + 20, 2)};
	size_t behind = back - END_SIZE - comment->n;
	for (size_t i = 1; i <= behind; i++)
		if (behind > PADDING_MAX || tail.p[tail.n - i])
			return zip_damaged(e, "%zu bytes follow its end", behind);
	/* It would be padding with another length. */
	return !comment->n || comment->p[comment->n - 1] ||
		zip_damaged(e, "its comment ends with a zero byte");
}

/* True if p holds value, or all ones if value has a longer field elsewhere. */
static bool says(const char *p, int bytes, uint64_t value, bool elsewhere)
{
	uint64_t stored = zip_little(p, bytes), ones = UINT64_MAX >> (64 - 8 * bytes);

	return stored == value || (elsewhere && stored == ones);
}

/* The start of the ZIP64 records between directory and end record. NULL: they are invalid. */
static const char *check_end64(struct str tail, uint64_t start, size_t end)
{
	if (end < LOCATOR_SIZE + END64_SIZE)
		return NULL;
	const char *locator = tail.p + end - LOCATOR_SIZE, *p = locator - END64_SIZE;
	uint64_t version = zip_little(p + 14, 2);
	bool good = memcmp(p, "PK\6\6", 4) == 0 && zip_little(locator + 4, 4) == 0 &&
		zip_little(locator + 8, 8) == start + end - LOCATOR_SIZE - END64_SIZE &&
		zip_little(locator + 16, 4) == 1 && zip_little(p + 4, 8) == END64_SIZE - 12 &&
		version >= VERSION_64_MIN && version <= VERSION_64_MAX &&
		zip_little(p + 16, 8) == 0 && zip_little(p + 24, 8) == zip_little(p + 32, 8);
	return good ? p : NULL;
}

bool zipdir_open(struct zipdir *d, struct str tail, uint64_t start, struct error *e)
{
	size_t end;

	*d = (struct zipdir){0};
	if (!find_end(tail, start, &end, &d->comment, e))
		return false;
	const char *p = tail.p + end, *p64 = NULL;
	bool wide = end >= LOCATOR_SIZE && memcmp(p - LOCATOR_SIZE, "PK\6\7", 4) == 0;
	if (wide && !(p64 = check_end64(tail, start, end)))
		return zip_damaged(e, "its records of ZIP64 are not in order");
	uint64_t size = wide ? zip_little(p64 + 40, 8) : zip_little(p + 12, 4),
		 behind = wide ? (uint64_t)(p64 - tail.p) : end;
	d->at = wide ? zip_little(p64 + 48, 8) : zip_little(p + 16, 4);
	d->count = wide ? zip_little(p64 + 32, 8) : zip_little(p + 10, 2);
	if (d->at < start || size > behind || d->at - start != behind - size)
		return zip_damaged(e, "the place of its directory is wrong");
	if (!says(p + 4, 2, 0, wide) || !says(p + 6, 2, 0, wide) ||
		!says(p + 8, 2, d->count, wide) || !says(p + 10, 2, d->count, wide) ||
		!says(p + 12, 4, size, wide) || !says(p + 16, 4, d->at, wide))
		return zip_damaged(e, "the record at its end is not in order");
	d->rest = (struct str){tail.p + (d->at - start), (size_t)size};
	return true;
}

static int not_in_order(struct error *e)
{
	zip_damaged(e, "its directory is not in order");
	return -1;
}

int zipdir_next(struct zipdir *d, struct zip_head *entry, struct error *e)
{
	const char *p = d->rest.p;

	if (!d->rest.n && d->seen != d->count)
		return zip_damaged(e, "its directory has %llu entries, not the %llu it says",
			       (unsigned long long)d->seen, (unsigned long long)d->count),
		       -1;
	if (!d->rest.n)
		return 0;
	if (d->rest.n < ENTRY_SIZE || memcmp(p, "PK\1\2", 4) != 0)
		return not_in_order(e);
	size_t name = zip_little(p + 28, 2), extra = zip_little(p + 30, 2),
	       comment = zip_little(p + 32, 2);
	size_t whole = ENTRY_SIZE + name + extra + comment;
	if (d->rest.n < whole)
		return not_in_order(e);
	*entry = (struct zip_head){.name = {p + ENTRY_SIZE, name}, .at = zip_little(p + 42, 4)};
	zip_fields_read(entry, p + 6);
	if (!zip_extra_read(entry, (struct str){p + ENTRY_SIZE + name, extra},
		    (unsigned)zip_little(p + 34, 2)))
		return not_in_order(e);
	d->rest = (struct str){p + whole, d->rest.n - whole};
	d->seen++;
	return 1;
}
