/* Reads plan.json, which may come from elsewhere. */
#include <errno.h>
#include <stdlib.h>
#include "common/grow.h"
#include "common/mem.h"
#include "exact.h"
#include "foreign.h"
#include "plan.h"
#include "plan_file.h"

static void read_commit(struct json *r, struct ref *ref)
{
	if (!json_null(r))
		exact_field(r, ref->commit, sizeof ref->commit);
}

static void read_ref(struct json *r, struct plan *p)
{
	/* Its kind is of no matter: it is not run. */
	struct ref ref = {0};
	struct strbuf name = {0};
	char row_key[ROW_KEY] = "";
	struct str key;

	if (!json_enter(r))
		return;
	while (json_key(r, &key))
		if (str_eq(key, STR("ref"))) {
			strbuf_clear(&name);
			exact_take(r, &name);
		} else if (str_eq(key, STR("commit"))) {
			read_commit(r, &ref);
		} else if (str_eq(key, STR("key"))) {
			exact_field(r, row_key, sizeof row_key);
		} else {
			json_skip(r);
		}
	if (!name.len || !row_key[0])
		json_fail(r, "a ref without a name or a key");
	if (p->refs.n == p->refs_cap) {
		p->refs_cap = p->refs_cap * 2 + 8;
		p->refs.all = xrealloc_array(p->refs.all, p->refs_cap, sizeof *p->refs.all);
		p->texts = xrealloc_array(p->texts, p->refs_cap, sizeof *p->texts);
		p->keys = xrealloc_array(p->keys, p->refs_cap, sizeof *p->keys);
	}
	p->refs.all[p->refs.n] = ref;
	p->texts[p->refs.n] = name;
	memcpy(p->keys[p->refs.n++], row_key, sizeof row_key);
}

static void read_snapshot(struct json *r, struct plan *p)
{
	struct strbuf name = {0};

	exact_take(r, &name);
	if (!name.len)
		json_fail(r, "a snapshot without a name");
	ARRAY_GROW(p->files, p->n_snapshots, p->files_cap);
	p->files[p->n_snapshots++] = name;
}

static void read_list(struct json *r, struct plan *p, const size_t *n,
	void (*read_one)(struct json *r, struct plan *p))
{
	if (*n)
		json_fail(r, "a list that is there twice");
	if (!json_enter(r))
		return;
	while (json_element(r)) {
		if (*n == PLAN_ROWS_MAX)
			json_fail(r, "more than %d rows", PLAN_ROWS_MAX);
		read_one(r, p);
	}
}

static void read_format(struct json *r)
{
	int64_t format;

	if (json_int(r, &format) && format != PLAN_FORMAT)
		json_fail(r, "of another version of this program");
}

static void read_members(struct json *r, struct plan *p)
{
	struct str key;

	if (!json_enter(r))
		return;
	while (json_key(r, &key))
		if (str_eq(key, STR("plan")))
			read_format(r);
		else if (str_eq(key, STR("refs")))
			read_list(r, p, &p->refs.n, read_ref);
		else if (str_eq(key, STR("snapshots")))
			read_list(r, p, &p->n_snapshots, read_snapshot);
		else
			json_skip(r);
	json_finish(r);
}

/* The texts stay where they are from now on. */
static void set_names(struct plan *p)
{
	for (size_t i = 0; i < p->refs.n; i++)
		p->refs.all[i].name = p->texts[i].s;
	p->snapshots = xcalloc(p->n_snapshots, sizeof *p->snapshots);
	for (size_t i = 0; i < p->n_snapshots; i++)
		p->snapshots[i] = p->files[i].s;
}

bool plan_parse(struct str text, struct plan *p, struct error *e)
{
	struct json *r = json_over_memory(text.p, text.n);

	read_members(r, p);
	bool ok = !json_failed(r);
	if (!ok)
		json_error(r, e);
	else if (!p->refs.n || !p->n_snapshots)
		ok = error_set(e, SNAP_INPUT, "not a plan", "it has no refs or no snapshots");
	else if (p->n_snapshots > PLAN_ROWS_MAX / p->refs.n)
		ok = error_set(e, SNAP_LIMIT, "over a limit", "more than %d rows", PLAN_ROWS_MAX);
	json_free(r);
	if (ok)
		set_names(p);
	return ok;
}

static bool cannot_read(const char *path, struct error *e)
{
	int code = errno;

	if (code == ENOENT) {
		error_set(e, SNAP_INPUT, "no plan", "%s is not there", path);
		error_hint(e, "give a folder that was the --output-dir of --plan, or of a run");
		return false;
	}
	if (code == EFBIG)
		return error_set(e, SNAP_LIMIT, "over a limit", "%s has more than %d MiB", path,
			PLAN_MAX >> 20);
	errno = code;
	return error_path(e, "cannot read", path);
}

bool plan_read(const char *dir, struct plan *p, struct error *e)
{
	struct strbuf path = {0}, text = {0};

	strbuf_addf(&path, "%s/" PLAN_FILE, dir);
	bool ok = foreign_read(path.s, PLAN_MAX, &text) ? plan_parse(strbuf_str(&text), p, e)
							: cannot_read(path.s, e);
	strbuf_free(&path);
	strbuf_free(&text);
	return ok;
}

void plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->refs.n; i++)
		strbuf_free(&p->texts[i]);
	for (size_t i = 0; i < p->n_snapshots; i++)
		strbuf_free(&p->files[i]);
	refs_free(&p->refs);
	free(p->texts);
	free(p->keys);
	free(p->files);
	free(p->snapshots);
	*p = (struct plan){0};
}
