#include "source.h"

static int fill(void *ctx, struct str *block, struct error *e)
{
	struct source *s = ctx;
	int got = input_read(s->in, block, e);
	if (got != 1)
		return got;
	s->done += block->n;
	progress_update(&s->progress, s->done);
	if (s->see)
		s->see(s->see_ctx, *block);
	return 1;
}

bool source_open(struct source *s, const char *path, struct error *e)
{
	*s = (struct source){.in = input_open(path, NULL, e)};
	if (s->in == NULL)
		return false;
	progress_start(&s->progress, input_name(s->in), 0);
	s->r = json_over_stream(fill, s);
	return true;
}

void source_close(struct source *s)
{
	progress_end(&s->progress);
	json_free(s->r);
	input_close(s->in);
	*s = (struct source){0};
}
