/* Events of libyaml: errors, anchors and scalars. */
#include "common/yaml_reader.h"

/* ---- errors ---- */

/* Of the byte at, for errors of the encoding, which have no mark. */
static void count_lines(struct str text, size_t at, size_t *line, size_t *column)
{
	*line = *column = 1;
	for (size_t i = 0; i < at && i < text.n; i++) {
		(*column)++;
		if (text.p[i] == '\n')
			(*line)++, *column = 1;
	}
}

static bool fail(struct reader *y, int status, yaml_mark_t at, const char *what, const char *why)
{
	return error_set(
		y->e, status, what, "%s at line %zu, column %zu", why, at.line + 1, at.column + 1);
}

bool yaml_fail(struct reader *y, yaml_mark_t at, const char *what, const char *why)
{
	return fail(y, SNAP_INPUT, at, what, why);
}

bool yaml_fail_limit(struct reader *y, yaml_mark_t at, const char *why)
{
	fail(y, SNAP_LIMIT, at, "over a limit", why);
	error_hint(y->e, "no configuration is like that%s",
		y->anchors.count ? ": look at its anchors (&) and aliases (*)" : "");
	return false;
}

bool yaml_fail_second(struct reader *y, yaml_mark_t at)
{
	yaml_fail(y, at, "unexpected value", "a second document begins");
	error_hint(
		y->e, "keep one document of the file; they are separated by lines of --- or ...");
	return false;
}

static bool fail_parser(struct reader *y)
{
	const yaml_parser_t *p = &y->parser;
	size_t line = p->problem_mark.line + 1, column = p->problem_mark.column + 1;
	const char *problem = p->problem ? p->problem : "no YAML";

	if (p->error == YAML_MEMORY_ERROR)
		return error_set(y->e, SNAP_SYSTEM, "cannot read YAML", "out of memory");
	if (y->over && p->error == YAML_PARSER_ERROR) /* without --- in front of it */
		return yaml_fail_second(y, p->problem_mark);
	if (p->error == YAML_READER_ERROR)
		count_lines(y->text, p->problem_offset, &line, &column);
	if (p->context && p->error != YAML_READER_ERROR)
		error_set(y->e, SNAP_INPUT, "invalid YAML",
			"%s at line %zu, column %zu, %s that begins at line %zu", problem, line,
			column, p->context, p->context_mark.line + 1);
	else
		error_set(y->e, SNAP_INPUT, "invalid YAML", "%s at line %zu, column %zu", problem,
			line, column);
	if (p->error == YAML_SCANNER_ERROR && p->problem_mark.index < y->text.n &&
		y->text.p[p->problem_mark.index] == '\t')
		error_hint(y->e, "indent with blanks: YAML takes no tabs there");
	return false;
}

/* ---- events ---- */

/* Makes sure that the next event is in y->event. */
static bool peek(struct reader *y)
{
	if (!y->has_event)
		y->has_event = yaml_parser_parse(&y->parser, &y->event) != 0;
	return y->has_event || fail_parser(y);
}

void yaml_drop(struct reader *y)
{
	if (y->has_event)
		yaml_event_delete(&y->event);
	y->has_event = false;
}

bool yaml_next_is(struct reader *y, yaml_event_type_t type)
{
	return peek(y) && y->event.type == type;
}

/* ---- anchors ---- */

struct anchor *yaml_open_anchor(struct reader *y, const yaml_char_t *name)
{
	struct anchor *new;
	struct str key;

	if (!name)
		return NULL;
	key = arena_str(y->a, str_of((const char *)name));
	new = ARENA_NEW(y->a, struct anchor);
	new->open = true;
	map_put(&y->anchors, key, NULL)->value = new; /* an earlier one of that name is over */
	return new;
}

void yaml_close_anchor(struct anchor *a, const struct part *p)
{
	if (!a)
		return;
	a->part = *p;
	a->open = false;
}

bool yaml_charge(struct reader *y, size_t weight)
{
	y->weight += weight;
	return y->weight <= YAML_MAX_EXPANDED ||
		yaml_fail_limit(y, y->event.start_mark, "the document stands for more than 16 MiB");
}

bool yaml_read_alias(struct reader *y, struct part *p)
{
	const struct anchor *a =
		map_get(&y->anchors, str_of((const char *)y->event.data.alias.anchor));

	if (!a)
		return yaml_fail(
			y, y->event.start_mark, "invalid YAML", "an alias without its anchor");
	if (a->open)
		return yaml_fail(y, y->event.start_mark, "invalid YAML",
			"an anchor whose value contains itself");
	*p = a->part;
	p->alias = true;
	p->mark = y->event.start_mark;
	if (y->depth + p->height > JSON_MAX_DEPTH)
		return yaml_fail_limit(y, p->mark, "nested too deep");
	if (!yaml_charge(y, p->weight))
		return false;
	yaml_drop(y);
	return true;
}

/* ---- scalars ---- */

bool yaml_read_scalar(struct reader *y, struct part *p)
{
	const char *tag = (const char *)y->event.data.scalar.tag;
	struct str text = {(const char *)y->event.data.scalar.value, y->event.data.scalar.length};
	struct anchor *a = yaml_open_anchor(y, y->event.data.scalar.anchor);

	*p = (struct part){.weight = 1 + text.n, .mark = y->event.start_mark};
	if (!yaml_charge(y, p->weight))
		return false;
	if (tag && strcmp(tag, YAML_TAG "binary") == 0)
		return yaml_fail(y, y->event.start_mark, "unexpected value",
			"!!binary, which JSON does not have,");
	p->v = tag || y->event.data.scalar.plain_implicit ? yaml_scalar(y->a, tag, text)
							  : value_text(y->a, text);
	if (!p->v)
		return yaml_fail(y, y->event.start_mark, "unexpected value",
			"a scalar that is not what its tag says");
	yaml_close_anchor(a, p);
	yaml_drop(y);
	return true;
}

bool yaml_next_is_merge(struct reader *y)
{
	if (!yaml_next_is(y, YAML_SCALAR_EVENT) || y->event.data.scalar.length != 2 ||
		memcmp(y->event.data.scalar.value, "<<", 2) != 0)
		return false;
	const char *tag = (const char *)y->event.data.scalar.tag;
	return y->event.data.scalar.plain_implicit || (tag && strcmp(tag, YAML_TAG "merge") == 0);
}
