/* The plan of a comparison: its refs and snapshots, whose rows may be run anywhere, in any order.
 * DIR/plan.json has it, for --collect; --plan prints a command line for each row. */
#ifndef SNAP_COMPARE_PLAN_H
#define SNAP_COMPARE_PLAN_H
#include "row.h"
#include "settings.h"

#define PLAN_FILE "plan.json"
enum { PLAN_MAX = 256 << 20 }; /* bytes of plan.json; more are refused */

/* Sets the row's key, which stands for all that its result depends on, but for the content of the
 * snapshot: the ref and its commit, the settings and the snapshot's name. */
void plan_key(const struct settings *s, struct row *row);
/* Writes DIR/plan.json. The refs are resolved. False: *e is set. */
bool plan_write(const struct settings *s, const char *dir, struct error *e);

/* --plan: writes the file and prints the lines. Returns the exit status. */
int plan_run(struct settings *s);

/* A plan that was read. Start with {0}; plan_free releases it. */
struct plan {
	struct refs refs;       /* name and commit */
	char (*keys)[ROW_KEY];  /* of each ref */
	struct strbuf *texts;   /* of each ref: its name */
	struct strbuf *files;   /* the names of the snapshots */
	const char **snapshots; /* the same */
	size_t n_snapshots, refs_cap, files_cap;
};

/* Reads DIR/plan.json. The caller frees p in either case. False: *e is set. */
bool plan_read(const char *dir, struct plan *p, struct error *e);
/* The same from text, which is followed by JSON_PADDING readable bytes. */
bool plan_parse(struct str text, struct plan *p, struct error *e);
void plan_free(struct plan *p);

#endif
