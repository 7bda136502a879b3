/* Labels, annotations, and whatever names or selects them. */
#include "common/keys.h"
#include "settings.h"
#include "walk.h"
#include "words.h"

/* What values of the key are: the shape "label" of the table, and the keys of schedulerParams. */
static enum what values_of(struct walk *w, struct str key)
{
	int hint = 0;

	if (str_eq(key, w->book->pool_key))
		return WHAT_NODE_POOL_NAME;
	if (str_eq(key, w->book->queue_key))
		return WHAT_QUEUE_NAME;
	if (str_starts(key, LABEL_PREFIX_GPU_GROUP))
		return WHAT_GPU_GROUP_NAME;
	const struct schema_member *m = schema_find(schema_of(w->schemas, "label"), key, &hint);
	return m && str_eq(m->key, key) ? m->of->what : WHAT_LABEL_VALUE_NAME;
}

static struct name *label_of(struct walk *w, struct str key)
{
	struct name *n = w->writing ? book_find(w->book, NAMES_LABEL, key)
				    : book_add(w->book, NAMES_LABEL, key);

	if (n && !n->values)
		n->values = values_of(w, key);
	return n;
}

/* A key of which the end is a GPU group's name. */
static const struct str group_stem = STR_INIT("runai-gpu-group/");

static bool is_group_key(struct str key, struct str *group)
{
	if (!str_starts(key, group_stem))
		return false;
	*group = (struct str){key.p + group_stem.n, key.n - group_stem.n};
	return true;
}

static void put_label(struct walk *w, const struct name *label)
{
	struct str group;
	struct strbuf parts = {0};

	if (!w->writing || !label)
		return;
	if (!is_group_key(label->old, &group)) {
		((struct name *)(uintptr_t)label)->seen = true;
		put_text(w, label->to);
		return;
	}
	strbuf_addstr(&parts, group_stem);
	strbuf_addstr(&parts, walk_new_name(w, NAMES_GPU_GROUP, group));
	put_text(w, strbuf_str(&parts));
	strbuf_free(&parts);
}

static bool is_integer(struct str s)
{
	size_t at = s.n && (s.p[0] == '-' || s.p[0] == '+');

	if (at == s.n || s.n > 20)
		return false;
	while (at < s.n && is_digit(s.p[at]))
		at++;
	return at == s.n;
}

/* The value of w->label. */
void take_label_value(struct walk *w)
{
	enum what what = w->label ? w->label->values : WHAT_LABEL_VALUE_NAME;
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (w->label && w->label->numeric && w->writing && is_integer(s)) {
		walk_keep(w, s);
		return;
	}
	if ((int)what < NAMES_COUNT)
		walk_name(w, (enum names)what, s);
	else if (s.n == 0 || is_word(s) || (what == WHAT_DIGITS && is_integer(s)))
		walk_keep(w, s);
	else
		walk_name(w, NAMES_LABEL_VALUE, s);
}

/* Whether the scheduler looks at the label in any snapshot. */
static bool is_read(const struct walk *w, struct str key)
{
	if (str_starts(key, LABEL_PREFIX_GPU_GROUP) || str_eq(key, w->book->pool_key) ||
		str_eq(key, w->book->queue_key))
		return true;
	for (int i = 0; i < LABEL_KEY_COUNT; i++)
		if (str_eq(label_keys[i], key))
			return true;
	return false;
}

void take_labels(struct walk *w)
{
	struct place here = {w->place, {0}};
	struct name *outer = w->label;
	struct str key, group;

	if (!walk_enter(w, JSON_OBJECT))
		return;
	while (json_key(w->r, &key)) {
		struct name *label = label_of(w, key);

		if (!w->writing && is_group_key(key, &group))
			book_add(w->book, NAMES_GPU_GROUP, group);
		if (w->writing && (!label || !(label->used || is_read(w, key)))) {
			w->place = here.above;
			walk_unknown(w, key, true);
			continue;
		}
		put_comma(w);
		put_label(w, label);
		put(w, STR(":"));
		w->label = label;
		take_label_value(w);
	}
	put(w, STR("}"));
	w->label = outer;
}

/* Labels that a selector wants. */
void take_selector(struct walk *w)
{
	struct name *outer = w->label;
	struct str key;

	if (!walk_enter(w, JSON_OBJECT))
		return;
	while (json_key(w->r, &key)) {
		w->label = label_of(w, key);
		if (w->label)
			w->label->used = true;
		put_comma(w);
		put_label(w, w->label);
		put(w, STR(":"));
		take_label_value(w);
	}
	put(w, STR("}"));
	w->label = outer;
}

void take_used_label(struct walk *w)
{
	struct str key;

	w->label = NULL;
	if (!walk_string(w, &key))
		return;
	if (key.n == 0) {
		put_text(w, key);
		return;
	}
	w->label = label_of(w, key);
	if (w->label)
		w->label->used = true;
	put_label(w, w->label);
}

void take_operator(struct walk *w)
{
	struct str s;

	if (!walk_string(w, &s))
		return;
	if (w->label && (str_eq(s, STR("Gt")) || str_eq(s, STR("Lt"))))
		w->label->numeric = true;
	if (s.n == 0 || is_word(s))
		walk_keep(w, s);
	else
		walk_name(w, NAMES_TEXT, s);
}

void take_annotations(struct walk *w)
{
	const struct schema *listed = schema_of(w->schemas, "annotations");
	struct place here = {w->place, {0}};
	struct str key;
	int hint = 0;

	if (!walk_enter(w, JSON_OBJECT))
		return;
	while (json_key(w->r, &key)) {
		const struct schema_member *m = schema_find(listed, key, &hint);

		if (str_starts(key, POD_ANNOTATION_PREFIX_MIG)) {
			put_comma(w);
			walk_name(w, NAMES_RESOURCE, key);
			put(w, STR(":"));
			take_digits(w);
		} else if (!m || !str_eq(m->key, key)) {
			walk_unknown(w, key, true);
		} else if (walk_listed(w, key, w->settings->drop, w->settings->n_drop)) {
			json_skip(w->r);
		} else {
			put_key(w, key);
			here.key = m->key;
			w->place = &here;
			walk_value(w, m->of);
			w->place = here.above;
		}
	}
	put(w, STR("}"));
}
