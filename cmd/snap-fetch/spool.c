#include "spool.h"
#include <errno.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/temporary.h"

enum { BLOCK = 65536 };

bool spool_open(struct spool *s, struct error *e)
{
	*s = (struct spool){.fd = temporary_unlinked(e)};
	return s->fd >= 0;
}

void spool_close(struct spool *s)
{
	fd_close(s->fd);
	strbuf_free(&s->tail);
}

void spool_clear(struct spool *s)
{
	strbuf_clear(&s->tail);
	s->in_file = 0;
}

bool spool_add(struct spool *s, struct str bytes, struct error *e)
{
	strbuf_addstr(&s->tail, bytes);
	if (s->tail.len < BLOCK)
		return true;
	if (lseek(s->fd, (off_t)s->in_file, SEEK_SET) < 0 ||
		!write_all(s->fd, strbuf_str(&s->tail)))
		return error_errno(e, "cannot write a temporary file");
	s->in_file += s->tail.len;
	strbuf_clear(&s->tail);
	return true;
}

bool spool_copy(const struct spool *s, spool_put put, void *ctx, struct error *e)
{
	char block[BLOCK];

	for (uint64_t at = 0; at < s->in_file;) {
		uint64_t left = s->in_file - at;
		ssize_t n = pread(s->fd, block, left < BLOCK ? (size_t)left : BLOCK, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return error_errno(e, "cannot read a temporary file");
		if (!put(ctx, (struct str){block, (size_t)n}, e))
			return false;
		at += (uint64_t)n;
	}
	return put(ctx, strbuf_str(&s->tail), e);
}
