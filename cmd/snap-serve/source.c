#include "source.h"
#include <fcntl.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/operand.h"
#include "common/raw.h"
#include "common/temporary.h"

static bool refuse_kind(struct error *e)
{
	return error_set(e, SNAP_INPUT, "is not a regular file any more", "%s",
		"a link, pipe or device is not followed");
}

static bool look(const struct source *s, struct stat *is, struct error *e)
{
	if ((s->link ? stat : lstat)(s->path, is) != 0)
		return error_errno(e, "cannot open");
	if (S_ISREG(is->st_mode))
		return true;
	if (S_ISDIR(is->st_mode))
		return error_set(e, SNAP_INPUT, "is a directory", "%s",
			"a file or pipe with a snapshot is wanted");
	return refuse_kind(e);
}

/* Never blocks, whatever file has the name since the check. */
static struct offer *open_path(const struct source *s, struct stat *is, struct error *e)
{
	int fd = fd_open(s->path,
		O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (s->link ? 0 : O_NOFOLLOW), 0);

	if (fd < 0 || fstat(fd, is) != 0)
		error_errno(e, "cannot open");
	else if (S_ISREG(is->st_mode))
		return offer_new(fd, s->name, s->role, is, e);
	else
		refuse_kind(e);
	if (fd >= 0)
		close(fd);
	return NULL;
}

/* Copies raw to an unlinked temporary file, and makes an offer of it. Closes raw. */
static struct offer *spool(const struct source *s, struct raw *raw, struct error *e)
{
	struct strbuf path = {0};
	struct stat is;
	int fd = -1;

	if (raw && temporary_copy(&path, raw, NULL, e)) {
		fd = fd_open(path.s, O_RDONLY | O_CLOEXEC, 0);
		if (fd < 0)
			error_path(e, "cannot open", path.s);
		temporary_remove(&path);
	}
	raw_close(raw);
	return fd < 0 ? NULL : offer_new(fd, s->name, s->role, &is, e);
}

bool source_open(struct source *s, const struct role *role, const char *file, struct error *e)
{
	struct stat st;
	bool from_stdin = operand_is_standard(file);

	*s = (struct source){.role = role, .name = operand_input(file)};
	pthread_mutex_init(&s->lock, NULL);
	if (from_stdin) {
		s->offer = spool(s, raw_open(NULL, e), e);
	} else if (stat(file, &st) != 0) {
		error_errno(e, "cannot open");
	} else if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
		s->offer = spool(s, raw_open(file, e), e);
	} else {
		s->path = file;
		s->link = lstat(file, &st) == 0 && S_ISLNK(st.st_mode);
		if (look(s, &s->seen, e))
			s->offer = open_path(s, &s->seen, e);
	}
	return s->offer != NULL;
}

void source_close(struct source *s)
{
	offer_free(s->offer);
	pthread_mutex_destroy(&s->lock);
}

/* Replaces the offer by the file that has the name now, if that is another one and valid. If it is
 * invalid, the offer stays and *e is set. */
static void renew(struct source *s, struct error *e)
{
	struct stat is;
	struct offer *fresh = NULL;

	if (look(s, &is, e)) {
		bool known = same_file(&s->seen, &is);

		s->seen = is;
		if (known)
			return;
		fresh = open_path(s, &s->seen, e);
	}
	if (fresh) {
		offer_free(s->offer);
		s->offer = fresh;
		msg_note("%s is another one now, and served", s->name);
	} else if (e->status == SNAP_SYSTEM) {
		/* A file that is short or missing now may be complete at the next request. */
		s->seen = (struct stat){0};
	}
}

struct offer *source_take(struct source *s, struct stat *is, struct error *e)
{
	struct error fault = {0};
	struct offer *taken = NULL;

	pthread_mutex_lock(&s->lock);
	if (s->path)
		renew(s, &fault);
	if (offer_intact(s->offer, is, e)) {
		taken = offer_share(s->offer);
		if (fault.status)
			msg_warn(s->name, "the one from before is served: %s: %s", fault.what,
				fault.why);
	} else if (fault.status) {
		*e = fault;
	}
	pthread_mutex_unlock(&s->lock);
	return taken;
}
