#include "page.h"
#include "common/import/object.h"

/* "PodList" where pods are wanted. Some servers write "List". */
static void read_kind(struct page *p, struct json *r)
{
	struct str wanted = str_of(snapshot_kinds[p->kind].singular), text;

	if (!json_string(r, &text) || str_eq(text, STR("List")))
		return;
	if (!str_ends(text, STR("List")) ||
		!same_but_case((struct str){text.p, text.n - strlen("List")}, wanted))
		json_fail(r, "a " STR_FMT " in place of a list of %s", STR_ARG(text),
			kind_key(p->kind));
}

static void read_meta(struct page *p, struct json *r)
{
	struct str key, text;

	if (json_null(r) || !json_enter(r))
		return;
	while (json_key(r, &key))
		if (!str_eq(key, STR("continue"))) {
			json_skip(r);
		} else if (!json_null(r) && json_string(r, &text)) {
			strbuf_clear(&p->next);
			strbuf_addstr(&p->next, text);
		}
}

static void read_items(struct page *p, struct json *r)
{
	struct reader x = {.im = &p->objects, .r = r};

	if (p->listed)
		json_fail(r, "items come twice");
	p->listed = true;
	if (!json_null(r) && json_enter(r))
		while (json_element(r)) {
			struct object *o = object_read(&x, p->kind);

			if (o)
				import_add(&p->objects, p->kind, o);
			p->too_large |= p->objects.arena.total > PAGE_MAX;
			if (p->too_large)
				json_fail(r, "a page of more than 64MiB");
		}
	reader_free(&x);
}

bool page_read(struct page *p, struct json *r, struct error *e)
{
	struct str key;

	json_enter(r);
	while (json_key(r, &key))
		if (str_eq(key, STR("kind")))
			read_kind(p, r);
		else if (str_eq(key, STR("metadata")))
			read_meta(p, r);
		else if (str_eq(key, STR("items")))
			read_items(p, r);
		else
			json_skip(r);
	json_finish(r);
	if (!json_failed(r) && !p->listed)
		json_fail(r, "it is no list: it has no items");
	if (json_failed(r))
		json_error(r, e);
	return !json_failed(r);
}

void page_free(struct page *p)
{
	import_free(&p->objects);
	strbuf_free(&p->next);
}
