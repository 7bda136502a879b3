/* New names in the order of the old ones.
 *
 * A name is the stem of its kind and its place among all names of the kind: "pod-000123". Names
 * that stay, and those of an earlier map, have their places already. What is between two of these
 * gets a name between theirs: by place, if that is between them, else by another stem. */
#include <stdlib.h>

#include "book.h"
#include "common/mem.h"

/* '/' ends a namespace where the scheduler compares "namespace/name". */
static int compare_with_end(struct str a, struct str b, char end)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	if (order || a.n == b.n)
		return order;
	return a.n < b.n ? (unsigned char)end - (unsigned char)b.p[n]
			 : (unsigned char)a.p[n] - (unsigned char)end;
}

/* The digits at the end of the name; empty: none. */
static struct str number_of(struct str s)
{
	size_t at = s.n;

	while (at && is_digit(s.p[at - 1]))
		at--;
	while (at < s.n && s.p[at] == '0')
		at++;
	return (struct str){s.p + at, s.n - at};
}

static bool is_numbered(struct str s)
{
	return s.n && is_digit(s.p[s.n - 1]);
}

/* rules/01 5.7: numbered zones first, by number. */
static int compare_zones(struct str a, struct str b)
{
	struct str x = number_of(a), y = number_of(b);

	if (is_numbered(a) != is_numbered(b))
		return is_numbered(a) ? -1 : 1;
	if (x.n != y.n)
		return x.n < y.n ? -1 : 1;
	int order = str_cmp(x, y);
	return order ? order : str_cmp(a, b);
}

int names_compare(enum names kind, struct str a, struct str b)
{
	if (kind == NAMES_NAMESPACE)
		return compare_with_end(a, b, '/');
	return kind == NAMES_ZONE ? compare_zones(a, b) : str_cmp(a, b);
}

/* No character needs an escape in JSON. */
static bool is_plain(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) && !(s.p[i] >= 'a' && s.p[i] <= 'z') && s.p[i] != '-')
			return false;
	return true;
}

struct numbering {
	struct book *book;
	enum names kind;
	struct name **names; /* in order */
	int n, width;
	struct map taken; /* new names */
	bool again;       /* numbers of an earlier map are not given again */
	int others;       /* names that lost their order */
	struct strbuf text;
};

static bool is_gpu(struct str old)
{
	for (size_t i = 0; i + 3 <= old.n; i++)
		if ((old.p[i] | 32) == 'g' && (old.p[i + 1] | 32) == 'p' &&
			(old.p[i + 2] | 32) == 'u')
			return true;
	return false;
}

/* What of the old name means something, and goes behind the number of the new one. */
static const char *ending(enum names kind, struct str old)
{
	switch (kind) {
	case NAMES_DRIVER:
	case NAMES_DEVICE_CLASS: return is_gpu(old) ? "-gpu" : "";
	case NAMES_RESOURCE: return str_ends(old, STR("gpu")) ? "-gpu" : "";
	case NAMES_ZONE: return is_numbered(old) ? "" : "x";
	default: return "";
	}
}

/* What of the old name of a resource means something in front: rules/01 4.2. */
static struct str resource_stem(struct str old)
{
	static const struct str stems[] = {STR_INIT("nvidia.com/mig-"), STR_INIT("hugepages-"),
		STR_INIT("attachable-volumes-"), STR_INIT("requests."),
		STR_INIT("deviceclass.resource.kubernetes.io/")};

	for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
		if (str_starts(old, stems[i]))
			return stems[i];
	if (str_contains(old, STR("kubernetes.io/")))
		return STR("extended.kubernetes.io/");
	return str_find(old, '/') ? STR("extended.example/") : STR("");
}

static void add_number(struct strbuf *b, int number, int width)
{
	char text[16];
	int at = sizeof text;

	for (; width > 0 || number; number /= 10, width--)
		text[--at] = (char)('0' + number % 10);
	strbuf_add(b, text + at, sizeof text - (size_t)at);
}

/* The stem, then the number. */
static struct str numbered(
	struct numbering *x, struct str stem, const struct name *n, int number, int width)
{
	strbuf_clear(&x->text);
	if (x->kind == NAMES_RESOURCE)
		strbuf_addstr(&x->text, resource_stem(n->old));
	strbuf_addstr(&x->text, stem);
	add_number(&x->text, number, width);
	strbuf_addz(&x->text, ending(x->kind, n->old));
	return strbuf_str(&x->text);
}

static bool between(
	const struct numbering *x, const struct name *low, struct str s, const struct name *high)
{
	/* Their order is that of messages at most. */
	if (x->kind == NAMES_RESOURCE || x->kind == NAMES_ATTRIBUTE)
		return true;
	return (!low || names_compare(x->kind, low->to, s) < 0) &&
		(!high || names_compare(x->kind, s, high->to) < 0);
}

/* Tries the stem for the names from `from` up to `to`, numbered from first. */
static bool try_stem(struct numbering *x, int from, int to, struct str stem, int first, int width)
{
	const struct name *low = from ? x->names[from - 1] : NULL,
			  *high = to < x->n ? x->names[to] : NULL;
	const int ends[] = {from, to - 1};

	for (int i = 0; i < 2; i++) {
		struct str s = numbered(x, stem, x->names[ends[i]], first + ends[i] - from, width);

		if (!between(x, low, s, high))
			return false;
	}
	for (int i = from; i < to && x->taken.count; i++)
		if (map_get(&x->taken, numbered(x, stem, x->names[i], first + i - from, width)))
			return false;
	for (int i = from; i < to; i++) {
		struct name *n = x->names[i];

		n->to = arena_str(&x->book->arena, numbered(x, stem, n, first + i - from, width));
		map_put(&x->taken, n->to, NULL)->value = n;
	}
	return true;
}

