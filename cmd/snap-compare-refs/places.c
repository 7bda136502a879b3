#include "places.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "common/output.h"
#include "result.h"

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

void places_clear(const struct row *row)
{
	struct strbuf path = {0};
	bool any = true;

	/* First what says that the others are whole. */
	row_path(row, 0, RESULT_END, &path);
	unlink(path.s);
	for (size_t run = 0; any; run++) {
		any = false;
		for (int i = 0; i < ROW_ENDS; i++) {
			row_path(row, run, row_ends[i], &path);
			any = unlink(path.s) == 0 || any;
		}
	}
	strbuf_free(&path);
}
