#include <inttypes.h>
#include <stdio.h>

#include "common/terminal.h"
#include "report_parts.h"

void report_label(struct text *out, const struct report *report, const char *name)
{
	text_colour(out, COLOUR_TITLE, report->colour);
	text_addf(out, "%-12s", name);
	text_colour_end(out, report->colour);
	text_ours(out, " ");
}

const char *report_digits(char buf[40], double v)
{
	size_t n = jsonw_format_double(buf, v);

	buf[n] = '\0';
	return buf;
}

/* "12 Running, 3 Pending", or "none" */
static void tally_words(struct text *out, const struct tally *t)
{
	if (t->names.count == 0)
		text_ours(out, "none");
	for (uint32_t i = 1; i <= t->names.count; i++) {
		struct str name = names_text(&t->names, i);

		text_addf(out, "%s%" PRIu64 " ", i > 1 ? ", " : "", t->counts[i - 1]);
		text_add(out, name.n ? name : STR("(none)"));
	}
}

static void words(struct text *out, const struct texts *t)
{
	if (t->count == 0)
		text_ours(out, "none");
	for (size_t i = 0; i < t->count; i++) {
		text_ours(out, i ? ", " : "");
		text_add(out, t->items[i]);
	}
	text_ours(out, "\n");
}

static void archive(struct text *out, const struct report *report)
{
	size_t count = 0;
	const struct input_member *members = input_members(report->in, &count);

	report_label(out, report, "input");
	text_addf(out, "%s, ", input_kind(report->in));
	size_format(text_numbers(out), report->bytes);
	text_ours(out, " of JSON\n");
	for (size_t i = 0; i < count; i++) {
		report_label(out, report, i ? "" : "entries");
		text_add(out, str_of(members[i].name));
		if (members[i].size >= 0) {
			text_ours(out, ", ");
			size_format(text_numbers(out), (uint64_t)members[i].size);
		}
		text_ours(out, "\n");
	}
}

/* "WORD TEXT", unless that is not known. */
static void told(struct text *out, const char *word, struct str text)
{
	if (text.n)
		text_addf(out, "%s" STR_FMT, word, STR_ARG(text));
}

/* What capture.json says. */
static void origin(struct text *out, const struct report *report)
{
	const struct str *field = report->capture->field;
	struct str pod = field[CAPTURE_POD], version = field[CAPTURE_VERSION];

	told(out, ", by ", field[CAPTURE_PROGRAM]);
	text_ours(out, "\n");
	if (pod.n || field[CAPTURE_DEPLOYMENT].n || field[CAPTURE_NAMESPACE].n) {
		report_label(out, report, "from");
		told(out, pod.n ? "pod " : "", pod);
		told(out, pod.n ? " of deployment " : "deployment ", field[CAPTURE_DEPLOYMENT]);
		told(out, pod.n || field[CAPTURE_DEPLOYMENT].n ? ", namespace " : "namespace ",
			field[CAPTURE_NAMESPACE]);
		told(out, ", shard ", field[CAPTURE_SHARD]);
		text_ours(out, "\n");
	}
	if (field[CAPTURE_LEASE_HOLDER].n) {
		report_label(out, report, "leader");
		told(out, "", field[CAPTURE_LEASE_HOLDER]);
		text_ours(out, "\n");
	}
	if (version.n) {
		report_label(out, report, "version");
		told(out, "", version);
		text_ours(out,
			doubtful_version(version) ? "; snap-replay follows " REPLAYED_VERSION
						    " unless told otherwise\n"
						  : "\n");
	}
	for (int i = CAPTURE_IMAGE; i <= CAPTURE_IMAGE_ID; i++)
		if (field[i].n) {
			report_label(out, report,
				i == CAPTURE_IMAGE               ? "image"
					: field[CAPTURE_IMAGE].n ? ""
								 : "image");
			told(out, "", field[i]);
			text_ours(out, "\n");
		}
}

static void captured(struct text *out, const struct report *report)
{
	struct instant newest = report->s->newest;
	bool known = report->capture && !instant_is_zero(report->capture->at);

	report_label(out, report, "captured");
	if (known)
		rfc3339_format(text_numbers(out), report->capture->at);
	else if (instant_is_zero(newest))
		text_ours(out, "not told");
	else
		rfc3339_format(text_numbers(out), newest);
	text_ours(out, known || instant_is_zero(newest) ? "" : " or later (the newest time in it)");
	if (report->capture)
		origin(out, report);
	else
		text_ours(out, "\n");
}

