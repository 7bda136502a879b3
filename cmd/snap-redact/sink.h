/* Where the redacted document goes: it stays in memory, or goes to a temporary file in blocks. */
#ifndef REDACT_SINK_H
#define REDACT_SINK_H
#include "common/json.h"
#include "common/msg.h"
#include "common/output.h"

struct sink {
	struct strbuf text;     /* what is not in the file */
	int fd;                 /* -1: all stays in text */
	uint64_t written, read; /* bytes of the file */
	struct error e;         /* why it cannot be written */
};
/* in_memory false: a temporary file is made. False: *e is set. sink_free releases it in any case.
 */
bool sink_open(struct sink *s, bool in_memory, struct error *e);
void sink_free(struct sink *s);
void sink_clear(struct sink *s);
/* Writes what is there, if that is much; the last byte stays. Between two items of a list. */
static inline void sink_settle(struct sink *s);
/* All is there. False: *e is set. */
bool sink_finish(struct sink *s, struct error *e);
/* A reader of what was written; json_free releases it. */
struct json *sink_reader(struct sink *s);
/* Copies it to path, as output_whole does. */
bool sink_deliver(struct sink *s, const char *path, struct error *e);

enum { SINK_BLOCK = 1 << 18 };
void sink_write(struct sink *s);
static inline void sink_settle(struct sink *s)
{
	if (s && s->fd >= 0 && s->text.len > SINK_BLOCK)
		sink_write(s);
}

#endif
