/* Private to the reader of dumps: the search for them in a log, line by line. */
#ifndef IMPORT_DUMP_SCAN_H
#define IMPORT_DUMP_SCAN_H
#include "common/import/cut.h"
#include "common/import/dump.h"

enum scan_state { OUTSIDE, IN_NODES, IN_PODS };

struct scan {
	struct dump d;
	enum scan_state state;
	bool old;       /* values without marks */
	bool headed;    /* a header was seen */
	bool open;      /* d is a dump */
	bool nominated; /* in the list of nominated pods, which the queue has, too */
	long number;    /* of the dumps that are read */
	long wanted;    /* the number of the dump to be kept; 0: the last one */
	struct dump kept;
	bool has_kept;
	dump_found *found;
	void *ctx;
	struct instant prefix; /* the time in front of the line; TIME_ZERO: none */
	struct error *e;
};

/* dump_log.c: gives each line of the log, without what a storage of logs wrote in front of it, to
 * one of the next two. False: *s->e is set. */
bool scan_log(struct scan *s, struct feed *f);
/* dump_text.c: a line of a log in klog's form. False, here and below: s->found said so. */
bool scan_text_line(struct scan *s, struct str line);
/* dump_json.c: a line of a log that is a JSON object. */
bool scan_json_line(struct scan *s, struct str line);
/* dump_value.c: a line of the value of a dump's record, by s->state. */
void scan_value_line(struct scan *s, struct str line);

/* dump.c: a dump begins, and the one under way, if any, ends. */
bool scan_begin(struct scan *s, struct instant time);
/* The dump under way, if any, is at its end: s->found gets it, and it is kept, if it is wanted. */
bool scan_finish(struct scan *s);

#endif
