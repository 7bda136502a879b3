/* Comparison of a text with the one recorded in tests/data/model/. */
#ifndef TEST_RECORDED_H
#define TEST_RECORDED_H
#include <stdio.h>
#include <string.h>

#include "common/str.h"
#include "../tap.h"

#define RECORDED_FOLDER "tests/data/model/"

/* A whole file of that folder, zero-terminated; empty if there is none. The caller frees it. */
static struct strbuf recorded_file(const char *name, const char *ending)
{
	char path[256], block[4096];
	struct strbuf text = {0};
	FILE *f;
	size_t n;

	snprintf(path, sizeof path, RECORDED_FOLDER "%s%s", name, ending);
	f = fopen(path, "r");
	while (f && (n = fread(block, 1, sizeof block, f)) > 0)
		strbuf_add(&text, block, n);
	if (f)
		fclose(f);
	strbuf_addz(&text, "");
	return text;
}

static void record(const char *name, const struct strbuf *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof path, RECORDED_FOLDER "%s.txt", name);
	f = fopen(path, "w");
	if (!f || fwrite(text->s, 1, text->len, f) != text->len || fclose(f) != 0)
		perror(path);
}

static struct str next_line(struct str *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct str line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
	size_t taken = line.n + (end != NULL);

	*rest = (struct str){rest->p + taken, rest->n - taken};
	return line;
}

/* Prints the first line that differs. */
static bool same_lines(struct str got, struct str want)
{
	for (int n = 1; got.n || want.n; n++) {
		struct str a = next_line(&got), b = next_line(&want);

		if (str_eq(a, b))
			continue;
		printf("# line %d is\n# " STR_FMT "\n# and should be\n# " STR_FMT "\n", n,
			STR_ARG(a), STR_ARG(b));
		return false;
	}
	return true;
}

/* A test: the text is that of NAME.txt. recording: writes it there first. */
static void compare_recorded(const char *name, const struct strbuf *text, bool recording)
{
	struct strbuf want;

	if (recording)
		record(name, text);
	want = recorded_file(name, ".txt");
	ok(want.len && same_lines(strbuf_str(text), strbuf_str(&want)), "%s", name);
	strbuf_free(&want);
}

static bool is_recording(int argc, char **argv)
{
	return argc > 1 && strcmp(argv[1], "--record") == 0;
}

#endif
