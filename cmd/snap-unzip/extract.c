/* -d: extracts members to files below one folder only. A file appears when it is complete and its
 * CRC is verified. */
#include "beneath.h"
#include "common/temporary.h"
#include "names.h"
#include "unzip.h"

struct extraction {
	struct beneath into;
	struct paths paths;
	struct newfile file; /* the current member; without fd: a folder */
};

static bool on_member(void *ctx, const struct zip_member *m, struct error *e)
{
	struct extraction *x = ctx;
	struct str path;
	bool folder;

	if (!paths_take(&x->paths, m->name, &path, &folder, e))
		return false;
	return folder ? beneath_folder(&x->into, path, e)
		      : beneath_create(&x->into, path, &x->file, e);
}

static bool on_data(void *ctx, const struct str *block, struct error *e)
{
	struct extraction *x = ctx;

	if (x->file.fd < 0)
		return !block ||
			error_set(e, SNAP_INPUT, "cannot extract",
				"a member whose name ends with a slash has data");
	if (!block)
		return newfile_end(&x->file, true, e);
	return write_all(x->file.fd, *block) || error_path(e, "cannot write to", x->file.shown.s);
}

bool extract_members(struct source *src, const char *dir, struct error *e)
{
	struct extraction x = {.file = {.fd = -1}};
	struct zipread *zip = NULL;
	struct zip_member single;
	bool ok = beneath_open(&x.into, dir, e) &&
		walk(src, &(struct visitor){&x, on_member, on_data}, &zip, &single, e);

	if (x.file.fd >= 0)
		newfile_end(&x.file, false, e);
	if (!ok)
		beneath_undo(&x.into);
	beneath_close(&x.into);
	zipread_free(zip);
	paths_free(&x.paths);
	return ok;
}
