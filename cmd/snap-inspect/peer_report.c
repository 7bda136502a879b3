#include <stdlib.h>
#include "common/import/cut.h"
#include "common/mem.h"
#include "common/terminal.h"
#include "peer_report.h"

void peer_label(struct peer_view *v, const char *name)
{
	text_colour(&v->text, COLOUR_TITLE, v->colour);
	text_addf(&v->text, "%-12s", name);
	text_colour_end(&v->text, v->colour);
	text_ours(&v->text, " ");
}

void peer_count(struct peer_view *v, long n, const char *noun)
{
	text_add_count(&v->text, n, noun);
}

void peer_more(struct peer_view *v, long n, const char *where)
{
	if (n <= 0)
		return;
	text_ours(&v->text, "  and ");
	text_add_number(&v->text, n);
	text_addf(&v->text, " more: %s\n", where);
}

void peer_reason(struct peer_view *v, struct str reason)
{
	cut_prefix(&reason, STR(INVENTED_REASON));
	text_add(&v->text, reason);
}

void peer_time_json(struct jsonw *w, const char *key, struct instant t)
{
	struct strbuf time = {0};

	jsonw_key(w, key);
	if (instant_is_zero(t)) {
		jsonw_null(w);
		return;
	}
	rfc3339_format(&time, t);
	jsonw_str(w, strbuf_str(&time));
	strbuf_free(&time);
}

/* ---- amounts as text ---- */

static void add_cpus(struct strbuf *b, int64_t milli)
{
	char buf[40];

	strbuf_add(b, buf, jsonw_format_double(buf, (double)milli / 1000));
}

static void add_bytes(struct strbuf *b, int64_t thousandths)
{
	int64_t bytes = amount_units(RESOURCE_MEMORY, thousandths);

	if (bytes < 0)
		strbuf_addc(b, '-');
	size_format(b, bytes < 0 ? (uint64_t)-bytes : (uint64_t)bytes);
}

static void add_units(struct strbuf *b, int64_t thousandths)
{
	strbuf_addf(b, "%lld", (long long)amount_units(RESOURCE_PODS, thousandths));
}

static bool is_gpu(struct str resource)
{
	return str_eq(resource, STR("nvidia.com/gpu")) || str_eq(resource, STR("amd.com/gpu"));
}

static void one_amount(struct peer_view *v, const struct amount_shown *a)
{
	struct strbuf *out = text_numbers(&v->text);

	if (a->resource == RESOURCE_CPU) {
		add_cpus(out, a->n);
		strbuf_addz(out, a->n == 1000 ? " CPU" : " CPUs");
	} else if (a->resource == RESOURCE_MEMORY || a->resource == RESOURCE_STORAGE) {
		add_bytes(out, a->n);
		strbuf_addz(out, a->resource == RESOURCE_STORAGE ? " of disk" : "");
	} else if (is_gpu(a->name)) {
		add_units(out, a->n);
		strbuf_addz(out, a->n == 1000 ? " GPU" : " GPUs");
	} else {
		add_units(out, a->n);
		text_ours(&v->text, " ");
		text_add(&v->text, a->name);
	}
}

/* GPUs, or all others but pods. */
static bool some_amounts(
	struct peer_view *v, const struct amount_shown *all, size_t n, bool gpus, bool any)
{
	for (size_t i = 0; i < n; i++) {
		if (all[i].resource == RESOURCE_PODS || all[i].n == 0 ||
			is_gpu(all[i].name) != gpus)
			continue;
		text_ours(&v->text, any ? ", " : "");
		one_amount(v, &all[i]);
		any = true;
	}
	return any;
}

void peer_amounts_text(struct peer_view *v, const struct amounts_of *a)
{
	struct amount_shown *all = amounts_shown(a, v->resources);
	bool any = some_amounts(v, all, a->n, true, false);

	if (!some_amounts(v, all, a->n, false, any))
		text_ours(&v->text, "nothing");
	free(all);
}

/* ---- nodes ---- */

enum column { COLUMN_GPUS, COLUMN_CPUS, COLUMN_MEMORY, COLUMN_PODS, COLUMN_COUNT };
static const int widths[COLUMN_COUNT] = {7, 11, 9, 5};

static int64_t in_column(const struct peer_view *v, const struct amounts_of *a, enum column c)
{
	static const uint32_t resources[] = {0, RESOURCE_CPU, RESOURCE_MEMORY, RESOURCE_PODS};

	return c == COLUMN_GPUS ? amounts_gpus(a, v->resources) : amounts_get(a, resources[c]);
}

static void add_amount(struct strbuf *b, enum column c, int64_t n)
{
	if (c == COLUMN_CPUS)
		add_cpus(b, n);
	else if (c == COLUMN_MEMORY)
		add_bytes(b, n);
	else
		add_units(b, n);
}

/* A row with what it is sorted by. */
struct place {
	const struct peer_row *row;
	int64_t free[COLUMN_COUNT];
	bool gone;
};

static int by_free(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->gone != y->gone)
		return x->gone - y->gone;
	for (int c = 0; c < COLUMN_COUNT; c++)
		if (x->free[c] != y->free[c])
			return x->free[c] < y->free[c] ? 1 : -1;
	return str_cmp(x->row->name, y->row->name);
}

static void add_state(struct peer_view *v, const struct peer_row *row)
{
	struct text *t = &v->text;

	if (strcmp(row->kind, "node") != 0)
		text_addf(t, "  %s", row->kind);
	if (row->group.n)
		text_addf(t, "  " STR_FMT, STR_ARG(row->group));
	if (row->unready) {
		text_addf(t, "  %s: ", row->altered ? "altered" : "not ready");
		peer_reason(v, row->reason);
	}
	text_ours(t, row->cordoned ? "  cordoned" : "");
	text_ours(t, row->cut ? "  lines are missing" : "");
	text_ours(t, "\n");
}

