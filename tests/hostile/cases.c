#include "tests/hostile/cases.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "common/mem.h"

enum { BIGGEST = 100000 };

static bool is_case(const char *path)
{
	struct stat st;
	struct str p = str_of(path);

	return !str_ends(p, STR(".decisions.json")) && !str_contains(p, STR("/slow/")) &&
		!str_contains(p, STR("/captured/")) && stat(path, &st) == 0 &&
		st.st_size <= BIGGEST;
}

void cases_find(struct cases *c, const char *folder)
{
	struct strbuf pattern = {0};
	glob_t found;

	strbuf_addf(&pattern, "%s/*/*.json", folder);
	if (glob(pattern.s, 0, NULL, &found) == 0) {
		c->path = xrealloc_array(c->path, (size_t)c->n + found.gl_pathc, sizeof *c->path);
		for (size_t i = 0; i < found.gl_pathc; i++)
			if (is_case(found.gl_pathv[i]))
				c->path[c->n++] = xstrdup(found.gl_pathv[i]);
		globfree(&found);
	}
	strbuf_free(&pattern);
}

void cases_free(struct cases *c)
{
	for (int i = 0; i < c->n; i++)
		free(c->path[i]);
	free(c->path);
}

bool case_read(const char *path, struct strbuf *text, struct error *e)
{
	FILE *f = fopen(path, "rb");

	if (!f)
		return error_path(e, "cannot read", path);
	for (size_t n = 1; n;) {
		n = fread(strbuf_reserve(text, 1 << 16), 1, 1 << 16, f);
		text->len += n;
	}
	bool failed = ferror(f);
	fclose(f);
	return !failed || error_path(e, "cannot read", path);
}
