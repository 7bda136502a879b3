/* Names of members, one a line: what is taken as a path stays below the folder and replaces no
 * earlier one, and no name steers a terminal. */
#include "check.h"
#include "cmd/snap-unzip/names.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1000 };

static void check_shown(struct str name)
{
	struct strbuf shown = {0}, again = {0};

	name_show(&shown, name);
	for (size_t i = 0; i < shown.len; i++)
		check("a control character",
			(unsigned char)shown.s[i] >= ' ' && shown.s[i] != 0x7f);
	strbuf_add_safe(&again, strbuf_str(&shown));
	check("not safe", str_eq(strbuf_str(&shown), strbuf_str(&again)));
	check("not found as it is shown", name_is(name, strbuf_str(&shown)) && name_is(name, name));
	strbuf_free(&shown);
	strbuf_free(&again);
}

static void check_parts(struct str path)
{
	for (size_t begin = 0, end; begin < path.n || (begin && begin == path.n); begin = end + 1) {
		const char *slash = memchr(path.p + begin, '/', path.n - begin);

		end = slash ? (size_t)(slash - path.p) : path.n;
		struct str part = {path.p + begin, end - begin};
		check("an empty part", part.n);
		check("a part that is none", !str_eq(part, STR(".")) && !str_eq(part, STR("..")));
	}
}

static bool is_below(struct str path, struct str folder)
{
	return path.n > folder.n && str_starts(path, folder) && path.p[folder.n] == '/';
}

struct taken {
	struct str path;
	bool folder;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct paths paths = {0};
	struct taken taken[MOST], t;
	size_t count = 0;
	struct str rest = {(const char *)data, size};

	while (rest.n && count < MOST) {
		const char *end = memchr(rest.p, '\n', rest.n);
		size_t n = end ? (size_t)(end - rest.p) : rest.n;
		struct strbuf name = {0};
		struct error e = {0};

		strbuf_add(&name, rest.p, n);
		rest = (struct str){rest.p + n + (end != NULL), rest.n - n - (end != NULL)};
		check_shown(strbuf_str(&name));
		bool good =
			strlen(name.s) == n && paths_take(&paths, name.s, &t.path, &t.folder, &e);
		strbuf_free(&name);
		check("a refusal without words", good || strlen(e.what) || !e.status);
		if (!good || !t.path.n)
			continue;
		check_parts(t.path);
		for (size_t i = 0; i < count; i++) {
			check("the same path twice", !str_eq(t.path, taken[i].path));
			check("below a file", taken[i].folder || !is_below(t.path, taken[i].path));
			check("a file above another", t.folder || !is_below(taken[i].path, t.path));
		}
		taken[count++] = t;
	}
	paths_free(&paths);
	return 0;
}
