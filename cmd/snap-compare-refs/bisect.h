/* --bisect: the first ref between two at which something holds. */
#ifndef SNAP_COMPARE_BISECT_H
#define SNAP_COMPARE_BISECT_H
#include "common/text.h"
#include "replay.h"

/* What came out of it. */
struct bisect_answer {
	struct text text;  /* for people, of several lines */
	struct error none; /* why there is none; status 0: there is one */
};

/* Searches among the refs that line_find has found, and leaves in r's rows those of the refs that
 * were tried, in the order of the line. False: *e is set, as of replay_all. The caller frees
 * a->text. */
bool bisect_run(const struct replays *r, struct bisect_answer *a, struct error *e);

/* Parts of it. */
struct bisect {
	const struct settings *settings;
	struct rows *rows;
	struct refs refs; /* those of the settings, which are changed */
	struct search search;
};
/* The row that the verdict on a ref stands on; why gets why there is none. */
enum verdict bisect_judge(
	const struct bisect *b, size_t ref, const struct row **which, struct strbuf *why);
/* Sets a->none, and returns false, if the ends do not stand as they must. */
bool bisect_ends(const struct bisect *b, struct bisect_answer *a);
/* Says what was found; the refs of the answer get the verdicts of that. */
void bisect_tell(const struct bisect *b, struct bisect_answer *a);

#endif
