/* Objects, arrays and documents of YAML. */
#include "common/yaml_reader.h"

static bool read_part(struct reader *y, struct part *p);

/* ---- arrays and objects ---- */

/* Enters what the next event starts: an array or object whose anchor has this name. */
static bool enter(struct reader *y, struct part *p, const yaml_char_t *name, struct anchor **a)
{
	*p = (struct part){.weight = 1, .mark = y->event.start_mark};
	*a = yaml_open_anchor(y, name);
	if (!yaml_charge(y, p->weight))
		return false;
	if (++y->depth > JSON_MAX_DEPTH)
		return yaml_fail_limit(y, p->mark, "nested too deep");
	yaml_drop(y);
	return true;
}

static void leave(struct reader *y, struct part *p, struct anchor *a)
{
	y->depth--;
	p->height++;
	yaml_close_anchor(a, p);
	yaml_drop(y);
}

static void include(struct part *p, const struct part *inner)
{
	p->weight += inner->weight;
	if (p->height < inner->height)
		p->height = inner->height;
}

/* Of scalars, JSON lacks what is no finite number. */
static bool read_value(struct reader *y, struct part *p)
{
	if (!read_part(y, p))
		return false;
	if (p->v->type == JSON_NUMBER && str_contains(p->v->text, STR("n")))
		return yaml_fail(y, p->mark, "unexpected value",
			"a number that JSON does not have (.inf, .nan)");
	return true;
}

static bool read_array(struct reader *y, struct part *p)
{
	struct value_list l = {0};
	struct anchor *a;
	struct part item;
	bool good = enter(y, p, y->event.data.sequence_start.anchor, &a);

	while (good && !yaml_next_is(y, YAML_SEQUENCE_END_EVENT)) {
		good = read_value(y, &item);
		if (good) {
			include(p, &item);
			value_add(&l, STR(""), item.v);
		}
	}
	p->v = value_array(y->a, &l);
	if (good)
		leave(y, p, a);
	return good;
}

static bool merge_object(
	struct reader *y, struct value_list *l, const struct part *from, const struct value *v)
{
	if (v->type != JSON_OBJECT)
		return yaml_fail(y, from->mark, "unexpected value",
			"a merge key (<<) without objects to merge");
	for (size_t i = 0; i < v->count; i++)
		value_add(l, v->members[i].key, v->members[i].value);
	return yaml_charge(y, v->count);
}

/* The value of a merge key: an object, or an array of objects of which the first counts most. */
static bool read_merge(struct reader *y, struct part *p, struct value_list *l)
{
	struct part from;
	bool good = read_part(y, &from);

	if (!good)
		return false;
	from.height -= from.height > 0; /* its members become members of p */
	include(p, &from);
	if (from.v->type != JSON_ARRAY || from.alias)
		return merge_object(y, l, &from, from.v);
	for (size_t i = from.v->count; good && i-- > 0;)
		good = merge_object(y, l, &from, from.v->members[i].value);
	return good;
}

static bool read_key(struct reader *y, struct part *p, struct str *key)
{
	struct part k;

	if (!read_part(y, &k))
		return false;
	p->weight += k.weight;
	*key = k.v->text;
	if (k.v->type == JSON_TRUE || k.v->type == JSON_FALSE)
		*key = k.v->type == JSON_TRUE ? STR("true") : STR("false");
	else if (k.v->type != JSON_STRING && k.v->type != JSON_NUMBER)
		return yaml_fail(y, k.mark, "unexpected value",
			"a key that is no text, number or truth value");
	return true;
}

static bool read_member(struct reader *y, struct part *p, struct value_list *l)
{
	struct part value;
	struct str key;

	if (yaml_next_is_merge(y)) {
		yaml_drop(y);
		return read_merge(y, p, l);
	}
	if (!read_key(y, p, &key) || !read_value(y, &value))
		return false;
	include(p, &value);
	value_add(l, key, value.v);
	return true;
}

static bool read_object(struct reader *y, struct part *p)
{
	struct value_list l = {0};
	struct anchor *a;
	bool good = enter(y, p, y->event.data.mapping_start.anchor, &a);

	while (good && !yaml_next_is(y, YAML_MAPPING_END_EVENT))
		good = read_member(y, p, &l);
	p->v = value_object(y->a, &l);
	if (good)
		leave(y, p, a);
	return good;
}

static bool read_part(struct reader *y, struct part *p)
{
	if (yaml_next_is(y, YAML_ALIAS_EVENT))
		return yaml_read_alias(y, p);
	if (yaml_next_is(y, YAML_SCALAR_EVENT))
		return yaml_read_scalar(y, p);
	if (yaml_next_is(y, YAML_SEQUENCE_START_EVENT))
		return read_array(y, p);
	if (yaml_next_is(y, YAML_MAPPING_START_EVENT))
		return read_object(y, p);
	return false;
}

/* ---- documents ---- */

static bool skip(struct reader *y, yaml_event_type_t type)
{
	bool found = yaml_next_is(y, type);

	if (found)
		yaml_drop(y);
	return found;
}

static struct value *read_document(struct reader *y)
{
	struct part p = {0};

	if (!skip(y, YAML_STREAM_START_EVENT))
		return NULL;
	if (yaml_next_is(y, YAML_STREAM_END_EVENT))
		return value_new(y->a, JSON_NULL);
	if (!skip(y, YAML_DOCUMENT_START_EVENT) || !read_value(y, &p) ||
		!skip(y, YAML_DOCUMENT_END_EVENT))
		return NULL;
	y->over = true;
	if (yaml_next_is(y, YAML_DOCUMENT_START_EVENT))
		yaml_fail_second(y, y->event.start_mark);
	return skip(y, YAML_STREAM_END_EVENT) ? p.v : NULL;
}

/* libyaml compares each directive with all before it. */
static bool has_many_directives(struct str text)
{
	int n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '%' && (i == 0 || text.p[i - 1] == '\n' || text.p[i - 1] == '\r');
	return n > 100;
}

struct value *yaml_read(struct arena *a, struct str text, struct error *e)
{
	struct reader y = {.text = text, .a = a, .e = e};
	struct value *v;

	if (text.n > YAML_MAX_SIZE || has_many_directives(text)) {
		error_set(e, SNAP_LIMIT, "over a limit",
			text.n > YAML_MAX_SIZE ? "more than 8 MiB of YAML"
					       : "more than 100 directives (%%) of YAML");
		return NULL;
	}
	if (!yaml_parser_initialize(&y.parser)) {
		error_set(e, SNAP_SYSTEM, "cannot read YAML", "out of memory");
		return NULL;
	}
	yaml_parser_set_input_string(
		&y.parser, (const unsigned char *)(text.p ? text.p : ""), text.n);
	v = read_document(&y);
	yaml_drop(&y);
	yaml_parser_delete(&y.parser);
	map_free(&y.anchors);
	return v;
}
