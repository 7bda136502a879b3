/* c_mutants SEED FILE...: all small changes of these C files, in an order that the seed decides,
 *   one a line: file, number of the change in its file, line, old text, new text, with tabs
 *   between. An edit elsewhere does not change the order of two mutants, so that a survivor comes
 *   again, with the same seed, as long as its line stands.
 * c_mutants -m NUMBER FILE: the file with that change, on stdout. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/grow.h"
#include "common/msg.h"
#include "tests/mutants/changes.h"

struct mutant {
	const char *path;
	int number;
	struct change change;
	uint64_t rank; /* in the order of the seed */
};

struct mutants {
	struct mutant *items;
	int n, cap;
	struct arena arena; /* of the files and their changes */
};

static struct str file_read(struct arena *arena, const char *path)
{
	FILE *in = fopen(path, "r");
	struct strbuf b = {0};
	struct str text;
	size_t n;

	if (!in) {
		perror(path);
		exit(SNAP_SYSTEM);
	}
	do {
		n = fread(strbuf_reserve(&b, BUFSIZ), 1, BUFSIZ, in);
		b.len += n;
	} while (n);
	if (ferror(in)) {
		perror(path);
		exit(SNAP_SYSTEM);
	}
	fclose(in);
	text = arena_str(arena, strbuf_str(&b));
	strbuf_free(&b);
	return text;
}

/* The line of file in which text begins. */
static struct str line_around(struct str file, struct str text)
{
	const char *first = text.p, *end = file.p + file.n, *last = first;

	while (first > file.p && first[-1] != '\n')
		first--;
	while (last < end && *last != '\n')
		last++;
	return (struct str){first, (size_t)(last - first)};
}

/* splitmix64 */
static uint64_t mix(uint64_t z)
{
	z += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint64_t mix_text(uint64_t state, struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!isspace((unsigned char)text.p[i]))
			state = mix(state ^ (unsigned char)text.p[i]);
	return mix(state ^ 256); /* the end: no character */
}

static bool are_alike(const struct mutant *a, const struct mutant *b)
{
	return str_eq(a->change.old, b->change.old) && str_eq(a->change.made, b->change.made);
}

/* From the texts of file name, line and change, and how many of the file's earlier changes are
 * alike: m and those before it, from `first` on. */
static uint64_t rank_of(
	const struct mutant *first, const struct mutant *m, struct str file, uint64_t seed)
{
	struct str line = line_around(file, m->change.old);
	uint64_t rank = mix_text(mix(seed), str_of(m->path));
	uint64_t alike = 0;

	for (const struct mutant *other = first; other < m; other++)
		alike += are_alike(other, m) && str_eq(line_around(file, other->change.old), line);
	rank = mix_text(mix_text(mix_text(rank, line), m->change.old), m->change.made);
	return mix(rank ^ alike);
}

static void add_file(struct mutants *m, const char *path, uint64_t seed)
{
	struct str file = file_read(&m->arena, path);
	struct changes changes;
	int first = m->n;

	changes_find(&changes, &m->arena, file);
	ARRAY_RESERVE(m->items, m->n + changes.n, m->cap);
	for (int i = 0; i < changes.n; i++) {
		struct mutant *added = &m->items[m->n++];

		*added = (struct mutant){path, i, changes.items[i], 0};
		added->rank = rank_of(&m->items[first], added, file, seed);
	}
	free(changes.items);
}

static int compare_ranks(const void *a, const void *b)
{
	const struct mutant *x = a, *y = b;

	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* On one line: any blanks become one space. */
static void print_squeezed(struct str text)
{
	bool blank = false;

	for (size_t i = 0; i < text.n; i++) {
		if (isspace((unsigned char)text.p[i])) {
			blank = true;
			continue;
		}
		if (blank)
			putchar(' ');
		putchar(text.p[i]);
		blank = false;
	}
}

static void print_mutant(const struct mutant *m)
{
	printf("%s\t%d\t%d\t", m->path, m->number, m->change.line);
	print_squeezed(m->change.old);
	putchar('\t');
	print_squeezed(m->change.made);
	putchar('\n');
}

static int print_changed(const char *path, int number)
{
	struct arena arena = {0};
	struct str file = file_read(&arena, path);
	struct changes changes;

	changes_find(&changes, &arena, file);
	if (number < 0 || number >= changes.n) {
		fprintf(stderr, "%s: there is no change %d\n", path, number);
		return SNAP_USAGE;
	}
	const struct change *c = &changes.items[number];
	size_t before = (size_t)(c->old.p - file.p), behind = before + c->old.n;

	fwrite(file.p, 1, before, stdout);
	fwrite(c->made.p, 1, c->made.n, stdout);
	fwrite(file.p + behind, 1, file.n - behind, stdout);
	free(changes.items);
	arena_free(&arena);
	return fflush(stdout) ? SNAP_SYSTEM : SNAP_OK;
}

int main(int argc, char **argv)
{
	struct mutants all = {0};

	if (argc == 4 && strcmp(argv[1], "-m") == 0)
		return print_changed(argv[3], atoi(argv[2]));
	if (argc < 3 || !isdigit((unsigned char)*argv[1])) {
		fprintf(stderr, "usage: %s SEED FILE... | -m NUMBER FILE\n", argv[0]);
		return SNAP_USAGE;
	}
	for (int i = 2; i < argc; i++)
		add_file(&all, argv[i], strtoull(argv[1], NULL, 10));
	if (all.n > 0)
		qsort(all.items, (size_t)all.n, sizeof *all.items, compare_ranks);
	for (int i = 0; i < all.n; i++)
		print_mutant(&all.items[i]);
	free(all.items);
	arena_free(&all.arena);
	return fflush(stdout) ? SNAP_SYSTEM : SNAP_OK;
}
