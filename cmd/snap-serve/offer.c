#include "offer.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/mem.h"
#include "role.h"

struct offer {
	int fd;
	uint64_t size;
	unsigned status;
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

/* Verifies fd as the role does it. */
static int verified(
	int fd, const char *name, const struct role *role, unsigned *status, struct error *e)
{
	const struct input_limits limits = {.any = role->any};
	struct input *in = input_open_fd(fd, name, &limits, e);
	int made = in ? role->verify(in, fd, status, e) : -1;

	if (in)
		input_close(in);
	return made;
}

struct offer *offer_new(
	int fd, const char *name, const struct role *role, struct stat *is, struct error *e)
{
	struct stat now, made_is;
	unsigned status;
	int made = -1;

	if (fstat(fd, is) != 0)
		error_errno(e, "cannot read");
	else
		made = verified(fd, name, role, &status, e);
	bool ok = made >= 0 && unchanged(fd, is, &now, e) &&
		(fstat(made, &made_is) == 0 || error_errno(e, "cannot read"));
	if (made != fd)
		close(fd);
	if (!ok) {
		if (made >= 0)
			close(made);
		return NULL;
	}
	struct offer *o = xmalloc(sizeof *o);
	*o = (struct offer){.fd = made,
		.size = (uint64_t)made_is.st_size,
		.status = status,
		.verified = made == fd ? *is : made_is,
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

unsigned offer_status(const struct offer *o)
{
	return o->status;
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
