/* One hash for a set of decisions: equal hashes mean equal decisions (snap-replay(1), the summary
 * event). */
#ifndef SNAP_DECISIONS_H
#define SNAP_DECISIONS_H
#include "str.h"

/* X(NAME, name): NAME is what code writes behind DECISION_, name is the name of the event. */
#define DECISION_KINDS(X) X(BIND, bind) X(PIPELINE, pipeline) X(EVICT, evict)

#define DECISION_MEMBER(NAME, name) DECISION_##NAME,
enum decision_kind { DECISION_KINDS(DECISION_MEMBER) DECISION_COUNT };
#undef DECISION_MEMBER

extern const char *const decision_names[DECISION_COUNT]; /* "bind" */

/* Start with {0}; decisions_free releases it. A decision is the line "action TAB kind TAB pod TAB
 * node". A repeated decision is a repeated line.
 *
 * node is empty in the lines of pipelines and evictions, whatever decisions_add gets: the original
 * tool does not log it below verbosity 6, and the hash must be equal for both engines. */
struct decisions {
	struct str *lines;
	size_t n, cap;
};
#define DECISIONS_HEX 65 /* hex digits and a NUL */

/* Appends the line of one decision. */
void decision_line(struct strbuf *line, struct str action, enum decision_kind kind, struct str pod,
	struct str node);
void decisions_add(struct decisions *d, const char *action, enum decision_kind kind, struct str pod,
	struct str node);
/* SHA-256 in hex over the lines in byte order, each followed by a newline. */
void decisions_hash(struct decisions *d, char hex[DECISIONS_HEX]);
void decisions_free(struct decisions *d);

#endif
