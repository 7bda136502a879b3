/* c_mutants SEED FILE...: all small changes of these C files, in an order that the seed decides,
 *   one a line: file, number of the change in its file, line, old text, new text, with tabs
 * between. c_mutants -m NUMBER FILE: the file with that change, on stdout. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/msg.h"
#include "tests/mutants/changes.h"

struct mutant {
	const char *path;
	int number;
	struct change change;
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

static void add_file(struct mutants *m, const char *path)
{
	struct changes changes;

	changes_find(&changes, &m->arena, file_read(&m->arena, path));
	while (m->n + changes.n > m->cap) {
		m->cap = m->cap ? 2 * m->cap : 1024;
		m->items = xrealloc_array(m->items, (size_t)m->cap, sizeof *m->items);
	}
	for (int i = 0; i < changes.n; i++)
		m->items[m->n++] = (struct mutant){path, i, changes.items[i]};
	free(changes.items);
}

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void shuffle(struct mutants *m, uint64_t seed)
{
	for (int i = m->n - 1; i > 0; i--) {
		int other = (int)(next_random(&seed) % (uint64_t)(i + 1));
		struct mutant kept = m->items[i];

		m->items[i] = m->items[other];
		m->items[other] = kept;
	}
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
		add_file(&all, argv[i]);
	shuffle(&all, strtoull(argv[1], NULL, 10));
	for (int i = 0; i < all.n; i++)
		print_mutant(&all.items[i]);
	free(all.items);
	arena_free(&all.arena);
	return fflush(stdout) ? SNAP_SYSTEM : SNAP_OK;
}
