#include "snapshots.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/operand.h"
#include "common/raw.h"
#include "common/temporary.h"

void snapshots_take(struct snapshots *s, size_t n, char *const *operands)
{
	static char standard_input[] = "-";
	static char *const only_input[] = {standard_input};
	size_t dashes = 0;

	if (!n) {
		operands = only_input;
		n = 1;
	}
	s->n = n;
	s->paths = xcalloc(n, sizeof *s->paths);
	s->names = xcalloc(n, sizeof *s->names);
	for (size_t i = 0; i < n; i++) {
		s->paths[i] = operands[i];
		s->names[i] = operand_input(operands[i]);
		dashes += operand_is_standard(operands[i]);
	}
	if (dashes > 1)
		msg_usage("standard input can be one SNAPSHOT only");
}

/* Stdin is copied: it can be read once, but is replayed several times. */
static bool copy_stdin(struct snapshots *s, size_t which, struct error *e)
{
	struct raw *raw = raw_open(NULL, e);
	bool ok = raw && temporary_copy(&s->stdin_copy, raw, NULL, e);

	if (raw)
		raw_close(raw);
	s->paths[which] = s->stdin_copy.s;
	return ok;
}

bool snapshots_check(struct snapshots *s, const char **which, struct error *e)
{
	for (size_t i = 0; i < s->n; i++) {
		struct stat st;

		*which = s->names[i];
		if (strcmp(s->paths[i], "-") == 0) {
			if (!copy_stdin(s, i, e))
				return false;
		} else if (stat(s->paths[i], &st) != 0 || access(s->paths[i], R_OK) != 0) {
			return error_errno(e, "cannot open");
		} else if (S_ISDIR(st.st_mode)) {
			return error_set(e, SNAP_INPUT, "is a directory",
				"a file or pipe with a snapshot is wanted");
		}
	}
	*which = NULL;
	return true;
}

void snapshots_free(struct snapshots *s)
{
	temporary_remove(&s->stdin_copy);
	free(s->paths);
	free(s->names);
}
