/* What closes the events of a snapshot-tool's run: its sums, and what its log did not tell. */
#ifndef SNAP_LOG_SUMMARY_H
#define SNAP_LOG_SUMMARY_H
#include "report/event_writer.h"
#include "tool/log_events_write.h"

/* Members of the present event; text_member: none if it is empty. */
static inline void text_member(struct events *ev, const char *key, struct str value)
{
	if (!value.n)
		return;
	jsonw_key(&ev->w, key);
	jsonw_str(&ev->w, value);
}
static inline void number_member(struct events *ev, const char *key, int64_t value)
{
	jsonw_key(&ev->w, key);
	jsonw_int(&ev->w, value);
}

/* Both after all decisions. The first is of the text: its first sentence, and the net result. */
void log_net_text(struct events *ev, const struct log_events *t, int verbosity);
void log_summary(struct events *ev, const struct log_events *t, int verbosity);

#endif
