#include "common/input.h"
#include "unzip.h"

static bool walk_member(
	struct source *src, struct zipread *zip, const struct visitor *v, struct error *e)
{
	struct str block;
	size_t count;
	int more;
	const struct zip_member *m = zipread_members(zip, &count);

	if (!v->member(v->ctx, &m[count - 1], e))
		return false;
	if (m[count - 1].encrypted && !v->data)
		return true; /* its name can be listed all the same */
	while ((more = zipread_data(zip, &block, e)) > 0) {
		progress_update(&src->progress, raw_offset(src->raw));
		if (v->data && !v->data(v->ctx, &block, e))
			return false;
	}
	return more == 0 && (!v->data || v->data(v->ctx, NULL, e));
}

static bool walk_zip(
	struct source *src, const struct visitor *v, struct zipread **zip, struct error *e)
{
	int more;

	*zip = zipread_new(src->raw, src->max_size);
	while ((more = zipread_next(*zip, e)) > 0)
		if (!walk_member(src, *zip, v, e))
			return false;
	return more == 0;
}

static bool walk_input(struct source *src, struct input *in, const struct visitor *v,
	struct zip_member *single, struct error *e)
{
	struct str block;
	int more;

	if (!v->member(v->ctx, single, e))
		return false;
	while ((more = input_read(in, &block, e)) > 0) {
		progress_update(&src->progress, raw_offset(src->raw));
		single->size += (int64_t)block.n;
		if (v->data && !v->data(v->ctx, &block, e))
			return false;
	}
	single->packed = raw_offset(src->raw);
	return more == 0 && (!v->data || v->data(v->ctx, NULL, e));
}

bool walk(struct source *src, const struct visitor *v, struct zipread **zip,
	struct zip_member *single, struct error *e)
{
	bool ok = false;

	*zip = NULL;
	*single = (struct zip_member){.name = SNAPSHOT_MEMBER};
	if (src->kind == RAW_ZIP) {
		ok = walk_zip(src, v, zip, e);
		raw_close(src->raw);
	} else {
		struct input *in = input_open_raw(
			src->raw, &(struct input_limits){.max_size = src->max_size}, e);

		ok = in && walk_input(src, in, v, single, e);
		input_close(in);
	}
	src->raw = NULL;
	return ok;
}
