#include "original.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fd.h"
#include "common/input.h"
#include "common/operand.h"
#include "common/temporary.h"

/* The rest of a pipe as a file. */
static bool spool(struct original *o, struct raw *raw, struct error *e)
{
	struct str block;
	int more = 1;

	o->fd = temporary_unlinked(e);
	while (o->fd >= 0 && (more = raw_next(raw, &block, e)) > 0)
		if (!write_all(o->fd, block)) {
			error_errno(e, "cannot write to a temporary file");
			break;
		}
	return more == 0;
}

/* A descriptor of the same file for all passes, whatever takes its name in between. */
static bool open_again(struct original *o, struct error *e)
{
	struct raw *raw = raw_open(o->file, e);
	bool good = raw != NULL;

	if (good && raw_file_size(raw) >= 0 && raw_whole_file(raw) >= 0)
		o->fd = fcntl(raw_whole_file(raw), F_DUPFD_CLOEXEC, 0);
	else if (good)
		good = spool(o, raw, e);
	if (good && o->fd < 0)
		good = error_errno(e, "cannot read");
	raw_close(raw);
	return good;
}

static void take_capture(struct original *o, struct input *in)
{
	struct error why = {0};
	const struct capture_info *c = input_capture(in, &why);

	if (why.status)
		msg_warn(input_name(in), "%s: %s", why.what, why.why);
	if (c)
		o->captured = c->at;
	o->capture = o->in ? c : NULL;
}

bool original_open(struct original *o, const char *file, bool whole, struct error *e)
{
	*o = (struct original){.file = file, .fd = -1, .captured = TIME_ZERO};
	if (!whole)
		return open_again(o, e);
	o->in = input_open(file, NULL, e);
	if (!o->in || !input_read_all(o->in, &o->text, e))
		return false;
	take_capture(o, o->in);
	return true;
}

void original_of(struct original *o, struct str text, const struct capture_info *capture)
{
	*o = (struct original){.fd = -1,
		.text = text,
		.captured = capture ? capture->at : TIME_ZERO,
		.capture = capture};
}

bool original_begin(struct original *o, struct error *e)
{
	if (o->text.p) {
		o->r = json_over_memory(o->text.p, o->text.n);
		return true;
	}
	if (lseek(o->fd, 0, SEEK_SET) != 0)
		return error_errno(e, "cannot read again");
	struct input *in = input_open_fd(o->fd, operand_input(o->file), NULL, e);
	if (!in)
		return false;
	source_open_input(&o->source, in, o->file);
	o->r = o->source.r;
	return true;
}

bool original_end(struct original *o, struct error *e)
{
	bool good = json_finish(o->r);

	if (!good)
		json_error(o->r, e);
	if (o->text.p) {
		json_free(o->r);
	} else {
		source_end(&o->source);
		if (good && !o->read)
			take_capture(o, o->source.in);
		source_close(&o->source);
	}
	o->r = NULL;
	o->read = true;
	return good;
}

void original_close(struct original *o)
{
	if (o->in)
		input_close(o->in);
	if (o->fd >= 0)
		fd_close(o->fd);
	*o = (struct original){.fd = -1};
}
