#include "places.h"
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "common/output.h"

void places_replay(struct strbuf *path)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash = NULL;

	if (n > 0) {
		self[n] = 0;
		slash = strrchr(self, '/');
	}
	if (slash) {
		*slash = 0;
		strbuf_addf(path, "%s/snap-replay", self);
	}
	if (!slash || access(path->s, X_OK) != 0) {
		strbuf_clear(path);
		strbuf_addz(path, "snap-replay");
	}
}

bool places_output_dir(const char *given, struct strbuf *dir, struct error *e)
{
	char stamp[32];
	time_t now = time(NULL);
	struct tm utc;

	if (given) {
		strbuf_addz(dir, given);
		return output_folder(given, e);
	}
	if (!gmtime_r(&now, &utc) || !strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc))
		return error_set(e, SNAP_SYSTEM, "cannot tell the time", "%s", "");
	if (!output_folder("snapshot-runs", e))
		return false;
	for (int i = 1;; i++) {
		strbuf_clear(dir);
		strbuf_addf(dir, i > 1 ? "snapshot-runs/%s-%d" : "snapshot-runs/%s", stamp, i);
		if (mkdir(dir->s, 0777) == 0)
			break;
		if (errno != EEXIST)
			return error_path(e, "cannot make the folder", dir->s);
	}
	return true;
}

static void add_safe(struct strbuf *b, const char *text)
{
	for (; *text; text++)
		strbuf_addc(
			b, strchr("/: \\\t\n", *text) || (unsigned char)*text < 0x20 ? '_' : *text);
}

/* Whether files of rows with these bases could have the same name: "v1" with its second run and
 * "v1.run2". */
static bool clash(struct str a, struct str b)
{
	if (a.n > b.n)
		return clash(b, a);
	struct str rest = {b.p + a.n, b.n - a.n};
	return str_starts(b, a) && (rest.n == 0 || str_starts(rest, STR(".run")));
}

static bool is_taken(const struct rows *rows, const struct row *row)
{
	for (const struct row *r = rows->all; r < rows->all + rows->n; r++)
		if (r != row && r->base.len && clash(strbuf_str(&r->base), strbuf_str(&row->base)))
			return true;
	return false;
}

void places_remove_files(const struct row *row)
{
	static const char *const suffixes[] = {".log", ".ndjson", ".ndjson.partial", ".decisions"};
	struct strbuf path = {0};
	bool any = true;

	for (size_t run = 0; any; run++) {
		any = false;
		for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
			row_path(row, run, suffixes[i], &path);
			any = unlink(path.s) == 0 || any;
		}
	}
	strbuf_free(&path);
}

void places_name_row(const struct rows *rows, struct row *row)
{
	const char *slash = strrchr(row->snapshot, '/');

	for (int i = 1; i == 1 || is_taken(rows, row); i++) {
		strbuf_clear(&row->base);
		strbuf_addf(&row->base, "%s/", rows->dir);
		if (rows->several) {
			add_safe(&row->base, slash ? slash + 1 : row->snapshot);
			strbuf_addc(&row->base, '.');
		}
		add_safe(&row->base, row->ref->name);
		if (i > 1)
			strbuf_addf(&row->base, "-%d", i);
	}
	row_path(row, 0, ".log", &row->log);
	places_remove_files(row);
}
