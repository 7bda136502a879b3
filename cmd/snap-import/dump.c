/* Finds dumps in the lines of a log.
 *
 * klog writes a value of several lines behind "key=<", each line behind a TAB, up to a line " >".
 * Only the key nodes of "Dump of cached NodeInfo" and pods of "Dump of scheduling queue" are read:
 * other records have such values, too. Before 1.23 each node was a record of its own. Lines may
 * have the prefix of whoever stored the log, CR, and blanks for the TAB. */
#include "dump.h"
#include "common/grow.h"

enum state { OUTSIDE, IN_NODES, IN_PODS };

struct scan {
	struct dump d;
	enum state state;
	bool old;       /* values without marks */
	bool headed;    /* a header was seen */
	bool open;      /* d is a dump */
	bool nominated; /* in the list of nominated pods, which the queue has, too */
	long number, wanted;
	struct dump kept;
	bool has_kept;
	dump_found *found;
	void *ctx;
	struct instant prefix;
	struct strbuf pieces; /* of a long line */
	struct error *e;
};

/* ---- lines ---- */

static struct str trim(struct str s)
{
	while (s.n && memchr(" \t\r\n", s.p[0], 4))
		s = (struct str){s.p + 1, s.n - 1};
	while (s.n && memchr("\r\n", s.p[s.n - 1], 2))
		s.n--;
	return s;
}

static bool take_prefix(struct str *s, struct str prefix)
{
	if (!str_starts(*s, prefix))
		return false;
	*s = (struct str){s->p + prefix.n, s->n - prefix.n};
	return true;
}

/* Up to `end`, which is taken, too. False: it is not there. */
static bool take_until(struct str *s, struct str end, struct str *taken)
{
	for (size_t i = 0; i + end.n <= s->n; i++)
		if (memcmp(s->p + i, end.p, end.n) == 0) {
			*taken = (struct str){s->p, i};
			*s = (struct str){s->p + i + end.n, s->n - i - end.n};
			return true;
		}
	return false;
}

/* "TIME ", and "stderr F " of the container runtime, or "stderr P " (*part) of a piece of a long
 * line that is not the last one. */
static struct str without_prefix(struct scan *s, struct str line, bool *part)
{
	struct str rest = line, time;
	struct instant t;

	if (line.n < 20 || !is_digit(line.p[0]) || line.p[4] != '-' ||
		!take_until(&rest, STR(" "), &time) || !rfc3339_parse(time, &t))
		return line;
	s->prefix = t;
	if (!take_prefix(&rest, STR("stderr ")))
		take_prefix(&rest, STR("stdout "));
	if (!take_prefix(&rest, STR("F ")))
		*part = take_prefix(&rest, STR("P "));
	return rest;
}

/* The message of "I0314 09:26:53.589793       1 dumper.go:52] message". */
static bool take_header(struct str line, struct str *message)
{
	struct str taken;

	if (line.n < 21 || !memchr("IWEF", line.p[0], 4) || line.p[5] != ' ' || line.p[8] != ':' ||
		line.p[11] != ':')
		return false;
	for (int i = 1; i < 5; i++)
		if (!is_digit(line.p[i]))
			return false;
	*message = line;
	return take_until(message, STR("] "), &taken) ||
		(line.p[line.n - 1] == ']' && (message->n = 0, true));
}

/* ---- a dump's lines ---- */

static struct dump_node *last_node(struct scan *s)
{
	return s->d.n_nodes ? &s->d.nodes[s->d.n_nodes - 1] : NULL;
}

static int64_t number_of(struct str text)
{
	int64_t n = 0;

	for (size_t i = 0; i < text.n && is_digit(text.p[i]); i++)
		if (__builtin_mul_overflow(n, 10, &n) ||
			__builtin_add_overflow(n, text.p[i] - '0', &n))
			return INT64_MAX;
	return n;
}

/* {MilliCPU:N Memory:N EphemeralStorage:N AllowedPodNumber:N ScalarResources:map[K:N K:N]} */
static void read_amounts(struct scan *s, struct str text, struct dump_amounts *a)
{
	struct str part, map = {0};
	struct {
		struct str name;
		int64_t *to;
	} fields[] = {{STR("MilliCPU:"), &a->milli_cpu}, {STR("Memory:"), &a->memory},
		{STR("EphemeralStorage:"), &a->ephemeral}, {STR("AllowedPodNumber:"), &a->pods}};

	text = trim(text);
	take_prefix(&text, STR("&"));
	if (!take_prefix(&text, STR("{")))
		return;
	for (size_t i = 0; i < 4; i++) {
		if (!take_prefix(&text, fields[i].name) || !take_until(&text, STR(" "), &part))
			return;
		*fields[i].to = number_of(part);
	}
	if (!take_prefix(&text, STR("ScalarResources:map[")) || !take_until(&text, STR("]}"), &map))
		return;
	a->scalars = arena_str(&s->d.arena, map);
	a->given = true;
}

