#include "common/import/feed.h"
#include "common/memlimit.h"

enum { HEAD = 4096, WORTH_A_LOOK = 1 << 20 };
#define MAX_SIZE ((uint64_t)8 << 30) /* as common/input.h */

/* A block as it comes. */
static int read_block(struct feed *f, struct str *block, struct error *e)
{
	int more = f->in    ? input_read(f->in, block, e)
		: f->unpack ? unpack_next(f->unpack, block, e)
			    : raw_next(f->raw, block, e);

	f->ended = more == 0;
	if (more <= 0)
		return more;
	f->total += block->n;
	if (f->total > WORTH_A_LOOK)
		memlimit_settle();
	progress_update(&f->progress, f->in ? input_taken(f->in) : raw_offset(f->raw));
	if (f->total <= MAX_SIZE)
		return 1;
	error_set(e, SNAP_LIMIT, "too big", "more than 8GiB, unpacked");
	return -1;
}

static bool open_kind(struct feed *f, struct error *e)
{
	enum raw_kind kind;

	if (!raw_sniff(f->raw, &kind, e))
		return false;
	if (kind == RAW_ZIP || kind == RAW_JSON) {
		f->in = input_open_raw(f->raw, NULL, e);
		f->raw = NULL;
		return f->in != NULL;
	}
	if (kind == RAW_OTHER || kind == RAW_EMPTY)
		return true;
	f->unpack = unpack_new(f->raw, kind, e);
	return f->unpack != NULL;
}

bool feed_open(struct feed *f, const char *path, struct error *e)
{
	struct str block;
	int more = 1;

	*f = (struct feed){.raw = raw_open(path, e)};
	if (!f->raw)
		return false;
	int64_t size = raw_file_size(f->raw);
	progress_start(&f->progress, "import", size > 0 ? (uint64_t)size : 0);
	if (!open_kind(f, e))
		return false;
	while (f->head.len < HEAD && (more = read_block(f, &block, e)) > 0)
		strbuf_addstr(&f->head, block);
	return more >= 0;
}

struct str feed_head(const struct feed *f)
{
	return strbuf_str(&f->head);
}

int feed_next(void *feed, struct str *block, struct error *e)
{
	struct feed *f = feed;

	if (!f->head_given) {
		f->head_given = true;
		*block = strbuf_str(&f->head);
		if (block->n)
			return 1;
	}
	return f->ended ? 0 : read_block(f, block, e);
}

void feed_close(struct feed *f)
{
	progress_end(&f->progress);
	unpack_free(f->unpack);
	input_close(f->in);
	raw_close(f->raw);
	strbuf_free(&f->head);
	*f = (struct feed){0};
}
