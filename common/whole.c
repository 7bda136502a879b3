#include "common/whole.h"
#include "common/json.h"

struct passing {
	struct input *in;
	whole_observer *observe;
	void *ctx;
};

static int fill(void *ctx, struct str *block, struct error *e)
{
	struct passing *p = ctx;
	int more = input_read(p->in, block, e);

	return more > 0 && p->observe && !p->observe(p->ctx, *block, e) ? -1 : more;
}

/* The reader reaches its end only after the end of the archive is verified. */
bool whole_read(struct input *in, whole_observer *observe, void *ctx, struct error *e)
{
	struct passing p = {in, observe, ctx};
	struct json *r = json_over_stream(fill, &p);

	if (json_peek(r) == JSON_OBJECT || json_failed(r))
		json_skip(r);
	else
		json_fail(r, "a snapshot is an object");
	bool ok = json_finish(r) && !json_failed(r);
	if (!ok)
		json_error(r, e);
	json_free(r);
	return ok;
}