/* Without what all templates begin with. */
static struct str short_name(const struct peer_row *row)
{
	struct str name = row->name;

	cut_prefix(&name, STR(TEMPLATE_NAME));
	return name;
}

static void add_row(struct peer_view *v, const struct peer_row *row, size_t width)
{
	struct strbuf cell = {0};

	text_addf(&v->text, "%-*.*s", (int)width, STR_ARG(short_name(row)));
	for (enum column c = 0; c < COLUMN_COUNT; c++) {
		strbuf_clear(&cell);
		add_amount(&cell, c, in_column(v, row->free, c));
		if (c <= COLUMN_CPUS) {
			strbuf_addc(&cell, '/');
			add_amount(&cell, c, in_column(v, row->allocatable, c));
		}
		text_addf(&v->text, " %*s", widths[c], cell.s);
	}
	add_state(v, row);
	strbuf_free(&cell);
}

static void add_title(struct peer_view *v, size_t width)
{
	static const char *const names[] = {"GPUs", "CPUs", "memory", "pods"};

	text_ours(&v->text, "\n");
	text_colour(&v->text, COLOUR_TITLE, v->colour);
	text_addf(&v->text, "%-*s", (int)width, "node: free/all, free");
	for (int c = 0; c < COLUMN_COUNT; c++)
		text_addf(&v->text, " %*s", widths[c], names[c]);
	text_colour_end(&v->text, v->colour);
	text_ours(&v->text, "\n");
}

void peer_rows_text(struct peer_view *v, struct peer_row *rows, size_t n)
{
	size_t shown = n < PEER_SHOWN ? n : PEER_SHOWN, width = 20;
	struct place *places = xcalloc(n + 1, sizeof *places);

	for (size_t i = 0; i < n; i++) {
		places[i].row = &rows[i];
		places[i].gone = strcmp(rows[i].kind, "deleted") == 0;
		for (enum column c = 0; c < COLUMN_COUNT; c++)
			places[i].free[c] = in_column(v, rows[i].free, c);
	}
	qsort(places, n, sizeof *places, by_free);
	size_t from = text_str(&v->text).n;
	for (size_t i = 0; i < shown; i++) {
		size_t w = text_width_safe(short_name(places[i].row));

		width = w > width && w <= 44 ? w : width;
	}
	if (n)
		add_title(v, width);
	for (size_t i = 0; i < shown; i++)
		add_row(v, places[i].row, width);
	peer_more(v, (long)(n - shown), "--format tsv has all nodes");
	terminal_cut(&v->text, from, v->columns);
	free(places);
}

/* ---- nodes as a table ---- */

static void add_cell(struct text *t, struct str s)
{
	text_ours(t, "\t");
	text_add(t, s);
}

static void add_number(struct text *t, int64_t n)
{
	text_addf(t, "\t%lld", (long long)n);
}

void peer_rows_tsv(struct peer_view *v, const struct peer_row *rows, size_t n)
{
	struct text *t = &v->text;

	text_ours(t, "node\tkind\tgroup\tready\treason\tcordoned\tpods");
	text_ours(t,
		"\tgpu.allocatable\tgpu.requested\tgpu.free\tcpu.allocatable\tcpu.requested"
		"\tcpu.free\tmemory.allocatable\tmemory.requested\tmemory.free\n");
	for (size_t i = 0; i < n; i++) {
		const struct peer_row *row = &rows[i];
		const struct amounts_of *all[] = {row->allocatable, row->requested, row->free};

		text_add(t, row->name);
		add_cell(t, str_of(row->kind));
		add_cell(t, row->group);
		add_cell(t, row->unready ? STR("false") : STR("true"));
		add_cell(t, row->unready ? row->reason : STR(""));
		add_cell(t, row->cordoned ? STR("true") : STR("false"));
		add_number(t, row->pods);
		for (enum column c = 0; c < COLUMN_PODS; c++)
			for (int k = 0; k < 3; k++)
				add_number(t,
					amount_units(
						c == COLUMN_CPUS ? RESOURCE_CPU : RESOURCE_MEMORY,
						in_column(v, all[k], c)));
		text_ours(t, "\n");
	}
}

/* ---- nodes as JSON ---- */

static void add_flag(struct jsonw *w, const char *key, bool value)
{
	jsonw_key(w, key);
	jsonw_bool(w, value);
}

void peer_row_json(
	struct jsonw *w, const struct peer_view *v, const struct peer_row *row, bool document)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "node");
	jsonw_str(w, row->name);
	jsonw_key(w, "kind");
	jsonw_strz(w, row->kind);
	if (document) {
		jsonw_key(w, "group");
		if (row->group.n)
			jsonw_str(w, row->group);
		else
			jsonw_null(w);
		add_flag(w, "ready", !row->unready);
		add_flag(w, "altered", row->altered);
		jsonw_key(w, "reason");
		if (row->unready)
			jsonw_str(w, row->reason);
		else
			jsonw_null(w);
		add_flag(w, "cordoned", row->cordoned);
	} else {
		add_flag(w, "whole", !row->cut);
	}
	jsonw_key(w, "pods");
	jsonw_int(w, row->pods);
	if (!document) {
		jsonw_key(w, "podsStarting");
		jsonw_int(w, row->starting);
	}
	amounts_json(w, "allocatable", row->allocatable, v->resources);
	amounts_json(w, "requested", row->requested, v->resources);
	amounts_json(w, "free", row->free, v->resources);
	jsonw_end(w, '}');
	jsonw_newline(w);
}
