/* The report on a dump, alone or beside the objects of the API. */
#include <stdlib.h>
#include "common/mem.h"
#include "common/terminal.h"
#include "peer_dump.h"

static struct peer_row row_of(const struct peer_cached *c)
{
	return (struct peer_row){
		.name = c->node->name,
		.kind = c->node->deleted ? "deleted" : "node",
		.cut = c->node->cut,
		.pods = c->pods,
		.starting = c->starting,
		.allocatable = &c->allocatable,
		.requested = &c->requested,
		.free = &c->free,
	};
}

static struct peer_row *rows_of(const struct peer_dump *d)
{
	struct peer_row *rows = xcalloc(d->n_nodes + 1, sizeof *rows);

	for (size_t i = 0; i < d->n_nodes; i++)
		rows[i] = row_of(&d->nodes[i]);
	return rows;
}

/* ---- text ---- */

static void source_text(struct peer_view *v, const struct peer_dump *d)
{
	peer_label(v, "source");
	text_addf(&v->text, "dump %ld of %ld of kube-scheduler's cache", d->number, d->count);
	if (!instant_is_zero(d->dump.time)) {
		text_ours(&v->text, ", ");
		rfc3339_format(text_numbers(&v->text), d->dump.time);
	}
	text_ours(&v->text, "\n");
	if (!d->dump.headless && !d->dump.tailless)
		return;
	peer_label(v, "cut");
	text_colour(&v->text, COLOUR_DOUBT, v->colour);
	text_ours(&v->text, d->dump.headless ? "it starts before this log" : "");
	text_ours(&v->text, d->dump.headless && d->dump.tailless ? ", and " : "");
	text_ours(&v->text, d->dump.tailless ? "it ends early" : "");
	text_ours(&v->text, ": nodes or pods are missing");
	text_colour_end(&v->text, v->colour);
	text_ours(&v->text, "\n");
}

static void queue_text(struct peer_view *v, const struct peer_dump *d)
{
	struct str rest = d->dump.summary, name;
	int64_t n;

	peer_label(v, "queue");
	peer_count(v, d->pending, "pod");
	for (const char *comma = ": "; peer_summary_next(&rest, &name, &n); comma = ", ")
		text_addf(&v->text, "%s%lld " STR_FMT, comma, (long long)n, STR_ARG(name));
	text_ours(&v->text, d->dump.queue ? "\n" : ": it is not in the dump\n");
}

static void head_text(struct peer_view *v, const struct peer_dump *d)
{
	source_text(v, d);
	peer_label(v, "nodes");
	peer_count(v, (long)d->n_nodes - d->deleted, "node");
	if (d->deleted) {
		text_ours(&v->text, ", and ");
		text_add_number(&v->text, d->deleted);
		text_ours(&v->text, " deleted that still have pods");
	}
	text_ours(&v->text, "\n");
	peer_label(v, "pods");
	text_add_number(&v->text, d->scheduled);
	text_ours(&v->text, " on nodes");
	if (d->starting) {
		text_ours(&v->text, ", ");
		text_add_number(&v->text, d->starting);
		text_ours(&v->text, " of them assumed or not started yet");
	}
	text_ours(&v->text, "\n");
	queue_text(v, d);
}

static void verdict_text(struct peer_view *v, const struct peer_dump *d)
{
	peer_label(v, "objects");
	text_colour(&v->text, d->faults ? COLOUR_BAD : COLOUR_GOOD, v->colour);
	if (d->faults)
		peer_count(v, d->faults, "fault");
	else
		text_ours(&v->text, "no fault");
	text_colour_end(&v->text, v->colour);
	text_ours(&v->text, ": ");
	peer_count(v, (long)d->n_api_nodes, "node");
	text_ours(&v->text, " and ");
	peer_count(v, (long)d->n_api_pods, "pod");
	text_ours(&v->text, " in the list; sums of requests compared on ");
	peer_count(v, d->sums, "node");
	text_ours(&v->text, "\n");
}

static const char *const words[FINDING_COUNT] = {
	[FINDING_NODE_MISSING] = "node of the list that the cache lacks",
	[FINDING_NODE_SURPLUS] = "node of the cache that the list lacks",
	[FINDING_NODE_DELETED] = "deleted node that still has pods",
	[FINDING_ALLOCATABLE] = "another allocatable amount in the cache than in the list",
	[FINDING_REQUESTED] = "another requested amount in the cache than its pods request",
	[FINDING_POD_MISSING] = "pod of the list that the cache lacks",
	[FINDING_POD_SURPLUS] = "pod of the cache that the list lacks, or calls finished",
	[FINDING_POD_TWICE] = "pod that the cache has on two nodes",
	[FINDING_POD_ELSEWHERE] = "pod that the list has on another node",
	[FINDING_POD_ASSUMED] = "assumed pod: on a node in the cache, not yet in the list",
	[FINDING_POD_OTHER_SCHEDULER] = "pending pod of another scheduler",
	[FINDING_POD_IN_FLIGHT] = "pod in flight: between queue and node",
	[FINDING_POD_NEW] = "pod made after the dump",
	[FINDING_POD_BOUND] = "pod in the queue that the list has on a node",
};