static void start_node(struct scan *s, struct str name)
{
	struct dump *d = &s->d;

	ARENA_GROW(&d->arena, d->nodes, d->n_nodes, d->cap_nodes);
	d->nodes[d->n_nodes++] =
		(struct dump_node){.name = arena_str(&d->arena, name), .wanted = -1};
	s->nominated = false;
}

/* Behind "name: ". False: the line is cut. */
static bool read_pod(struct scan *s, struct str line, long node)
{
	struct dump *d = &s->d;
	struct str name, ns, uid, phase;

	if (!take_until(&line, STR(", namespace: "), &name) ||
		!take_until(&line, STR(", uid: "), &ns) ||
		!take_until(&line, STR(", phase: "), &uid) ||
		!take_until(&line, STR(", nominated node:"), &phase))
		return false;
	ARENA_GROW(&d->arena, d->pods, d->n_pods, d->cap_pods);
	d->pods[d->n_pods++] =
		(struct dump_pod){arena_str(&d->arena, ns), arena_str(&d->arena, name),
			arena_str(&d->arena, uid), arena_str(&d->arena, phase), node};
	return true;
}

static void node_line(struct scan *s, struct str line)
{
	struct dump_node *n = last_node(s);

	if (take_prefix(&line, STR("Node name: "))) {
		start_node(s, line);
	} else if (!n) {
		return;
	} else if (take_prefix(&line, STR("Deleted: "))) {
		n->deleted = str_eq(line, STR("true"));
	} else if (take_prefix(&line, STR("Requested Resources:"))) {
		read_amounts(s, line, &n->requested);
	} else if (take_prefix(&line, STR("Allocatable Resources:"))) {
		read_amounts(s, line, &n->allocatable);
	} else if (take_prefix(&line, STR("Scheduled Pods(number: "))) {
		n->wanted = (long)number_of(line);
	} else if (take_prefix(&line, STR("Nominated Pods(number: "))) {
		s->nominated = true;
	} else if (!s->nominated && take_prefix(&line, STR("name: "))) {
		n->got += read_pod(s, line, (long)s->d.n_nodes - 1);
	}
}

static void value_line(struct scan *s, struct str line)
{
	line = trim(line);
	if (s->state == IN_NODES)
		node_line(s, line);
	else if (take_prefix(&line, STR("name: ")) && !read_pod(s, line, -1))
		s->d.tailless = true;
}

/* ---- dumps ---- */

/* The dump under way is at its end. */
static bool finish(struct scan *s)
{
	struct dump *d = &s->d;
	bool good;

	if (!s->open)
		return true;
	s->open = false;
	s->number++;
	for (size_t i = 0; i < d->n_nodes; i++) {
		struct dump_node *n = &d->nodes[i];

		n->cut = !n->allocatable.given || n->got != n->wanted;
		d->tailless = d->tailless || n->cut;
	}
	d->tailless = d->tailless || !d->queue;
	good = !s->found || s->found(s->ctx, d, s->number, s->e);
	if (!s->wanted || s->wanted == s->number) {
		dump_free(&s->kept);
		s->kept = *d;
		s->has_kept = true;
	} else {
		dump_free(d);
	}
	*d = (struct dump){.time = TIME_ZERO};
	return good;
}

static bool begin(struct scan *s, struct instant time)
{
	bool good = finish(s);

	s->open = true;
	s->d.time = time;
	s->state = OUTSIDE;
	s->old = false;
	return good;
}

/* A header ends what was open; of a dump in the old form each node has one. */
static bool header(struct scan *s, struct str message)
{
	bool nodes = take_prefix(&message, STR("\"Dump of cached NodeInfo\""));
	bool old_nodes = !nodes && take_prefix(&message, STR("Dump of cached NodeInfo"));
	bool queue = take_prefix(&message, STR("\"Dump of scheduling queue\""));
	bool old_queue = !queue && take_prefix(&message, STR("Dump of scheduling queue:"));

	s->headed = true;
	if (nodes || old_nodes) {
		if (!begin(s, s->prefix))
			return false;
		s->old = old_nodes;
		s->state = old_nodes || str_ends(message, STR("nodes=<")) ? IN_NODES : OUTSIDE;
	} else if ((queue || old_queue) && s->open) {
		s->d.queue = true;
		s->old = old_queue;
		s->state = old_queue || str_ends(message, STR("pods=<")) ? IN_PODS : OUTSIDE;
	} else if (!s->old || message.n) {
		s->state = OUTSIDE;
		s->old = false;
	}
	return true;
}

static bool text_line(struct scan *s, struct str line)
{
	struct str message, text = trim(line);

	if (take_header(line, &message))
		return header(s, trim(message));
	if (!s->headed && !s->open && str_starts(text, STR("Node name: "))) {
		if (!begin(s, TIME_ZERO))
			return false;
		s->d.headless = true;
		s->state = IN_NODES;
	}
	if (s->state == OUTSIDE)
		return true;
	if (!s->old && str_eq(text, STR(">")))
		s->state = OUTSIDE;
	else
		value_line(s, line);
	return true;
}

/* ---- JSON records ---- */

