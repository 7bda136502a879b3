/* The events that snap-replay wrote, read back. */
#ifndef SNAP_EVENT_FILE_H
#define SNAP_EVENT_FILE_H
#include "common/json.h"

/* A kind of event, and what takes one. */
struct event_reader {
	struct str start; /* EVENT("bind") */
	void (*read)(struct json *r, void *to);
};
#define EVENT(name) STR("{\"event\":\"" name "\"")

/* Gives the events of a file, in their sequence, to the first reader whose start they have; others
 * are skipped. A file that cannot be read has no more events. */
void events_read(const char *path, const struct event_reader *readers, size_t n, void *to);

#endif