static void finding_text(struct peer_view *v, const struct finding *f)
{
	struct text *t = &v->text;

	text_ours(t, "  ");
	if (f->name.n)
		text_addf(t, STR_FMT "/" STR_FMT, STR_ARG(f->ns), STR_ARG(f->name));
	if (f->name.n && f->node.n)
		text_ours(t, " on ");
	text_add(t, f->node);
	if (f->other.n)
		text_addf(t, ", in the list on " STR_FMT, STR_ARG(f->other));
	if (f->kind == FINDING_POD_OTHER_SCHEDULER)
		text_addf(t, ": " STR_FMT, STR_ARG(f->scheduler));
	if (f->resource) {
		struct str name = names_text(v->resources, f->resource);

		text_addf(t, ": " STR_FMT ": %lld in the cache, %lld by the objects", STR_ARG(name),
			(long long)f->dump, (long long)f->objects);
	}
	text_ours(t, "\n");
}

static void findings_text(struct peer_view *v, const struct peer_dump *d)
{
	const struct finding *f = d->findings;
	size_t from = text_str(&v->text).n;

	for (int kind = 0; kind < FINDING_COUNT; kind++) {
		long n = d->found[kind], shown = n < PEER_SHOWN / 2 ? n : PEER_SHOWN / 2;

		if (!n)
			continue;
		text_colour(
			&v->text, finding_texts[kind].fault ? COLOUR_BAD : COLOUR_TITLE, v->colour);
		text_addf(&v->text, "%s (%ld)", words[kind], n);
		text_colour_end(&v->text, v->colour);
		text_ours(&v->text, "\n");
		for (long i = 0; i < shown; i++)
			finding_text(v, &f[i]);
		peer_more(v, n - shown, "--format json has all");
		f += n;
	}
	if (v->columns)
		terminal_wrap(&v->text, from, v->columns, 4);
}

void peer_dump_text(struct peer_view *v, const struct peer_dump *d)
{
	struct peer_row *rows = rows_of(d);

	head_text(v, d);
	if (d->compared) {
		verdict_text(v, d);
		text_ours(&v->text, d->n_findings ? "\n" : "");
		findings_text(v, d);
	}
	peer_rows_text(v, rows, d->n_nodes);
	free(rows);
}

void peer_dump_tsv(struct peer_view *v, const struct peer_dump *d)
{
	struct peer_row *rows = rows_of(d);

	peer_rows_tsv(v, rows, d->n_nodes);
	free(rows);
}

/* ---- JSON ---- */

static void source_json(struct jsonw *w, const struct peer_dump *d)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "source");
	jsonw_strz(w, "kube-scheduler-dump");
	jsonw_member_int(w, "dump", d->number);
	jsonw_member_int(w, "dumps", d->count);
	peer_time_json(w, "time", d->dump.time);
	jsonw_key(w, "startsBefore");
	jsonw_bool(w, d->dump.headless);
	jsonw_key(w, "endsEarly");
	jsonw_bool(w, d->dump.tailless);
	jsonw_end(w, '}');
	jsonw_newline(w);
}

static void counts_json(struct jsonw *w, const struct peer_dump *d)
{
	struct str rest = d->dump.summary, name;
	int64_t n;

	jsonw_begin(w, '{');
	jsonw_member_int(w, "nodes", (long)d->n_nodes - d->deleted);
	jsonw_member_int(w, "deletedNodes", d->deleted);
	jsonw_member_int(w, "pods", d->scheduled);
	jsonw_member_int(w, "podsStarting", d->starting);
	jsonw_member_int(w, "pending", d->pending);
	jsonw_key(w, "queue");
	jsonw_begin(w, '{');
	while (peer_summary_next(&rest, &name, &n)) {
		jsonw_keys(w, name);
		jsonw_int(w, n);
	}
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_newline(w);
}

static void objects_json(struct jsonw *w, const struct peer_dump *d)
{
	jsonw_begin(w, '{');
	jsonw_member_int(w, "faults", d->faults);
	jsonw_key(w, "objects");
	jsonw_begin(w, '{');
	jsonw_member_int(w, "nodes", (int64_t)d->n_api_nodes);
	jsonw_member_int(w, "pods", (int64_t)d->n_api_pods);
	jsonw_member_int(w, "sumsCompared", d->sums);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_newline(w);
}

static void text_if_any(struct jsonw *w, const char *key, struct str text)
{
	if (!text.n)
		return;
	jsonw_key(w, key);
	jsonw_str(w, text);
}

static void finding_json(struct jsonw *w, const struct peer_view *v, const struct finding *f)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "finding");
	jsonw_strz(w, finding_texts[f->kind].name);
	jsonw_key(w, "fault");
	jsonw_bool(w, finding_texts[f->kind].fault);
	text_if_any(w, "pod", f->name);
	text_if_any(w, "namespace", f->ns);
	text_if_any(w, "uid", f->uid);
	text_if_any(w, "scheduler", f->scheduler);
	text_if_any(w, "node", f->node);
	text_if_any(w, "nodeOfObject", f->other);
	if (f->resource) {
		jsonw_key(w, "resource");
		jsonw_str(w, names_text(v->resources, f->resource));
		jsonw_member_int(w, "dump", f->dump);
		jsonw_member_int(w, "objects", f->objects);
	}
	jsonw_end(w, '}');
	jsonw_newline(w);
}

void peer_dump_json(struct peer_view *v, const struct peer_dump *d)
{
	struct jsonw w = {.out = &v->lines};

	source_json(&w, d);
	counts_json(&w, d);
	if (d->compared)
		objects_json(&w, d);
	for (size_t i = 0; i < d->n_findings; i++)
		finding_json(&w, v, &d->findings[i]);
	for (size_t i = 0; i < d->n_nodes; i++) {
		struct peer_row row = row_of(&d->nodes[i]);

		peer_row_json(&w, v, &row, false);
	}
}
