/* The format tsv: a table for each word of --show, made from the JSON of its events. */
#include "common/json.h"
#include "report/event_writer.h"

#define SHOW_COLUMNS(NAME, word, who, columns) columns,
static const char *const columns[SHOW_COUNT] = {SHOW_WORDS(SHOW_COLUMNS)};

enum { COLUMNS_MAX = 16 };
struct cells {
	const char *names; /* the columns */
	struct strbuf items[COLUMNS_MAX];
};

/* The table of an event; SHOW_COUNT: it has none. */
#define DECISION_TABLE(NAME, name) {#name, SHOW_PLACE_DECISIONS},
static int table_of(struct str event)
{
	static const struct {
		const char *event;
		int table;
	} tables[] = {{"start", SHOW_PLACE_START}, {"queue", SHOW_PLACE_QUEUES},
		DECISION_KINDS(DECISION_TABLE){"pending", SHOW_PLACE_PENDING},
		{"pod", SHOW_PLACE_PODS}, {"net", SHOW_PLACE_NET}, {"summary", SHOW_PLACE_SUMMARY},
		{"search", SHOW_PLACE_SEARCH}, {"unplaced", SHOW_PLACE_UNPLACED}};

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		if (str_eq(event, str_of(tables[i].event)))
			return tables[i].table;
	return SHOW_COUNT;
}

/* The next of the names, separated by blanks; empty: there is no more. */
static struct str next_name(const char **names)
{
	struct str name = {*names, strcspn(*names, " ")};

	*names += name.n + strspn(*names + name.n, " ");
	return name;
}

static struct strbuf *cell_of(struct cells *c, struct str path)
{
	const char *names = c->names;

	for (int i = 0; *names; i++)
		if (str_eq(next_name(&names), path))
			return &c->items[i];
	return NULL;
}

/* Tab, newline, carriage return and backslash are escaped as jq's @tsv does, what else a terminal
 * might obey as in text. */
static void add_escaped(struct strbuf *b, struct str value)
{
	static const char special[] = {'\t', '\n', '\r', '\\'}, letters[] = {'t', 'n', 'r', '\\'};
	size_t from = 0;

	for (size_t i = 0; i < value.n; i++) {
		const char *at = memchr(special, value.p[i], sizeof special);

		if (!at)
			continue;
		strbuf_add_safe(b, (struct str){value.p + from, i - from});
		strbuf_addc(b, '\\');
		strbuf_addc(b, letters[at - special]);
		from = i + 1;
	}
	strbuf_add_safe(b, (struct str){value.p + from, value.n - from});
}

static void put_value(struct cells *c, struct str path, struct str value)
{
	struct strbuf *cell = cell_of(c, path);

	if (!cell)
		return;
	if (cell->len)
		strbuf_addz(cell, "; "); /* another element of a list */
	add_escaped(cell, value);
}

/* Reads a value at path into its cell; members go on with the path, elements stay at it. */
static void read_value(struct cells *c, struct json *r, struct str path)
{
	struct strbuf longer = {0};
	struct str text;

	switch (json_peek(r)) {
	case JSON_OBJECT:
		json_enter(r);
		while (json_key(r, &text)) {
			strbuf_clear(&longer);
			strbuf_addstr(&longer, path);
			if (path.n)
				strbuf_addc(&longer, '.');
			strbuf_addstr(&longer, text);
			read_value(c, r, strbuf_str(&longer));
		}
		strbuf_free(&longer);
		return;
	case JSON_ARRAY:
		json_enter(r);
		while (json_element(r))
			read_value(c, r, path);
		return;
	case JSON_STRING:
		if (json_string(r, &text))
			put_value(c, path, text);
		return;
	case JSON_NUMBER:
		if (json_number(r, &text))
			put_value(c, path, text);
		return;
	default: json_skip(r); return;
	}
}

void tsv_event(struct events *ev, const char *name)
{
	int table = table_of(str_of(name)), i = 0;
	struct cells cells = {.names = table < SHOW_COUNT ? columns[table] : ""};
	struct strbuf *rows = &ev->tables[table];
	size_t n = ev->line.len;

	if (table == SHOW_COUNT)
		return;
	memset(strbuf_reserve(&ev->line, JSON_PADDING), 0, JSON_PADDING);
	struct json *r = json_over_memory(ev->line.s, n);
	read_value(&cells, r, (struct str){"", 0});
	json_free(r);
	for (const char *names = cells.names; *names; i++) {
		next_name(&names);
		strbuf_addz(rows, i ? "\t" : "");
		strbuf_addstr(rows, strbuf_str(&cells.items[i]));
		strbuf_free(&cells.items[i]);
	}
	strbuf_addc(rows, '\n');
}

void tsv_tables(const struct events *ev, struct strbuf *out)
{
	for (int i = 0; i < SHOW_COUNT; i++) {
		const char *names = columns[i];

		if (!(ev->options.show & 1u << i))
			continue;
		for (const char *before = ""; *names; before = "\t") {
			strbuf_addz(out, before);
			strbuf_addstr(out, next_name(&names));
		}
		strbuf_addc(out, '\n');
		strbuf_addstr(out, strbuf_str(&ev->tables[i]));
	}
}