static int digits(int n)
{
	int width = 1;

	while (n >= 10) {
		n /= 10;
		width++;
	}
	return width;
}

/* A letter in front of the stem of the kind. */
static bool try_letters(struct numbering *x, int from, int to)
{
	static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	struct strbuf stem = {0};
	bool done = false;

	for (size_t i = 0; letters[i] && !done; i++) {
		strbuf_clear(&stem);
		strbuf_addf(&stem, "%c-" STR_FMT, letters[i], STR_ARG(name_stems[x->kind]));
		done = try_stem(x, from, to, strbuf_str(&stem), 1, digits(to - from));
	}
	strbuf_free(&stem);
	return done;
}

/* The name in front as a stem: "pod-000123x1". */
static bool try_behind(struct numbering *x, int from, int to)
{
	struct strbuf stem = {0};
	bool done = false;

	for (int zeros = 0; from && zeros < 3 && !done; zeros++) {
		strbuf_clear(&stem);
		strbuf_addf(&stem, STR_FMT "x%.*s", STR_ARG(x->names[from - 1]->to), zeros, "00");
		done = try_stem(x, from, to, strbuf_str(&stem), 1, digits(to - from));
	}
	strbuf_free(&stem);
	return done;
}

/* Names that stay mean something, and so would what begins like them. */
static bool try_other_stems(struct numbering *x, int from, int to)
{
	bool stays = from && x->names[from - 1]->stays;

	return (!stays && try_behind(x, from, to)) || try_letters(x, from, to) ||
		(stays && try_behind(x, from, to));
}

/* Names without one from `from` up to `to`, between two that have theirs, or at an end. */
static void number_run(struct numbering *x, int from, int to)
{
	if (!x->again && try_stem(x, from, to, name_stems[x->kind], from + 1, x->width))
		return;
	if (try_other_stems(x, from, to))
		return;
	/* Nothing is between those two: the order is lost, and the replay tells whether that
	 * matters. */
	for (int i = from; i < to; i++) {
		struct name *n = x->names[i];

		do
			n->to = numbered(x, STR("other-"), n, ++x->others, 1);
		while (map_get(&x->taken, n->to));
		n->to = arena_str(&x->book->arena, n->to);
		map_put(&x->taken, n->to, NULL)->value = n;
	}
}

static int by_order(const void *a, const void *b, enum names kind)
{
	return names_compare(
		kind, (*(struct name *const *)a)->old, (*(struct name *const *)b)->old);
}
static int by_bytes(const void *a, const void *b)
{
	return by_order(a, b, NAMES_TEXT);
}
static int by_namespace(const void *a, const void *b)
{
	return by_order(a, b, NAMES_NAMESPACE);
}
static int by_zone(const void *a, const void *b)
{
	return by_order(a, b, NAMES_ZONE);
}

/* Digits at least. No zone that stays ("node-12") looks like the new name of a node. */
static int least_width(enum names kind)
{
	switch (kind) {
	case NAMES_POD:
	case NAMES_UID: return 6;
	case NAMES_POD_GROUP:
	case NAMES_NODE:
	case NAMES_ZONE: return 4;
	case NAMES_QUEUE:
	case NAMES_NAMESPACE: return 2;
	default: return 3;
	}
}

static void number_kind(struct book *b, enum names kind)
{
	struct numbering x = {.book = b, .kind = kind};
	const struct map *m = &b->kinds[kind];

	x.names = xcalloc(m->count + 1, sizeof *x.names);
	for (size_t i = 0; i < m->count; i++) {
		struct name *n = m->entries[i].value;

		if (n->stays)
			n->to = n->old;
		if (n->to.p)
			map_put(&x.taken, n->to, NULL)->value = n;
		x.again = x.again || n->earlier;
		x.names[x.n++] = n;
	}
	qsort(x.names, (size_t)x.n, sizeof *x.names,
		kind == NAMES_NAMESPACE      ? by_namespace
			: kind == NAMES_ZONE ? by_zone
					     : by_bytes);
	x.width = least_width(kind);
	if (digits(x.n) > x.width)
		x.width = digits(x.n);
	for (int from = 0, to; from < x.n; from = to + 1) {
		for (to = from; to < x.n && !x.names[to]->to.p; to++)
			;
		if (to > from)
			number_run(&x, from, to);
	}
	for (int i = 0; i < x.n; i++)
		x.names[i]->is_plain = is_plain(x.names[i]->to);
	map_free(&x.taken);
	strbuf_free(&x.text);
	free(x.names);
}

void book_number(struct book *b)
{
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		number_kind(b, (enum names)kind);
}

void book_derive(struct book *b, enum names kind, struct str old, struct str to)
{
	struct name *n = book_find(b, kind, old);

	if (n && !n->stays && !n->earlier) {
		n->to = arena_str(&b->arena, to);
		n->is_plain = is_plain(n->to);
	}
}
