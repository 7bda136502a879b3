/* Files of JSONTestSuite's kind: y_ must be accepted, n_ refused, i_ as the table says. Our own
 * cases in tests/json, and the published ones in ../shared/jsontestsuite where they are. Run from
 * the top of the tree. */
#include <dirent.h>

#include "json_trace.h"
#include "tap.h"

/* What the standard leaves open, and what we do. Numbers are kept as written, so no number is too
 * large for the reader. A lone surrogate escape is accepted (and becomes U+FFFD), as in Go. Bytes
 * that are not UTF-8, and a byte order mark, are refused. */
static const struct {
	const char *prefix;
	bool accepted;
} open_cases[] = {
	{"i_number_", true},
	{"i_object_key_lone_2nd_surrogate", true},
	{"i_string_1st_", true},
	{"i_string_UTF-16LE_with_BOM", false},
	{"i_string_UTF-8_invalid_sequence", false},
	{"i_string_UTF8_surrogate_U+D800", false},
	{"i_string_incomplete_surrogate", true},
	{"i_string_invalid_lonely_surrogate", true},
	{"i_string_invalid_surrogate", true},
	{"i_string_invalid_utf-8", false},
	{"i_string_inverted_surrogates_", true},
	{"i_string_iso_latin_1", false},
	{"i_string_lone_second_surrogate", true},
	{"i_string_lone_utf8_continuation_byte", false},
	{"i_string_not_in_unicode_range", false},
	{"i_string_overlong_sequence_", false},
	{"i_string_truncated-utf-8", false},
	{"i_string_utf16", false},
	{"i_structure_500_nested_arrays", true},
	{"i_structure_UTF-8_BOM_empty_object", false},
	{"i_depth_512", true},
	{"i_depth_513", false},
};

/* 1 accepted, 0 refused, -1 nobody has decided */
static int expected(const char *name)
{
	if (name[0] == 'y' || name[0] == 'n')
		return name[0] == 'y';
	for (size_t i = 0; i < sizeof open_cases / sizeof *open_cases; i++)
		if (strncmp(name, open_cases[i].prefix, strlen(open_cases[i].prefix)) == 0)
			return open_cases[i].accepted;
	return -1;
}

static char *read_case(const char *dir, const char *name, size_t *len)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *f = fopen(path, "rb");
	if (f == NULL)
		return NULL;
	char *text = xcalloc((1 << 20) + JSON_PADDING, 1);
	*len = fread(text, 1, 1 << 20, f);
	fclose(f);
	return text;
}

static void check_case(const char *dir, const char *name)
{
	static const struct trace_way ways[] = {{NULL, 64, 0}, {NULL, 4096, 0}, {NULL, 64, 1},
		{NULL, 4096, 7}, {"avx2", 64, 0}, {"avx2", 128, 7}, {"scalar", 64, 0},
		{"scalar", 128, 3}};
	size_t len = 0;
	char *text = read_case(dir, name, &len);
	int right = 0, want = expected(name);

	for (size_t i = 0; text && i < sizeof ways / sizeof *ways; i++)
		for (int job = TRACE_WALK; job < TRACE_JOBS; job++) {
			struct strbuf out = {0};
			struct error e = {0};

			right += trace_read(text, len, ways[i], (enum trace_job)job, false, &out,
					 &e) == want;
			strbuf_free(&out);
		}
	ok(right == TRACE_JOBS * (int)(sizeof ways / sizeof *ways), "%s is %s", name,
		want < 0       ? "in the table"
			: want ? "accepted"
			       : "refused");
	free(text);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void check_dir(const char *dir, bool needed)
{
	char *names[1024];
	size_t n = 0;
	DIR *d = opendir(dir);

	if (d == NULL) {
		ok(!needed, "%s # SKIP it is not here", dir);
		return;
	}
	for (struct dirent *entry; (entry = readdir(d)) != NULL && n < 1024;)
		if (strlen(entry->d_name) > 2 && entry->d_name[1] == '_')
			names[n++] = xstrdup(entry->d_name);
	closedir(d);
	qsort(names, n, sizeof *names, by_name);
	for (size_t i = 0; i < n; i++) {
		check_case(dir, names[i]);
		free(names[i]);
	}
	ok(n > 0, "%s has %zu cases", dir, n);
}

int main(void)
{
	check_dir("tests/json", true);
	check_dir("../shared/jsontestsuite", false);
	return tap_end();
}
