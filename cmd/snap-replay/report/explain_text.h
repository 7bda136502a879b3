/* Private to report/explain_text*.c: the chapters of an explanation as text. */
#ifndef SNAP_EXPLAIN_TEXT_H
#define SNAP_EXPLAIN_TEXT_H
#include <limits.h>

#include "report/explain_private.h"

/* Lines about the order, to find those that are equal in several visits. */
struct order_lines {
	struct order_line {
		struct str text;   /* "behind X by ...", without indent */
		uint64_t chapters; /* bits of those with such a visit */
		int visits;
	} * items;
	int n, cap;
};
struct explanation {
	struct text *b;
	struct session *s;
	const struct subject *u;
	struct order_lines order;
};

/* How many of a list are shown: all of them at --explain-depth full. */
static inline int shown_of(const struct explanation *e, int usual)
{
	return explain_at(e->s)->depth == EXPLAIN_FULL ? INT_MAX : usual;
}
static inline bool in_full(const struct explanation *e)
{
	return explain_at(e->s)->depth == EXPLAIN_FULL;
}

/* The first visits of a chapter, and its last one. */
static inline bool visit_shown(const struct explanation *e, const struct chapter *c, int i)
{
	return i < shown_of(e, 3) || i == c->n_visits - 1;
}

/* explain_text_order.c. order_collect finds the lines that several visits share; order_shared
 * writes these, order_own those of one visit that are not shared; order_free frees e->order. */
void order_collect(struct explanation *e);
void order_shared(struct explanation *e);
void order_own(struct explanation *e, const struct visit *v);
void order_free(struct explanation *e);
/* explain_text_nodes.c: the pods of the last attempt: the subject, or the first that failed and the
 * first ones. */
void looks_text(struct explanation *e, const struct visit *v);
/* explain_text_domains.c: the choices of domains in the last attempt. */
void domains_text(struct explanation *e, const struct visit *v);
/* explain_text_search.c: a search; in place of it the failure of another job. */
void search_text(struct explanation *e, const struct searched *q);
void like_text(struct explanation *e, const struct like *like);
/* explain_text_decided.c: the committed decisions of a chapter. */
void decided_text(struct explanation *e, const struct chapter *c);

#endif
