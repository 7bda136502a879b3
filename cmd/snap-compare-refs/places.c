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

void places_name_log(const struct rows *rows, const char *dir, struct row *row)
{
	const char *slash = strrchr(row->snapshot, '/');

	for (int i = 1;; i++) {
		bool taken = false;

		strbuf_clear(&row->log);
		strbuf_addf(&row->log, "%s/", dir);
		if (rows->several) {
			add_safe(&row->log, slash ? slash + 1 : row->snapshot);
			strbuf_addc(&row->log, '.');
		}
		add_safe(&row->log, row->ref->name);
		if (i > 1)
			strbuf_addf(&row->log, "-%d", i);
		strbuf_addz(&row->log, ".log");
		for (const struct row *r = rows->all; r < rows->all + rows->n; r++)
			taken = taken ||
				(r != row && r->log.s && strcmp(r->log.s, row->log.s) == 0);
		if (!taken)
			return;
	}
}
