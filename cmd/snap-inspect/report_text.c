#include <inttypes.h>
#include <stdio.h>

#include "common/jsonw.h"
#include "report.h"

static void label(struct strbuf *out, const struct report *report, const char *name)
{
	if (report->colour)
		strbuf_addf(out, "\033[1m%-12s\033[0m ", name);
	else
		strbuf_addf(out, "%-12s ", name);
}

static const char *digits(char buf[40], double v)
{
	size_t n = jsonw_format_double(buf, v);
	buf[n] = '\0';
	return buf;
}

/* "12 Running, 3 Pending", or "none" */
static void tally_words(struct strbuf *out, const struct tally *t)
{
	if (t->names.count == 0)
		strbuf_addz(out, "none");
	for (uint32_t i = 1; i <= t->names.count; i++) {
		struct str name = names_text(&t->names, i);
		strbuf_addf(out, "%s%" PRIu64 " ", i > 1 ? ", " : "", t->counts[i - 1]);
		strbuf_add_safe(out, name.n ? name : STR("(none)"));
	}
}

static void words(struct strbuf *out, const struct texts *t)
{
	if (t->count == 0)
		strbuf_addz(out, "none");
	for (size_t i = 0; i < t->count; i++) {
		strbuf_addz(out, i ? ", " : "");
		strbuf_add_safe(out, t->items[i]);
	}
	strbuf_addc(out, '\n');
}

static void archive(struct strbuf *out, const struct report *report)
{
	size_t count = 0;
	const struct input_member *members = input_members(report->in, &count);
	label(out, report, "verdict");
	verdict(out, report->s);
	strbuf_addc(out, '\n');
	label(out, report, "input");
	strbuf_addf(out, "%s, ", input_kind(report->in));
	size_format(out, report->bytes);
	strbuf_addz(out, " of JSON\n");
	for (size_t i = 0; i < count; i++) {
		label(out, report, i ? "" : "entries");
		strbuf_add_safe(out, str_of(members[i].name));
		if (members[i].size >= 0) {
			strbuf_addz(out, ", ");
			size_format(out, (uint64_t)members[i].size);
		}
		strbuf_addc(out, '\n');
	}
}

/* "WORD TEXT", unless that is not known. */
static void told(struct strbuf *out, const char *word, struct str text)
{
	if (text.n) {
		strbuf_addz(out, word);
		strbuf_add_safe(out, text);
	}
}

/* What capture.json says. */
static void origin(struct strbuf *out, const struct report *report)
{
	const struct str *field = report->capture->field;
	struct str pod = field[CAPTURE_POD], version = field[CAPTURE_VERSION];
	told(out, ", by ", field[CAPTURE_PROGRAM]);
	strbuf_addc(out, '\n');
	if (pod.n || field[CAPTURE_DEPLOYMENT].n || field[CAPTURE_NAMESPACE].n) {
		label(out, report, "from");
		told(out, pod.n ? "pod " : "", pod);
		told(out, pod.n ? " of deployment " : "deployment ", field[CAPTURE_DEPLOYMENT]);
		told(out, pod.n || field[CAPTURE_DEPLOYMENT].n ? ", namespace " : "namespace ", field[CAPTURE_NAMESPACE]);
		told(out, ", shard ", field[CAPTURE_SHARD]);
		strbuf_addc(out, '\n');
	}
	if (field[CAPTURE_LEASE_HOLDER].n) {
		label(out, report, "leader");
		told(out, "", field[CAPTURE_LEASE_HOLDER]);
		strbuf_addc(out, '\n');
	}
	if (version.n) {
		label(out, report, "version");
		told(out, "", version);
		strbuf_addz(out, doubtful_version(version) ? "; snap-replay follows v0.17.0, which may decide otherwise\n" : "\n");
	}
	for (int i = CAPTURE_IMAGE; i <= CAPTURE_IMAGE_ID; i++)
		if (field[i].n) {
			label(out, report, i == CAPTURE_IMAGE ? "image" : field[CAPTURE_IMAGE].n ? "" : "image");
			told(out, "", field[i]);
			strbuf_addc(out, '\n');
		}
}