static void value_lines(struct scan *s, enum state state, struct str text)
{
	s->state = state;
	while (text.n) {
		const char *end = str_find(text, '\n');
		size_t n = end ? (size_t)(end - text.p) : text.n;

		value_line(s, (struct str){text.p, n});
		n += end != NULL;
		text = (struct str){text.p + n, text.n - n};
	}
	s->state = OUTSIDE;
}

struct record {
	struct str msg, nodes, pods;
	double ts;
};

static struct instant instant_of_ms(double ms)
{
	if (!(ms > 0 && ms < 1e15))
		return TIME_ZERO;
	int64_t whole = (int64_t)ms;
	return (struct instant){whole / 1000, (int32_t)(whole % 1000) * 1000000};
}

/* The last of equal keys counts: records of level 4 and above have some twice. */
static bool read_record(struct json *r, struct arena *a, struct record *rec)
{
	struct str key, text;

	if (json_peek(r) != JSON_OBJECT || !json_enter(r))
		return false;
	while (json_key(r, &key)) {
		struct str *to = str_eq(key, STR("msg")) ? &rec->msg
			: str_eq(key, STR("nodes"))      ? &rec->nodes
			: str_eq(key, STR("pods"))       ? &rec->pods
							 : NULL;

		if (to && json_peek(r) == JSON_STRING && json_string(r, &text))
			*to = arena_str(a, text);
		else if (str_eq(key, STR("ts")) && json_peek(r) == JSON_NUMBER)
			json_double(r, &rec->ts);
		else
			json_skip(r);
	}
	return !json_failed(r);
}

static bool json_line(struct scan *s, struct str line)
{
	struct arena a = {0};
	struct record rec = {0};
	bool good = true;

	s->headed = true;
	if (!str_contains(line, STR("Dump of ")))
		return true;
	char *copy = arena_zalloc(&a, line.n + JSON_PADDING, 1);
	memcpy(copy, line.p, line.n);
	struct json *r = json_over_memory(copy, line.n);
	bool read = read_record(r, &a, &rec);
	if (read && str_eq(rec.msg, STR("Dump of cached NodeInfo"))) {
		good = begin(s, instant_of_ms(rec.ts));
		value_lines(s, IN_NODES, rec.nodes);
	} else if (read && s->open && str_eq(rec.msg, STR("Dump of scheduling queue"))) {
		s->d.queue = true;
		value_lines(s, IN_PODS, rec.pods);
	}
	json_free(r);
	arena_free(&a);
	return good;
}

static bool line(struct scan *s, struct str text)
{
	bool part = false, good;

	text = without_prefix(s, text, &part);
	while (text.n && text.p[text.n - 1] == '\r')
		text.n--;
	if (part || s->pieces.len) {
		strbuf_addstr(&s->pieces, text);
		text = strbuf_str(&s->pieces);
	}
	if (part)
		return true;
	good = text.n && text.p[0] == '{' ? json_line(s, text) : text_line(s, text);
	strbuf_clear(&s->pieces);
	return good;
}

/* ---- the log ---- */

/* Lines of blocks; one that crosses a border is put together in `part`. */
static bool read_lines(struct scan *s, struct feed *f, struct error *e)
{
	struct strbuf part = {0};
	struct str block;
	bool good = true;
	int more = 1;

	while (good && (more = feed_next(f, &block, e)) > 0)
		while (good && block.n) {
			const char *end = str_find(block, '\n');
			size_t n = end ? (size_t)(end - block.p) : block.n;

			if (!end || part.len)
				strbuf_add(&part, block.p, n);
			if (end) {
				good = line(
					s, part.len ? strbuf_str(&part) : (struct str){block.p, n});
				strbuf_clear(&part);
				n++;
			}
			block = (struct str){block.p + n, block.n - n};
		}
	if (good && more == 0 && part.len)
		good = line(s, strbuf_str(&part));
	strbuf_free(&part);
	return good && more == 0;
}

static bool refuse(const struct scan *s, struct error *e)
{
	if (s->number) {
		error_set(e, SNAP_USAGE, "--dump", "the log has %ld dump%s, not %ld", s->number,
			plural_s(s->number), s->wanted);
		error_hint(e, "--dump list shows them");
		return false;
	}
	error_set(e, SNAP_INPUT, "of no known format",
		"no document, no list, and no line of it begins a dump of kube-scheduler's cache");
	error_hint(e,
		"kube-scheduler writes a dump to its log when it gets the signal USR2: kubectl exec POD -- kill -USR2 1");
	return false;
}

bool dump_read(
	struct feed *f, long number, dump_found *found, void *ctx, struct dump *d, struct error *e)
{
	struct scan s = {.wanted = number, .found = found, .ctx = ctx, .prefix = TIME_ZERO, .e = e};
	bool good;

	s.d.time = TIME_ZERO;
	good = read_lines(&s, f, e) && finish(&s);
	dump_free(&s.d);
	strbuf_free(&s.pieces);
	if (good && !s.has_kept)
		good = refuse(&s, e);
	*d = s.kept;
	return good;
}

void dump_free(struct dump *d)
{
	arena_free(&d->arena);
	*d = (struct dump){.time = TIME_ZERO};
}
