#include "names.h"
#include <limits.h>
#include "common/utf8.h"

enum { PART_MAX = 255, SHOWN_MAX = 300 };

void name_show(struct strbuf *to, struct str name)
{
	for (size_t n; name.n; name = (struct str){name.p + n, name.n - n}) {
		const char *backslash = str_find(name, '\\');

		n = backslash ? (size_t)(backslash - name.p) : name.n;
		strbuf_add_safe(to, (struct str){name.p, n});
		if (backslash) {
			strbuf_addz(to, "\\x5c");
			n++;
		}
	}
}

static bool is_utf8(struct str s)
{
	for (size_t i = 0, n; i < s.n; i += n)
		if ((n = utf8_length((const unsigned char *)s.p + i, s.n - i)) == 0)
			return false;
	return true;
}

void name_show_json(struct strbuf *to, struct str name)
{
	if (is_utf8(name))
		strbuf_addstr(to, name);
	else
		name_show(to, name);
}

bool name_is(struct str name, struct str word)
{
	struct strbuf shown = {0};

	if (str_eq(name, word))
		return true;
	name_show(&shown, name);
	bool same = str_eq(strbuf_str(&shown), word);
	strbuf_free(&shown);
	return same;
}

static bool unsafe(const char *name, const char *why, struct error *e)
{
	error_set(e, SNAP_INPUT, "unsafe name", "%.300s %s", name, why);
	error_hint(e, "snap-unzip -p MEMBER prints a single member");
	return false;
}

static bool ambiguous(const char *name, const char *why, struct str path, struct error *e)
{
	return error_set(e, SNAP_INPUT, "ambiguous", "%.300s: %s %.*s", name, why,
		path.n < SHOWN_MAX ? (int)path.n : SHOWN_MAX, path.p);
}

/* Splits off the first part of a path. */
static struct str next_part(const char **rest)
{
	const char *begin = *rest;
	size_t n = strcspn(begin, "/");

	*rest = begin + n + (begin[n] == '/');
	return (struct str){begin, n};
}

static bool check(const char *name, struct error *e)
{
	if (!*name)
		return unsafe("a member", "has no name", e);
	if (*name == '/')
		return unsafe(name, "is an absolute path", e);
	if (strlen(name) >= PATH_MAX)
		return unsafe(name, "is too long", e);
	for (const char *p = name; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return unsafe(name, "has control characters", e);
	for (const char *rest = name; *rest;) {
		struct str part = next_part(&rest);

		if (str_eq(part, STR("..")))
			return unsafe(name, "leads out of the folder with ..", e);
		if (part.n > PART_MAX)
			return unsafe(name, "is too long", e);
	}
	return true;
}

/* Appends the parts other than "." and empty ones. True: the last part was one of those kept. */
static bool add_parts(struct strbuf *to, const char *name)
{
	bool means = false;

	for (const char *rest = name; *rest;) {
		struct str part = next_part(&rest);

		means = part.n && !str_eq(part, STR("."));
		if (means && to->len)
			strbuf_addc(to, '/');
		if (means)
			strbuf_addstr(to, part);
	}
	return means;
}

/* Kinds of a taken path: a file, a folder that is a member, a folder that only contains members. */
static const char a_file = 'f', a_folder = 'd', a_parent = 'p';

/* A map's value may be anything, and this one is only compared. */
static void *as(const char *kind)
{
	return (void *)(uintptr_t)kind;
}

static bool take_parents(struct paths *p, const char *name, struct str path, struct error *e)
{
	for (size_t i = 0; i < path.n; i++) {
		if (path.p[i] != '/')
			continue;
		struct str above = {path.p, i};
		struct map_entry *entry = map_put(&p->taken, above, NULL);
		if (entry->value == &a_file)
			return ambiguous(name, "an earlier member is the file", above, e);
		if (!entry->value)
			entry->value = as(&a_parent);
	}
	return true;
}

bool paths_take(struct paths *p, const char *name, struct str *path, bool *folder, struct error *e)
{
	struct strbuf clean = {0};

	if (!check(name, e))
		return false;
	*folder = !add_parts(&clean, name) || name[strlen(name) - 1] == '/';
	*path = arena_str(&p->arena, strbuf_str(&clean));
	strbuf_free(&clean);
	if (!path->n)
		return true;
	if (!take_parents(p, name, *path, e))
		return false;
	struct map_entry *entry = map_put(&p->taken, *path, NULL);
	if (entry->value && !(entry->value == &a_parent && *folder))
		return ambiguous(name,
			entry->value == &a_parent ? "earlier members are in the folder"
						  : "two members lead to",
			*path, e);
	entry->value = as(*folder ? &a_folder : &a_file);
	return true;
}

void paths_free(struct paths *p)
{
	map_free(&p->taken);
	arena_free(&p->arena);
}
