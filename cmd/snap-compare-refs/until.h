/* --until: what --bisect looks for. */
#ifndef SNAP_COMPARE_UNTIL_H
#define SNAP_COMPARE_UNTIL_H
#include "common/jq_test.h"
#include "row.h"
#include "search.h"

struct until {
	bool given;
	enum { UNTIL_DIFFERS, UNTIL_SLOWER, UNTIL_FAILS, UNTIL_JQ } kind;
	/* UNTIL_SLOWER: so many times the first ref's time; 0: than limit_us, microseconds. */
	const char *limit; /* as given */
	double times;
	int64_t limit_us;
	int64_t timeout_ms; /* of the replays; -1: none */
	struct jq_test *jq;
};

/* The argument of --until; msg_usage for what is none. */
void until_parse(struct until *u, const char *arg);
void until_free(struct until *u);

/* The verdict on a ref, by its rows for each snapshot: it is bad if one of them is, and is judged
 * if all can be. *which is the row that decides, why gets why it cannot be judged. */
enum verdict until_judge(const struct until *u, const struct rows *rows, const struct refs *refs,
	size_t ref, const struct row **which, struct strbuf *why);

/* What a row is of which the predicate holds, or does not: "differs from v1". */
void until_says(const struct until *u, bool holds, const char *first, struct strbuf *out);

#endif