static void document(struct text *out, const struct report *report)
{
	const struct summary *s = report->s;

	report_label(out, report, "keys");
	for (size_t i = 0; i < s->key_count; i++) {
		text_ours(out, i ? ", " : "");
		text_add(out, s->keys[i].key);
		text_ours(out, s->keys[i].type == JSON_NULL ? " (null)" : "");
	}
	text_ours(out, "\n");
	captured(out, report);
	struct str kubernetes = s->kubernetes.p || !report->capture
		? s->kubernetes
		: report->capture->field[CAPTURE_SERVER_VERSION];
	report_label(out, report, "Kubernetes");
	text_add(out, kubernetes.n ? kubernetes : STR("not told"));
	text_ours(out, "\n");
}

static void scheduler(struct text *out, const struct report *report)
{
	const struct scheduler *c = &report->s->scheduler;

	report_label(out, report, "scheduler");
	text_add(out, c->name.n ? c->name : STR("none"));
	text_ours(out, "\n");
	report_label(out, report, "node pool");
	if (c->pool_key.n) {
		text_ours(out, c->pool_value.n ? "" : "nodes without label ");
		text_add(out, c->pool_key);
		text_ours(out, c->pool_value.n ? "=" : "");
		text_add(out, c->pool_value);
	} else {
		text_ours(out, "none: all nodes");
	}
	text_ours(out, "\n");
	report_label(out, report, "actions");
	words(out, &c->actions);
	report_label(out, report, "plugins");
	words(out, &c->plugins);
}

static void objects(struct text *out, const struct report *report)
{
	const struct summary *s = report->s;
	char a[40], b[40], c[40];

	for (int k = 0; k < KIND_COUNT; k++) {
		report_label(out, report, k ? "" : "objects");
		text_addf(out, "%-23s %8" PRIu64 "\n", kind_key((enum kind)k), s->counts[k]);
	}
	report_label(out, report, "nodes");
	text_addf(out, "%" PRIu64 ": %" PRIu64 " ready, %" PRIu64 " cordoned\n",
		s->counts[KIND_NODES], s->ready, s->cordoned);
	report_label(out, report, "GPUs");
	text_addf(out, "%s allocatable, %s requested on nodes, %s waited for\n",
		report_digits(a, s->gpus_allocatable), report_digits(b, s->gpus_requested),
		report_digits(c, s->gpus_waiting));
	if (s->mig.names.count) {
		report_label(out, report, "MIG");
		tally_words(out, &s->mig);
		text_ours(out, " allocatable\n");
	}
	report_label(out, report, "pods");
	text_addf(out, "%" PRIu64 ": ", s->counts[KIND_PODS]);
	tally_words(out, &s->phases);
	text_addf(out, "; %" PRIu64 " being deleted", s->deleting);
	if (s->outside[KIND_PODS])
		text_addf(out,
			"; %" PRIu64
			" of other node pools, whose nodes and pod groups are not here",
			s->outside[KIND_PODS]);
	text_ours(out, "\n");
	report_label(out, report, "schedulers");
	tally_words(out, &s->schedulers);
	text_ours(out, "\n");
	report_label(out, report, "pod groups");
	text_addf(out,
		"%" PRIu64 ": %" PRIu64 " running, %" PRIu64 " pending, %" PRIu64
		" partly, %" PRIu64 " without pods\n",
		s->counts[KIND_POD_GROUPS], s->group_states[GROUP_RUNNING],
		s->group_states[GROUP_PENDING], s->group_states[GROUP_PARTLY],
		s->group_states[GROUP_EMPTY]);
	numa_text(out, report);
	claims_text(out, report);
}

/* resource 0: GPUs, 1: milli-CPU shown as cores, 2: bytes */
static void cell(struct text *out, double v, int resource, bool may_be_unlimited)
{
	struct strbuf text = {0};
	char buf[40];

	if (may_be_unlimited && v == -1)
		strbuf_addc(&text, '-');
	else if (resource == 2 && v >= 0)
		size_format(&text, v < 9e18 ? (uint64_t)v : UINT64_MAX);
	else
		strbuf_addz(&text, report_digits(buf, resource == 1 ? v / 1000 : v));
	text_addf(out, " %10s", text.s);
	strbuf_free(&text);
}

