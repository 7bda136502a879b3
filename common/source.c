#include "source.h"
#include "memlimit.h"
#include "common/operand.h"

#include <sys/stat.h>

/* Below this data structures that take much memory are seen by their allocations (mem.c). */
#define WORTH_A_LOOK (4 * 1024 * 1024)
/* Below this a thread costs more than it saves. */
#define WORTH_A_THREAD (256 * 1024)
/* Below this one call for the whole text is faster, if its memory is reused afterwards. */
#define WORTH_A_BLOCK (4 * 1024 * 1024)

static uint64_t progress_of(const struct source *s)
{
	if (!s->of_file)
		return s->done;
	return s->ahead ? ahead_taken(s->ahead) : input_taken(s->in);
}

static int fill(void *ctx, struct str *block, struct error *e)
{
	struct source *s = ctx;
	int got = s->ahead ? ahead_read(s->ahead, block, e) : input_read(s->in, block, e);

	if (got != 1)
		return got;
	s->done += block->n;
	if (s->done > WORTH_A_LOOK)
		memlimit_settle();
	progress_update(&s->progress, progress_of(s));
	if (s->observe)
		s->observe(s->observe_ctx, *block);
	return 1;
}

/* Pipes are read without a thread: their writer may never end, and a waiting thread cannot be
 * ended. */
static bool is_large_file(const char *path)
{
	struct stat st;

	return !operand_is_standard(path) && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
		st.st_size >= WORTH_A_THREAD;
}

bool source_open(struct source *s, const char *path, struct error *e)
{
	struct input *in = input_open(path, NULL, e);

	*s = (struct source){0};
	if (in)
		source_open_input(s, in, path);
	return in != NULL;
}

void source_open_input(struct source *s, struct input *in, const char *path)
{
	*s = (struct source){.in = in};
	s->of_file = input_size(s->in) == 0;
	progress_start(&s->progress, input_name(s->in),
		s->of_file ? input_file_size(s->in) : input_size(s->in));
	if (is_large_file(path))
		s->ahead = ahead_open(s->in);
	else
		input_at_once(s->in, WORTH_A_BLOCK);
	s->r = json_over_stream(fill, s);
}

void source_end(struct source *s)
{
	ahead_close(s->ahead);
	s->ahead = NULL;
}

void source_close(struct source *s)
{
	source_end(s);
	progress_end(&s->progress);
	json_free(s->r);
	input_close(s->in);
	*s = (struct source){0};
}
