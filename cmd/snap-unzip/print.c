#include "names.h"
#include "unzip.h"

struct printing {
	const char *member;
	struct output *out;
	bool found, now;
};

static bool on_member(void *ctx, const struct zip_member *m, struct error *e)
{
	struct printing *p = ctx;

	p->now = name_is(str_of(m->name), str_of(p->member));
	if (p->now && p->found)
		return error_set(
			e, SNAP_INPUT, "ambiguous", "two members are called %.300s", m->name);
	p->found |= p->now;
	return true;
}

static bool on_data(void *ctx, const struct str *block, struct error *e)
{
	struct printing *p = ctx;

	return !p->now || !block || output_write(p->out, block->p, block->n, e);
}

bool print_member(struct source *src, const char *member, struct output *out, struct error *e)
{
	struct printing p = {.member = member, .out = out};
	struct zipread *zip;
	struct zip_member single;
	bool ok = walk(src, &(struct visitor){&p, on_member, on_data}, &zip, &single, e);

	if (ok && !p.found) {
		ok = error_set(e, SNAP_INPUT, "no such member", "%.300s is not in it", member);
		error_hint(e, "snap-unzip -l shows what is");
	}
	zipread_free(zip);
	return ok;
}
