#include "ksched_log.h"
#include <stdlib.h>
#include "common/mem.h"
#include "ksched_line.h"

enum { TAIL = 3 };

/* Between two lines. Records that are no part of a dump may stand between those of one. */
enum state {
	OUTSIDE,
	COMPARED,    /* behind a record of the comparer, which runs before a dump */
	IN_NODES,    /* in the lines of the nodes */
	AFTER_NODES, /* they are whole */
	PLAIN_NODES, /* the same of old releases, a record for each node, as many as come */
	IN_QUEUE,    /* in the lines of the queue */
	PLAIN_QUEUE  /* the same of old releases: there is no mark at its end */
};

struct ksched_log {
	uint64_t most;
	struct spool spools[2], *dump, *whole; /* what has begun; the last whole one */
	bool armed, any, found;
	enum state state;
	bool record; /* the record is taken, with the lines that follow its first */
	/* The line: its first bytes until it is decided, then what it is. */
	struct strbuf head;
	bool decided;
	struct ksched_line line;
	char tail[TAIL]; /* its last bytes */
};

struct ksched_log *ksched_log_open(uint64_t most, struct error *e)
{
	struct ksched_log *log = xcalloc(1, sizeof *log);

	*log = (struct ksched_log){.most = most};
	log->dump = &log->spools[0];
	log->whole = &log->spools[1];
	bool first = spool_open(log->dump, e);
	if (first && spool_open(log->whole, e))
		return log;
	if (first)
		spool_close(log->dump);
	free(log);
	return NULL;
}

void ksched_log_close(struct ksched_log *log)
{
	spool_close(log->dump);
	spool_close(log->whole);
	strbuf_free(&log->head);
	free(log);
}

void ksched_log_arm(struct ksched_log *log)
{
	log->armed = true;
}

bool ksched_log_whole(const struct ksched_log *log)
{
	return log->found;
}

bool ksched_log_begun(const struct ksched_log *log)
{
	return log->state > COMPARED;
}

bool ksched_log_any(const struct ksched_log *log)
{
	return log->any;
}

bool ksched_log_write(const struct ksched_log *log, spool_put put, void *ctx, struct error *e)
{
	return spool_copy(log->whole, put, ctx, e);
}

/* Another dump begins, or none: what had begun was not whole. */
static void begin(struct ksched_log *log, enum state state)
{
	spool_clear(log->dump);
	log->state = state;
}

static void complete(struct ksched_log *log)
{
	struct spool *dump = log->dump;

	log->dump = log->whole;
	log->whole = dump;
	log->found = true;
	log->record = false;
	begin(log, OUTSIDE);
}

static bool is_part(const struct ksched_log *log, enum ksched_kind kind)
{
	switch (kind) {
	case KSCHED_COMPARER:
	case KSCHED_NODES: return true;
	case KSCHED_NODE: return log->state == PLAIN_NODES;
	case KSCHED_QUEUE: return log->state == AFTER_NODES || log->state == PLAIN_NODES;
	default: return false;
	}
}

/* The line begins a record. */
static void begin_record(struct ksched_log *log)
{
	enum ksched_kind kind = log->line.kind;

	if (log->state == PLAIN_QUEUE)
		complete(log);
	log->record = log->armed && is_part(log, kind);
	if (log->record && (kind == KSCHED_COMPARER || kind == KSCHED_NODES) &&
		log->state != COMPARED)
		begin(log, COMPARED);
}

/* A line that is taken is at its end. */
static void end_line(struct ksched_log *log)
{
	struct str tail = {log->tail, TAIL};
	bool nodes = log->line.kind == KSCHED_NODES, queue = log->line.kind == KSCHED_QUEUE;

	if (str_ends(tail, STR("\r")))
		tail.n--;
	if (log->line.kind == KSCHED_MORE_END && log->state == IN_NODES)
		log->state = AFTER_NODES;
	else if (log->line.kind == KSCHED_MORE_END && log->state == IN_QUEUE)
		complete(log);
	if (!nodes && !queue)
		return;
	if (log->line.json && !str_ends(tail, STR("}")))
		begin(log, OUTSIDE);
	else if (!log->line.json && str_ends(tail, STR("=<")))
		log->state = nodes ? IN_NODES : IN_QUEUE;
	else if (log->line.plain)
		log->state = nodes ? PLAIN_NODES : PLAIN_QUEUE;
	else if (nodes)
		log->state = AFTER_NODES;
	else
		complete(log);
}

static void note_tail(struct ksched_log *log, struct str part)
{
	for (size_t i = part.n > TAIL ? part.n - TAIL : 0; i < part.n; i++) {
		memmove(log->tail, log->tail + 1, TAIL - 1);
		log->tail[TAIL - 1] = part.p[i];
	}
}

static bool take(struct ksched_log *log, struct str bytes, struct error *e)
{
	if (!log->record)
		return true;
	if (spool_size(log->dump) + bytes.n > log->most) {
		error_set(e, SNAP_LIMIT, "too big", "the dump has more than %llu bytes",
			(unsigned long long)log->most);
		error_hint(e, "--max-size with more, if that is the scheduler");
		return false;
	}
	return spool_add(log->dump, bytes, e);
}

static void decide(struct ksched_log *log)
{
	log->line = ksched_line(strbuf_str(&log->head));
	log->decided = log->any = true;
	if (log->line.kind != KSCHED_MORE && log->line.kind != KSCHED_MORE_END)
		begin_record(log);
}

/* A part of a line; end: the line feed is behind it. */
static bool part_of_line(struct ksched_log *log, struct str part, bool end, struct error *e)
{
	note_tail(log, part);
	if (!log->decided) {
		size_t room = KSCHED_LINE_HEAD - log->head.len, n = part.n < room ? part.n : room;

		strbuf_add(&log->head, part.p, n);
		part = (struct str){part.p + n, part.n - n};
		if (!end && !part.n)
			return true;
		decide(log);
		if (!take(log, strbuf_str(&log->head), e))
			return false;
	}
	if (!take(log, part, e) || (end && !take(log, STR("\n"), e)))
		return false;
	if (!end)
		return true;
	if (log->record)
		end_line(log);
	strbuf_clear(&log->head);
	log->decided = false;
	return true;
}

bool ksched_log_feed(struct ksched_log *log, struct str bytes, struct error *e)
{
	while (bytes.n) {
		const char *end = str_find(bytes, '\n');
		size_t n = end ? (size_t)(end - bytes.p) : bytes.n;

		if (!part_of_line(log, (struct str){bytes.p, n}, end != NULL, e))
			return false;
		n += end != NULL;
		bytes = (struct str){bytes.p + n, bytes.n - n};
	}
	return true;
}

void ksched_log_quiet(struct ksched_log *log)
{
	if (log->state == PLAIN_QUEUE && !log->decided && !log->head.len)
		complete(log);
}