static void captured(struct strbuf *out, const struct report *report)
{
	struct instant newest = report->s->newest;
	bool known = report->capture && !instant_is_zero(report->capture->at);
	label(out, report, "captured");
	if (known)
		rfc3339_format(out, report->capture->at);
	else if (instant_is_zero(newest))
		strbuf_addz(out, "not told");
	else
		rfc3339_format(out, newest);
	strbuf_addz(out, known || instant_is_zero(newest) ? "" : " or later (the newest time in it)");
	if (report->capture)
		origin(out, report);
	else
		strbuf_addc(out, '\n');
}

static void document(struct strbuf *out, const struct report *report)
{
	const struct summary *s = report->s;
	label(out, report, "keys");
	for (size_t i = 0; i < s->key_count; i++) {
		strbuf_addz(out, i ? ", " : "");
		strbuf_add_safe(out, s->keys[i].key);
		strbuf_addz(out, s->keys[i].type == JSON_NULL ? " (null)" : "");
	}
	strbuf_addc(out, '\n');
	captured(out, report);
	struct str kubernetes = s->kubernetes.p || !report->capture ? s->kubernetes : report->capture->field[CAPTURE_SERVER_VERSION];
	label(out, report, "Kubernetes");
	strbuf_add_safe(out, kubernetes.n ? kubernetes : STR("not told"));
	strbuf_addc(out, '\n');
}

static void scheduler(struct strbuf *out, const struct report *report)
{
	const struct scheduler *c = &report->s->scheduler;
	label(out, report, "scheduler");
	strbuf_add_safe(out, c->name.n ? c->name : STR("none"));
	strbuf_addc(out, '\n');
	label(out, report, "node pool");
	if (c->pool_key.n) {
		strbuf_addz(out, c->pool_value.n ? "" : "nodes without label ");
		strbuf_add_safe(out, c->pool_key);
		strbuf_addz(out, c->pool_value.n ? "=" : "");
		strbuf_add_safe(out, c->pool_value);
	} else {
		strbuf_addz(out, "none: all nodes");
	}
	strbuf_addc(out, '\n');
	label(out, report, "actions");
	words(out, &c->actions);
	label(out, report, "plugins");
	words(out, &c->plugins);
}

static void objects(struct strbuf *out, const struct report *report)
{
	const struct summary *s = report->s;
	char a[40], b[40], c[40];
	for (int k = 0; k < KIND_COUNT; k++) {
		label(out, report, k ? "" : "objects");
		strbuf_addf(out, "%-23s %8" PRIu64 "\n", kind_key((enum kind)k), s->counts[k]);
	}
	label(out, report, "nodes");
	strbuf_addf(out, "%" PRIu64 ": %" PRIu64 " ready, %" PRIu64 " cordoned\n", s->counts[KIND_NODES], s->ready, s->cordoned);
	label(out, report, "GPUs");
	strbuf_addf(out, "%s allocatable, %s requested on nodes, %s waited for\n", digits(a, s->gpus_allocatable), digits(b, s->gpus_requested),
		    digits(c, s->gpus_waiting));
	if (s->mig.names.count) {
		label(out, report, "MIG");
		tally_words(out, &s->mig);
		strbuf_addz(out, " allocatable\n");
	}
	label(out, report, "pods");
	strbuf_addf(out, "%" PRIu64 ": ", s->counts[KIND_PODS]);
	tally_words(out, &s->phases);
	strbuf_addf(out, "; %" PRIu64 " being deleted", s->deleting);
	if (s->outside[KIND_PODS])
		strbuf_addf(out, "; %" PRIu64 " of other node pools, whose nodes and pod groups are not here", s->outside[KIND_PODS]);
	strbuf_addc(out, '\n');
	label(out, report, "schedulers");
	tally_words(out, &s->schedulers);
	strbuf_addc(out, '\n');
	label(out, report, "pod groups");
	strbuf_addf(out, "%" PRIu64 ": %" PRIu64 " running, %" PRIu64 " pending, %" PRIu64 " partly, %" PRIu64 " without pods\n",
		    s->counts[KIND_POD_GROUPS], s->group_states[GROUP_RUNNING], s->group_states[GROUP_PENDING], s->group_states[GROUP_PARTLY],
		    s->group_states[GROUP_EMPTY]);
}

