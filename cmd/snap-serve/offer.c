#include "offer.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/temporary.h"
#include "common/whole.h"
#include "common/zipwrite.h"

enum { FAST = 1 }; /* compression level: on loopback speed matters more than size */

struct offer {
	int fd;
	uint64_t size;
	struct stat verified; /* for offer_intact alone */
	atomic_int users;
};

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
		same_time(a->st_mtim, b->st_mtim) &&
		(same_time(a->st_ctim, b->st_ctim) || a->st_nlink != b->st_nlink);
}

static bool unchanged(int fd, const struct stat *was, struct stat *is, struct error *e)
{
	if (fstat(fd, is) != 0)
		return error_errno(e, "cannot read");
	if (same_file(was, is))
		return true;
	error_set(e, SNAP_INPUT, "the file has changed", "%s",
		"it is not what was verified any more");
	error_hint(e, "write the new one beside it and rename it: mv NEW FILE");
	return false;
}

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
	struct strbuf path = {0};
	int fd = temporary_open(&path, e);

	if (fd < 0)
		return -1;
	temporary_remove(&path);
	struct zipwrite *zip = zipwrite_new(FAST, put, &fd);
	bool ok = whole_read(in, zip_up, zip, e) && zipwrite_end(zip, e);
	zipwrite_free(zip);
	if (ok)
		return fd;
	close(fd);
	return -1;
}

/* Verifies fd. Returns the descriptor of the ZIP, which is fd itself if that is one; -1: *e is set.
 */
static int verified(int fd, const char *name, struct error *e)
{
	int zip = -1;
	struct input *in = input_open_fd(fd, name, NULL, e);

	if (!in)
		return -1;
	if (strcmp(input_kind(in), "zip") != 0)
		zip = to_zip(in, e);
	else if (whole_read(in, NULL, NULL, e))
		zip = fd;
	input_close(in);
	return zip;
}

struct offer *offer_new(int fd, const char *name, struct stat *is, struct error *e)
{
	struct stat now, zip_is;
	int zip = -1;

	if (fstat(fd, is) != 0)
		error_errno(e, "cannot read");
	else
		zip = verified(fd, name, e);
	bool ok = zip >= 0 && unchanged(fd, is, &now, e) &&
		(fstat(zip, &zip_is) == 0 || error_errno(e, "cannot read"));
	if (zip != fd)
		close(fd);
	if (!ok) {
		if (zip >= 0)
			close(zip);
		return NULL;
	}
	struct offer *o = xmalloc(sizeof *o);
	*o = (struct offer){.fd = zip,
		.size = (uint64_t)zip_is.st_size,
		.verified = zip == fd ? *is : zip_is,
		.users = 1};
	return o;
}

struct offer *offer_share(struct offer *o)
{
	atomic_fetch_add(&o->users, 1);
	return o;
}

void offer_free(struct offer *o)
{
	if (!o || atomic_fetch_sub(&o->users, 1) > 1)
		return;
	close(o->fd);
	free(o);
}

uint64_t offer_size(const struct offer *o)
{
	return o->size;
}

bool offer_intact(struct offer *o, struct stat *is, struct error *e)
{
	if (!unchanged(o->fd, &o->verified, is, e))
		return false;
	o->verified = *is; /* with the number of names of today */
	return true;
}

ssize_t offer_read(const struct offer *o, const struct stat *was, uint64_t pos, char *buf, size_t n,
	struct error *e)
{
	struct stat is;
	uint64_t left = o->size - pos;
	ssize_t got;

	if (n > left)
		n = (size_t)left;
	do
		got = pread(o->fd, buf, n, (off_t)pos);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		error_errno(e, "cannot read");
	else if (unchanged(o->fd, was, &is, e) && n && got == 0)
		error_set(e, SNAP_INPUT, "the file is cut", "it ends at byte %llu of %llu",
			(unsigned long long)pos, (unsigned long long)o->size);
	return e->status ? -1 : got;
}
