#include "common/import/feed.h"
#include "common/memlimit.h"

enum { WORTH_A_LOOK = 1 << 20 };

bool feed_open_input(struct feed *f, struct input *in, struct error *e)
{
	uint64_t size = input_size(in);

	*f = (struct feed){.in = in};
	progress_start(&f->progress, input_name(in), size ? size : input_file_size(in));
	return input_peek(in, FEED_HEAD, &f->head, e);
}

bool feed_open(struct feed *f, const char *path, struct error *e)
{
	const struct input_limits limits = {.any = true};
	struct input *in = input_open(path, &limits, e);

	*f = (struct feed){0};
	return in && feed_open_input(f, in, e);
}

int feed_next(void *feed, struct str *block, struct error *e)
{
	struct feed *f = feed;
	int more;

	if (!f->in) {
		*block = f->head;
		f->head.n = 0;
		return block->n != 0;
	}
	more = input_read(f->in, block, e);
	if (more <= 0)
		return more;
	f->total += block->n;
	if (f->total > WORTH_A_LOOK)
		memlimit_settle();
	progress_update(&f->progress, input_size(f->in) ? f->total : input_taken(f->in));
	return 1;
}

void feed_close(struct feed *f)
{
	progress_end(&f->progress);
	input_close(f->in);
	*f = (struct feed){0};
}

bool feed_blame(struct error *e, const char *option, const char *path, const struct error *why)
{
	error_set(e, why->status, option, "%.200s: %.100s: %.400s", path, why->what, why->why);
	error_hint(e, "%s", error_try(why));
	return false;
}
