/* Private to report/explain_json*.c: "explain" events and their members. */
#ifndef SNAP_EXPLAIN_JSON_H
#define SNAP_EXPLAIN_JSON_H
#include "report/explain_private.h"

static inline void text(struct jsonw *w, const char *key, struct str value)
{
	jsonw_key(w, key);
	jsonw_str(w, value);
}

static inline void number(struct jsonw *w, const char *key, int64_t value)
{
	jsonw_key(w, key);
	jsonw_int(w, value);
}

static inline void real(struct jsonw *w, const char *key, double value)
{
	jsonw_key(w, key);
	jsonw_double(w, value);
}

/* Begins an event about the subject; action may be NULL. */
void explain_begin(struct events *ev, const struct session *s, const struct subject *u,
	const char *kind, const char *action);
/* explain_json_domains.c: one choice of domains. */
void domains_json(struct events *ev, const struct session *s, const struct subject *u,
	const char *action, const struct confinement *c);

#endif
