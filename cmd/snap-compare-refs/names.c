/* The rows of a comparison, each with names of its own for its files. */
#include <stdlib.h>
#include "common/map.h"
#include "common/mem.h"
#include "places.h"

static void add_safe(struct strbuf *b, const char *text)
{
	for (; *text; text++)
		strbuf_addc(
			b, strchr("/: \\\t\n", *text) || (unsigned char)*text < 0x20 ? '_' : *text);
}

/* The names that are taken. Two rows also clash where one's name is that of a later run of the
 * other: "v1.run2.log" is of the second run of v1. */
struct names {
	struct map taken; /* value: &row_name, or &run_of for a name whose ".run2" is one */
	struct map last;  /* what a name begins with; value: the last number behind it */
	struct arena arena;
};
static char row_name, run_of;

/* "v1" of "v1.run2"; else empty. */
static struct str first_run(struct str name)
{
	static const struct str mark = STR_INIT(".run");
	struct str start = name;

	while (start.n && is_digit(start.p[start.n - 1]))
		start.n--;
	if (start.n == name.n || !str_ends(start, mark))
		return (struct str){0};
	start.n -= mark.n;
	return start;
}

static bool is_taken(const struct names *names, struct str name)
{
	struct str first = first_run(name);

	return map_get(&names->taken, name) ||
		(first.n && map_get(&names->taken, first) == &row_name);
}

static void take(struct names *names, struct str name)
{
	name = arena_str(&names->arena, name);
	struct str first = first_run(name);

	map_put(&names->taken, name, NULL)->value = &row_name;
	if (!first.n)
		return;
	struct map_entry *entry = map_put(&names->taken, first, NULL);
	if (!entry->value)
		entry->value = &run_of;
}

/* Numbers that were taken before stay taken. */
static void name_row(struct names *names, const struct rows *rows, struct row *row)
{
	const char *slash = strrchr(row->snapshot, '/');
	bool fresh;

	strbuf_addf(&row->base, "%s/", rows->dir);
	if (rows->several) {
		add_safe(&row->base, slash ? slash + 1 : row->snapshot);
		strbuf_addc(&row->base, '.');
	}
	add_safe(&row->base, row->ref->name);
	const size_t begin = row->base.len;
	struct map_entry *last =
		map_put(&names->last, arena_str(&names->arena, strbuf_str(&row->base)), &fresh);
	size_t *number = last->value;
	if (fresh)
		last->value = number = ARENA_NEW(&names->arena, size_t);
	do {
		strbuf_cut(&row->base, begin);
		if (++*number > 1)
			strbuf_addf(&row->base, "-%zu", *number);
	} while (is_taken(names, strbuf_str(&row->base)));
	take(names, strbuf_str(&row->base));
}

void rows_init(struct rows *rows, const struct refs *refs, const char *const *snapshots, size_t n)
{
	struct names names = {0};

	rows->several = n > 1;
	rows->all = xcalloc(n * refs->n, sizeof *rows->all);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < refs->n; k++) {
			struct row *row = &rows->all[rows->n++];

			row_init(row, &refs->all[k], snapshots[i]);
			name_row(&names, rows, row);
			row_path(row, 0, ".log", &row->log);
		}
	map_free(&names.taken);
	map_free(&names.last);
	arena_free(&names.arena);
}
