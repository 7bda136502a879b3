/* -d: members to files below one folder, and nowhere else. Names come from the archive, so each part of a path is looked at before it
 * is used; files appear whole, when their CRC is known to be right. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/arena.h"
#include "common/map.h"
#include "unzip.h"

struct extraction {
	const char *dir;
	struct output *out; /* of the current member; NULL: a folder */
	struct map written; /* names, to see duplicates */
	struct map made;    /* folders that were not there before */
	struct arena arena;
};

static bool unsafe(const char *name, const char *why, struct error *e)
{
	error_set(e, SNAP_INPUT, "unsafe name", "%.300s %s", name, why);
	error_hint(e, "snap-unzip -p MEMBER prints a single member");
	return false;
}

static bool check_name(const struct zip_member *m, struct error *e)
{
	const char *name = m->name;
	if (!*name)
		return unsafe("a member", "has no name", e);
	if (*name == '/')
		return unsafe(name, "is an absolute path", e);
	for (const char *p = name; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return unsafe(name, "has control characters", e);
	for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
		if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2]))
			return unsafe(name, "leads out of the folder with ..", e);
	return true;
}

/* A folder that is one already, or is made. Links are not followed: they may lead anywhere. */
static bool make_folder(struct extraction *x, const char *path, bool top, struct error *e)
{
	struct stat st;
	if (mkdir(path, 0777) == 0) {
		map_put(&x->made, arena_str(&x->arena, str_of(path)), NULL);
		return true;
	}
	if (errno != EEXIST)
		return error_path(e, "cannot make", path);
	if ((top ? stat(path, &st) : lstat(path, &st)) != 0)
		return error_path(e, "cannot look at", path);
	if (S_ISDIR(st.st_mode))
		return true;
	return error_set(e, SNAP_SYSTEM, "cannot extract", "%.300s is in the way and not a folder", path);
}

static bool make_parents(struct extraction *x, struct strbuf *path, const char *name, struct error *e)
{
	strbuf_addz(path, x->dir);
	if (!make_folder(x, path->s, true, e))
		return false;
	strbuf_addc(path, '/');
	for (const char *slash; (slash = strchr(name, '/')); name = slash + 1) {
		if (slash == name)
			continue;
		strbuf_add(path, name, (size_t)(slash - name));
		if (!make_folder(x, path->s, false, e))
			return false;
		strbuf_addc(path, '/');
	}
	strbuf_addz(path, name);
	return true;
}

static bool open_file(struct extraction *x, const char *path, struct error *e)
{
	struct stat st;
	if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return error_set(e, SNAP_SYSTEM, "cannot extract", "%.300s is in the way and not a plain file", path);
	x->out = output_open(path, e);
	return x->out;
}

static bool on_member(void *ctx, const struct zip_member *m, struct error *e)
{
	struct extraction *x = ctx;
	struct strbuf path = {0};
	bool fresh;
	if (!check_name(m, e))
		return false;
	map_put(&x->written, str_of(m->name), &fresh);
	if (!fresh)
		return error_set(e, SNAP_INPUT, "ambiguous", "two members are called %.300s", m->name);
	bool folder = m->directory || str_ends(str_of(m->name), STR("/"));
	bool ok = make_parents(x, &path, m->name, e) && (folder ? make_folder(x, path.s, false, e) : open_file(x, path.s, e));
	strbuf_free(&path);
	return ok;
}

static bool on_data(void *ctx, const struct str *block, struct error *e)
{
	struct extraction *x = ctx;
	if (!x->out)
		return true;
	if (block)
		return output_write(x->out, block->p, block->n, e);
	struct output *out = x->out;
	x->out = NULL;
	return output_commit(out, e);
}

/* After a failure: what was made for files that did not come. Folders with something in them stay. */
static void remove_folders(const struct extraction *x)
{
	for (size_t i = x->made.count; i-- > 0;)
		rmdir(x->made.entries[i].key.p);
}

bool extract_members(struct source *src, const char *dir, struct error *e)
{
	struct extraction x = {.dir = dir};
	struct zipread *zip;
	struct zip_member single;
	bool ok = walk(src, &(struct visitor){&x, on_member, on_data}, &zip, &single, e);
	if (x.out)
		output_abort(x.out);
	if (!ok)
		remove_folders(&x);
	zipread_free(zip);
	map_free(&x.written);
	map_free(&x.made);
	arena_free(&x.arena);
	return ok;
}
