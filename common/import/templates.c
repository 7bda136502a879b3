/* What a new node of each node group looks like, and the nodes that --nodes makes of it. */
#include "common/import/autoscaler.h"

/* A group is called by its whole name or, where that is a URL, by what follows its last slash. */
static bool is_called(struct str group, struct str called)
{
	size_t at = group.n - called.n;

	return str_eq(group, called) ||
		(group.n > called.n && called.n && group.p[at - 1] == '/' &&
			str_ends(group, called));
}

static struct str padded(struct arena *a, struct str json)
{
	char *copy = arena_zalloc(a, json.n + JSON_PADDING, 1);

	memcpy(copy, json.p, json.n);
	return (struct str){copy, json.n};
}

static void read_template(struct document *d, struct str group)
{
	struct import_options *o = &d->im->options;
	struct growth *wanted = NULL;
	struct str json;

	if (d->groups.len < 400) {
		strbuf_addz(&d->groups, d->groups.len ? ", " : "");
		strbuf_addstr(&d->groups, group);
	}
	for (size_t i = 0; i < o->n_growths; i++)
		if (is_called(group, o->growths[i].group)) {
			o->growths[i].found = arena_str(&d->im->arena, group);
			wanted = &o->growths[i];
		}
	if (!wanted) {
		json_skip(d->x.r);
		return;
	}
	group = wanted->found;
	if (!json_raw(d->x.r, &json))
		return;
	json = padded(&d->im->arena, json);
	for (size_t i = 0; i < o->n_growths; i++)
		if (is_called(group, o->growths[i].group))
			o->growths[i].template = json;
}

void templates_read(void *ctx)
{
	struct document *d = ctx;
	struct str key;

	if (json_null(d->x.r) || !json_enter(d->x.r))
		return;
	while (json_key(d->x.r, &key))
		read_template(d, key);
}

/* ---- --nodes ---- */

static bool grow_by_one(
	struct document *d, const struct growth *g, const struct copy *copy, struct error *e)
{
	struct reader x = {
		.im = d->im, .r = json_over_memory(g->template.p, g->template.n), .copy = copy};
	struct entry t = {0};
	bool good;

	entry_read(&x, &t);
	t.placeholder = false;
	good = !json_failed(x.r);
	if (!good)
		json_error(x.r, e);
	else
		entry_add(d, &t);
	json_free(x.r);
	reader_free(&x);
	return good;
}

/* The name of a group, or what follows the last slash where it is a URL: for the names of nodes. */
static struct str short_name(struct str group)
{
	for (size_t i = group.n; i > 0; i--)
		if (group.p[i - 1] == '/' && i < group.n)
			return (struct str){group.p + i, group.n - i};
	return group;
}

static bool grow(struct document *d, const struct growth *g, struct error *e)
{
	struct strbuf suffix = {0}, node = {0};
	bool good = true;

	for (uint64_t i = 1; good && i <= g->count; i++) {
		strbuf_clear(&suffix);
		strbuf_clear(&node);
		strbuf_addf(&suffix, "-new-%llu", (unsigned long long)i);
		strbuf_addf(&node, STR_FMT STR_FMT, STR_ARG(short_name(g->found)),
			STR_ARG(strbuf_str(&suffix)));
		struct copy copy = {arena_str(&d->im->arena, strbuf_str(&suffix)),
			arena_str(&d->im->arena, strbuf_str(&node))};
		good = grow_by_one(d, g, &copy, e);
	}
	strbuf_free(&suffix);
	strbuf_free(&node);
	if (good)
		import_assume(d->im, "%llu node%s made of the template of group " STR_FMT,
			(unsigned long long)g->count, plural_s((long long)g->count),
			STR_ARG(g->found));
	return good;
}

bool templates_grow(struct document *d, struct error *e)
{
	const struct import_options *o = &d->im->options;

	for (size_t i = 0; i < o->n_growths; i++) {
		const struct growth *g = &o->growths[i];

		if (!g->template.p) {
			error_set(e, SNAP_USAGE, "--nodes",
				"no template of a group named '" STR_FMT "' in the document",
				STR_ARG(g->group));
			error_hint(e, "the groups are: " STR_FMT, STR_ARG(strbuf_str(&d->groups)));
			return false;
		}
		if (!grow(d, g, e))
			return false;
	}
	return true;
}
