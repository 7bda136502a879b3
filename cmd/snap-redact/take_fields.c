/* Fields that say something about the names beside them. */
#include "walk.h"
#include "common/kinds.h"
#include "words.h"

void take_owner_kind(struct walk *w)
{
	static const struct {
		struct str kind;
		enum names names;
	} known[] = {{STR_INIT("Pod"), NAMES_POD}, {STR_INIT("PodGroup"), NAMES_POD_GROUP},
		{STR_INIT("Node"), NAMES_NODE},
		{STR_INIT("PersistentVolumeClaim"), NAMES_VOLUME_CLAIM},
		{STR_INIT("ResourceClaim"), NAMES_RESOURCE_CLAIM}};
	struct str s;

	w->owner = NAMES_OWNER;
	if (!walk_string(w, &s))
		return;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (same_but_case(s, known[i].kind))
			w->owner = known[i].names;
	if (s.n == 0 || is_word(s) || w->owner != NAMES_OWNER)
		walk_keep(w, s);
	else
		walk_name(w, NAMES_TEXT, s);
}

void take_owner(struct walk *w)
{
	struct str s;

	if (walk_string(w, &s))
		walk_name(w, w->owner, s);
}

void take_parent(struct walk *w)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	strbuf_clear(&w->text);
	for (size_t i = 0; i < s.n; i++)
		strbuf_addc(
			&w->text, (char)(s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] | 32 : s.p[i]));
	walk_name(w, NAMES_SUB_GROUP, w->text.s ? strbuf_str(&w->text) : s);
}

void take_api_group(struct walk *w)
{
	static const struct str known[] = {
		STR_INIT("resource.k8s.io/"), STR_INIT("topology.node.k8s.io/")};
	struct str s;
	int slashes = 0;

	if (!walk_string(w, &s))
		return;
	for (size_t i = 0; i < s.n; i++)
		slashes += s.p[i] == '/';
	for (size_t i = 0; i < 2; i++)
		if (slashes == 1 && str_starts(s, known[i]) && s.n < known[i].n + 12) {
			walk_keep(w, s);
			return;
		}
	put_text(w,
		slashes == 0           ? STR("v1")
			: slashes == 1 ? STR("other.example/v1")
				       : STR("other.example/v1/v1"));
}

void take_zones_text(struct walk *w)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	/* Read as the same list stands in a bind request. */
	struct arena copies = {0};
	char *copy = arena_alloc(&copies, s.n + JSON_PADDING);
	struct strbuf parts = {0};
	struct schema list = {.form = FORM_LIST, .item = schema_of(w->schemas, "zoneAmount")};
	struct walk inner = *w;

	memcpy(copy, s.p, s.n);
	memset(copy + s.n, 0, JSON_PADDING);
	inner.text = (struct strbuf){0};
	inner.out = &parts;
	inner.sink = NULL;
	inner.r = json_over_memory(copy, s.n);
	walk_value(&inner, &list);
	json_finish(inner.r);
	bool good = !json_failed(inner.r);
	json_free(inner.r);
	strbuf_free(&inner.text);
	if (good)
		put_text(w, strbuf_str(&parts));
	else
		walk_name(w, NAMES_TEXT, (struct str){copy, s.n});
	strbuf_free(&parts);
	arena_free(&copies);
}