/* resource 0: GPUs, 1: milli-CPU shown as cores, 2: bytes */
static void cell(struct strbuf *out, double v, int resource, bool may_be_unlimited)
{
	struct strbuf text = {0};
	char buf[40];
	if (may_be_unlimited && v == -1)
		strbuf_addc(&text, '-');
	else if (resource == 2 && v >= 0)
		size_format(&text, v < 9e18 ? (uint64_t)v : UINT64_MAX);
	else
		strbuf_addz(&text, digits(buf, resource == 1 ? v / 1000 : v));
	strbuf_addf(out, " %10s", text.s);
	strbuf_free(&text);
}

static size_t characters(const struct strbuf *b)
{
	size_t n = 0;
	for (size_t i = 0; i < b->len; i++)
		n += ((unsigned char)b->s[i] & 0xc0) != 0x80;
	return n;
}

static void queue_rows(struct strbuf *out, const struct summary *s, uint32_t at, unsigned depth, size_t width)
{
	static const char *const resources[] = {"GPUs", "CPUs", "memory"};
	const struct queue *q = &s->queues[at - 1];
	const double allocated[] = {q->allocated.gpu, (double)q->allocated.cpu, (double)q->allocated.memory};
	const double asked[] = {q->asked.gpu, (double)q->asked.cpu, (double)q->asked.memory};
	struct strbuf name = {0};
	/* Trees deeper than this come from hostile files only. */
	strbuf_addf(&name, "%*s", (int)(depth < 20 ? depth : 20) * 2, "");
	strbuf_add_safe(&name, names_text(&s->ids[KIND_QUEUES], at));
	for (int r = 0; r < 3; r++) {
		bool idle = allocated[r] == 0 && asked[r] == 0 && q->share[SHARE_QUOTA][r] == -1 && q->share[SHARE_LIMIT][r] == -1;
		if (r > 0 && idle)
			continue;
		strbuf_addz(out, name.s);
		for (size_t pad = characters(&name); pad < width; pad++)
			strbuf_addc(out, ' ');
		strbuf_addf(out, " %-6s", resources[r]);
		cell(out, q->share[SHARE_QUOTA][r], r, true);
		cell(out, q->share[SHARE_LIMIT][r], r, true);
		cell(out, q->share[SHARE_WEIGHT][r], 0, false);
		cell(out, allocated[r], r, false);
		cell(out, asked[r], r, false);
		strbuf_addc(out, '\n');
		strbuf_clear(&name);
		strbuf_addz(&name, "");
	}
	strbuf_free(&name);
}

static void queues(struct strbuf *out, const struct report *report)
{
	const struct summary *s = report->s;
	uint32_t at = 0;
	unsigned depth;
	size_t width = 12;
	while (queue_walk(s, &at, &depth)) {
		size_t n = (depth < 20 ? depth : 20) * 2 + names_text(&s->ids[KIND_QUEUES], at).n;
		if (n > width && n <= 60)
			width = n;
	}
	if (at == 0 && s->first_queue == 0)
		return;
	strbuf_addc(out, '\n');
	if (report->colour)
		strbuf_addz(out, "\033[1m");
	strbuf_addf(out, "%-*s %-6s %10s %10s %10s %10s %10s\n", (int)width, "queue", "", "quota", "limit", "weight", "allocated", "asked for");
	if (report->colour)
		strbuf_addz(out, "\033[0m");
	while (queue_walk(s, &at, &depth))
		queue_rows(out, s, at, depth, width);
}

void report_text(struct strbuf *out, const struct report *report)
{
	archive(out, report);
	document(out, report);
	scheduler(out, report);
	objects(out, report);
	queues(out, report);
	if (report->s->faults.count) {
		strbuf_addc(out, '\n');
		faults_brief(out, &report->s->faults, report->colour);
	}
}