/* Indented by its depth; returns its columns. Trees deeper than 20 come from hostile files only. */
static size_t queue_name(struct text *into, const struct summary *s, uint32_t at, unsigned depth)
{
	struct str name = names_text(&s->ids[KIND_QUEUES], at);

	text_clear(into);
	text_pad(into, (depth < 20 ? depth : 20) * 2);
	text_add(into, name.n ? name : STR(NO_NAME));
	return text_width(text_str(into));
}

static void queue_rows(struct text *out, const struct summary *s, uint32_t at, struct str name,
	size_t width, bool colour)
{
	static const char *const resources[] = {"GPUs", "CPUs", "memory"};
	const struct queue *q = &s->queues[at - 1];
	const double allocated[] = {
		q->allocated.gpu, (double)q->allocated.cpu, (double)q->allocated.memory};
	const double requested[] = {
		q->requested.gpu, (double)q->requested.cpu, (double)q->requested.memory};

	for (int r = 0; r < 3; r++) {
		double quota = q->share[SHARE_QUOTA][r], limit = q->share[SHARE_LIMIT][r];

		/* GPUs are what queues are about; the others only where they are shared out. */
		if (r > 0 && quota == -1 && limit == -1)
			continue;
		bool over_limit = limit != -1 && allocated[r] > limit;
		bool over = over_limit || (quota != -1 && allocated[r] > quota);
		text_addf(
			out, "%-*.*s %-6s", (int)width, r ? 0 : (int)name.n, name.p, resources[r]);
		cell(out, q->share[SHARE_QUOTA][r], r, true);
		cell(out, q->share[SHARE_LIMIT][r], r, true);
		cell(out, q->share[SHARE_WEIGHT][r], 0, false);
		text_colour(out, over_limit ? COLOUR_BAD : COLOUR_DOUBT, over && colour);
		cell(out, allocated[r], r, false);
		text_colour_end(out, over && colour);
		cell(out, requested[r], r, false);
		text_ours(out, "\n");
	}
}

static void queues(struct text *out, const struct report *report)
{
	const struct summary *s = report->s;
	struct text name = {0};
	uint32_t at = 0;
	unsigned depth;
	size_t width = 12, from = text_str(out).n;

	while (queue_walk(s, &at, &depth)) {
		size_t n = queue_name(&name, s, at, depth);

		if (n > width && n <= 60)
			width = n;
	}
	if (s->first_queue) {
		text_ours(out, "\n");
		text_colour(out, COLOUR_TITLE, report->colour);
		text_addf(out, "%-*s %-6s %10s %10s %10s %10s %10s", (int)width, "queue", "",
			"quota", "limit", "weight", "allocated", "requested");
		text_colour_end(out, report->colour);
		text_ours(out, "\n");
	}
	while (queue_walk(s, &at, &depth)) {
		queue_name(&name, s, at, depth);
		queue_rows(out, s, at, text_str(&name), width, report->colour);
	}
	text_free(&name);
	terminal_cut(out, from, report->columns);
}

static void verdict_and_faults(struct text *out, const struct report *report)
{
	const struct faults *f = &report->s->faults;
	uint64_t errors = faults_of_severity(f, SEVERITY_ERROR);
	bool doubt = errors || faults_of_severity(f, SEVERITY_WARNING);

	report_label(out, report, "verdict");
	text_colour(out, errors ? COLOUR_BAD : doubt ? COLOUR_DOUBT : COLOUR_GOOD, report->colour);
	verdict(text_numbers(out), report->s);
	text_colour_end(out, report->colour);
	text_ours(out, "\n");
	if (!f->count)
		return;
	faults_brief(out, f, report->colour);
	text_ours(out, "\n");
}

void report_text(struct text *out, const struct report *report)
{
	verdict_and_faults(out, report);
	archive(out, report);
	document(out, report);
	scheduler(out, report);
	objects(out, report);
	queues(out, report);
	topologies_text(out, report);
}
