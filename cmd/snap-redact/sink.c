#include "sink.h"

#include <errno.h>
#include <unistd.h>

#include "common/fd.h"
#include "common/temporary.h"

bool sink_open(struct sink *s, bool in_memory, struct error *e)
{
	*s = (struct sink){.fd = in_memory ? -1 : temporary_unlinked(e)};
	return in_memory || s->fd >= 0;
}

void sink_free(struct sink *s)
{
	if (s->fd >= 0)
		fd_close(s->fd);
	strbuf_free(&s->text);
}

void sink_clear(struct sink *s)
{
	strbuf_clear(&s->text);
}

static void put(struct sink *s, struct str bytes)
{
	if (!s->e.status && !write_all(s->fd, bytes))
		error_errno(&s->e, "cannot write to a temporary file");
	s->written += bytes.n;
}

void sink_write(struct sink *s)
{
	char last = s->text.s[s->text.len - 1];

	put(s, (struct str){s->text.s, s->text.len - 1});
	strbuf_clear(&s->text);
	strbuf_addc(&s->text, last);
}

bool sink_finish(struct sink *s, struct error *e)
{
	strbuf_addc(&s->text, '\n');
	if (s->fd < 0) {
		memset(strbuf_reserve(&s->text, JSON_PADDING), 0, JSON_PADDING);
		return true;
	}
	put(s, strbuf_str(&s->text));
	if (s->e.status)
		*e = s->e;
	return !s->e.status;
}

/* The next bytes of the file, in the memory of text. */
static int read_block(void *ctx, struct str *block, struct error *e)
{
	struct sink *s = ctx;
	ssize_t got;

	if (s->e.status) {
		*e = s->e;
		return -1;
	}
	strbuf_clear(&s->text);
	char *to = strbuf_reserve(&s->text, SINK_BLOCK);
	while ((got = read(s->fd, to, SINK_BLOCK)) < 0 && errno == EINTR)
		;
	if (got < 0) {
		error_errno(e, "cannot read a temporary file");
		return -1;
	}
	*block = (struct str){to, (size_t)got};
	s->read += (uint64_t)got;
	if (got > 0 || s->read == s->written)
		return got > 0;
	error_set(e, SNAP_SYSTEM, "cannot read a temporary file", "%llu bytes of %llu are there",
		(unsigned long long)s->read, (unsigned long long)s->written);
	return -1;
}

static bool rewind_file(struct sink *s)
{
	s->read = 0;
	return lseek(s->fd, 0, SEEK_SET) == 0;
}

struct json *sink_reader(struct sink *s)
{
	if (s->fd < 0)
		return json_over_memory(s->text.s, s->text.len);
	if (!rewind_file(s))
		error_errno(&s->e, "cannot read a temporary file");
	return json_over_stream(read_block, s);
}

bool sink_deliver(struct sink *s, const char *path, struct error *e)
{
	struct str block;
	int more = 1;

	if (s->fd < 0)
		return output_whole(path, strbuf_str(&s->text), e);
	if (!rewind_file(s))
		return error_errno(e, "cannot read a temporary file");
	struct output *o = output_open(path, e);
	while (o && (more = read_block(s, &block, e)) > 0)
		if (!output_write(o, block.p, block.n, e))
			break;
	if (o && more == 0)
		return output_commit(o, e);
	if (o)
		output_abort(o);
	return false;
}
