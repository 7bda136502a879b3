/* --dump list */
#include "common/jsonw.h"
#include "common/output.h"
#include "common/import/dump.h"

static bool list_one(void *ctx, const struct dump *d, long number, struct error *e)
{
	struct strbuf line = {0}, time = {0};
	struct jsonw w = {.out = &line};
	long pending = 0;

	for (size_t i = 0; i < d->n_pods; i++)
		pending += d->pods[i].node < 0;
	jsonw_begin(&w, '{');
	jsonw_key(&w, "dump");
	jsonw_int(&w, number);
	if (!instant_is_zero(d->time)) {
		rfc3339_format(&time, d->time);
		jsonw_key(&w, "time");
		jsonw_str(&w, strbuf_str(&time));
	}
	jsonw_key(&w, "nodes");
	jsonw_int(&w, (int64_t)d->n_nodes);
	jsonw_key(&w, "scheduled");
	jsonw_int(&w, (int64_t)d->n_pods - pending);
	jsonw_key(&w, "pending");
	jsonw_int(&w, pending);
	jsonw_key(&w, "whole");
	jsonw_bool(&w, !d->headless && !d->tailless);
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	bool good = output_write(ctx, line.s, line.len, e);
	strbuf_free(&line);
	strbuf_free(&time);
	return good;
}

bool dump_list(struct feed *f, const char *path, struct error *e)
{
	struct output *out = output_open(path, e);
	struct dump d = {0};

	if (!out)
		return false;
	bool good = dump_read(f, 0, list_one, out, &d, e);
	dump_free(&d);
	if (good)
		return output_commit(out, e);
	output_abort(out);
	return false;
}
