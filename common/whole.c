#include "common/whole.h"
#include "common/kinds.h"

bool whole_parse(struct json *r)
{
	struct str key;
	bool any = false;
	const char *seems = "";

	if (json_peek(r) != JSON_OBJECT && !json_failed(r))
		return json_fail_foreign(r, NO_SNAPSHOT_HINT, "no object");
	if (json_enter(r))
		while (json_key(r, &key)) {
			any = any || is_snapshot_key(key);
			seems = *seems ? seems : key_seems(key);
			json_skip(r);
		}
	if (!json_finish(r))
		return false;
	return any || json_fail_foreign(r, NO_SNAPSHOT_HINT, NO_SNAPSHOT "%s", seems);
}

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
	bool ok = whole_parse(r);

	if (!ok)
		json_error(r, e);
	json_free(r);
	return ok;
}
