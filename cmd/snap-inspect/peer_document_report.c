/* The report on cluster-autoscaler's document. */
#include <stdlib.h>
#include "common/mem.h"
#include "common/terminal.h"
#include "peer_report.h"

enum { GROUPS_SHOWN = 10, PODS_SHOWN = 10, ALTERED_SHOWN = 5 };

static struct peer_row row_of(const struct peer_document *d, const struct peer_entry *t)
{
	return (struct peer_row){
		.name = t->shown,
		.kind = t->node.placeholder ? "placeholder" : "node",
		.group = t->group == NO_GROUP ? STR("") : d->groups[t->group].id,
		.unready = t->node.unready,
		.altered = t->altered,
		.reason = t->node.reason,
		.cordoned = t->node.cordoned,
		.pods = t->pods,
		.allocatable = &t->node.allocatable,
		.requested = &t->requested,
		.free = &t->free,
	};
}

static struct peer_row *rows_of(const struct peer_document *d)
{
	struct peer_row *rows = xcalloc(d->n_nodes + 1, sizeof *rows);

	for (size_t i = 0; i < d->n_nodes; i++)
		rows[i] = row_of(d, &d->nodes[i]);
	return rows;
}

static struct instant end_of(const struct peer_document *d)
{
	return instant_is_zero(d->members.end) ? d->members.start : d->members.end;
}

/* ---- text ---- */

static void add_of_which(struct peer_view *v, long n, const char *what, const char **comma)
{
	if (!n)
		return;
	text_addf(&v->text, "%s", *comma);
	text_add_number(&v->text, n);
	text_addf(&v->text, " %s", what);
	*comma = ", ";
}

static void head_text(struct peer_view *v, const struct peer_document *d)
{
	struct strbuf *numbers = text_numbers(&v->text);
	const char *comma = ": ";

	peer_label(v, "source");
	text_ours(&v->text, "cluster-autoscaler, the cluster as its simulation sees it\n");
	peer_label(v, "loop");
	rfc3339_format(numbers, d->members.start);
	text_ours(&v->text, ", answered after ");
	duration_format(numbers, instant_diff(end_of(d), d->members.start) / 1000000 * 1000000);
	text_ours(&v->text, "\n");
	peer_label(v, "nodes");
	peer_count(v, d->real, "node");
	add_of_which(v, d->altered, "altered", &comma);
	add_of_which(v, d->unready, "not ready", &comma);
	add_of_which(v, d->cordoned, "cordoned", &comma);
	text_ours(&v->text, "; ");
	peer_count(v, d->placeholders, "placeholder");
	text_ours(&v->text, " of upcoming nodes; ");
	peer_count(v, (long)d->n_groups, "node group");
	text_ours(&v->text, "\n");
	peer_label(v, "pods");
	text_add_number(&v->text, d->pods);
	text_ours(&v->text, " on nodes; ");
	text_add_number(&v->text, (long)d->n_asked);
	text_ours(&v->text, " that can be scheduled without a scale-up\n");
}

/* Ready in the API, but not here. */
static void altered_text(struct peer_view *v, const struct peer_document *d)
{
	long shown = 0;

	for (size_t i = 0; i < d->n_nodes && shown < ALTERED_SHOWN; i++) {
		const struct peer_entry *t = &d->nodes[i];

		if (!t->altered || t->node.placeholder)
			continue;
		peer_label(v, shown++ ? "" : "altered");
		text_addf(&v->text, STR_FMT ": ", STR_ARG(t->shown));
		peer_reason(v, t->node.reason);
		text_ours(&v->text, ", says the autoscaler, not the API\n");
	}
	peer_more(v, d->altered - shown, "--format tsv has all nodes");
}

static void groups_text(struct peer_view *v, const struct peer_document *d)
{
	size_t shown = d->n_groups < GROUPS_SHOWN ? d->n_groups : GROUPS_SHOWN, width = 12,
	       from = text_str(&v->text).n;

	if (!d->n_groups)
		return;
	for (size_t i = 0; i < shown; i++) {
		size_t w = text_width_safe(d->groups[i].id);

		width = w > width && w <= 60 ? w : width;
	}
	text_ours(&v->text, "\n");
	text_colour(&v->text, COLOUR_TITLE, v->colour);
	text_addf(&v->text, "%-*s %7s %13s  %s", (int)width, "group", "nodes", "placeholders",
		"a new node would have free");
	text_colour_end(&v->text, v->colour);
	text_ours(&v->text, "\n");
	for (size_t i = 0; i < shown; i++) {
		const struct peer_group *g = &d->groups[i];

		text_addf(&v->text, "%-*.*s ", (int)width, STR_ARG(g->id));
		if (d->joined)
			text_addf(&v->text, "%7ld %13ld  ", g->nodes, g->placeholders);
		else
			text_addf(&v->text, "%7s %13s  ", "?", "?");
		peer_amounts_text(v, &g->template.free);
		text_ours(&v->text, "\n");
	}
	peer_more(v, (long)(d->n_groups - shown), "--format json has all groups");
	terminal_cut(&v->text, from, v->columns);
}

static void why_text(struct peer_view *v, const struct peer_room *room)
{
	const char *comma = ": ";

	text_ours(&v->text, "on no node");
	add_of_which(v, room->lack, "lack what it requests", &comma);
	add_of_which(v, room->unselected, "have other labels", &comma);
	add_of_which(v, room->tainted, "have a taint", &comma);
}

static void room_text(struct peer_view *v, const struct peer_room *room)
{
	if (!room->judged) {
		text_ours(&v->text, "not looked at, there is too much");
		return;
	}
	if (!room->nodes && !room->placeholders)
		why_text(v, room);
	if (room->nodes) {
		text_ours(&v->text, "on ");
		peer_count(v, room->nodes, "node");
		text_addf(&v->text, ", first " STR_FMT, STR_ARG(room->first));
	}
	if (room->placeholders) {
		text_ours(&v->text, room->nodes ? "; " : "only ");
		text_ours(&v->text, "on ");
		peer_count(v, room->placeholders, "placeholder");
		text_addf(&v->text, ", first " STR_FMT, STR_ARG(room->first_placeholder));
	}
}

static void unjudged_text(struct peer_view *v, const struct peer_pod *pod)
{
	const char *comma = " (not looked at: ";

	for (int i = 0; i < UNJUDGED_COUNT; i++)
		if (pod->unjudged[i]) {
			text_addf(&v->text, "%s%s", comma, unjudged_names[i]);
			comma = ", ";
		}
	text_ours(&v->text, *comma == ',' ? ")" : "");
}

static void pods_text(struct peer_view *v, const struct peer_document *d)
{
	size_t shown = d->n_asked < PODS_SHOWN ? d->n_asked : PODS_SHOWN,
	       from = text_str(&v->text).n;

	if (!d->n_asked)
		return;
	text_ours(&v->text, "\n");
	text_colour(&v->text, COLOUR_TITLE, v->colour);
	text_ours(&v->text, "can be scheduled: room by requests, node selector and taints");
	text_colour_end(&v->text, v->colour);
	text_ours(&v->text, "\n");
	for (size_t i = 0; i < shown; i++) {
		const struct peer_asked *a = &d->asked[i];

		text_addf(&v->text, STR_FMT "/" STR_FMT ": ", STR_ARG(a->pod.ns),
			STR_ARG(a->pod.name));
		peer_amounts_text(v, &a->pod.requests);
		text_ours(&v->text, "; ");
		room_text(v, &a->room);
		if (a->stands_on.n)
			text_addf(&v->text, "; nominated for " STR_FMT, STR_ARG(a->stands_on));
		unjudged_text(v, &a->pod);
		text_ours(&v->text, "\n");
	}
	peer_more(v, (long)(d->n_asked - shown), "--format json has all pods");
	if (v->columns)
		terminal_wrap(&v->text, from, v->columns, 4);
}

void peer_document_text(struct peer_view *v, const struct peer_document *d)
{
	struct peer_row *rows = rows_of(d);

	head_text(v, d);
	altered_text(v, d);
	if (v->columns)
		terminal_wrap(&v->text, 0, v->columns, 13);
	groups_text(v, d);
	peer_rows_text(v, rows, d->n_nodes);
	pods_text(v, d);
	free(rows);
}

void peer_document_tsv(struct peer_view *v, const struct peer_document *d)
{
	struct peer_row *rows = rows_of(d);

	peer_rows_tsv(v, rows, d->n_nodes);
	free(rows);
}

/* ---- JSON ---- */

static void text_or_null(struct jsonw *w, const char *key, struct str text)
{
	jsonw_key(w, key);
	if (text.n)
		jsonw_str(w, text);
	else
		jsonw_null(w);
}

static void head_json(struct jsonw *w, const struct peer_document *d)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "source");
	jsonw_strz(w, "cluster-autoscaler");
	peer_time_json(w, "start", d->members.start);
	peer_time_json(w, "end", d->members.end);
	jsonw_end(w, '}');
	jsonw_newline(w);
	jsonw_begin(w, '{');
	jsonw_member_int(w, "nodes", d->real);
	jsonw_member_int(w, "altered", d->altered);
	jsonw_member_int(w, "notReady", d->unready);
	jsonw_member_int(w, "cordoned", d->cordoned);
	jsonw_member_int(w, "placeholders", d->placeholders);
	jsonw_member_int(w, "groups", (long)d->n_groups);
	jsonw_member_int(w, "pods", d->pods);
	jsonw_member_int(w, "canBeScheduled", (long)d->n_asked);
	jsonw_end(w, '}');
	jsonw_newline(w);
}

static void taints_json(struct jsonw *w, const struct peer_node *node)
{
	jsonw_key(w, "taints");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < node->n_taints; i++) {
		jsonw_begin(w, '{');
		text_or_null(w, "key", node->taints[i].key);
		text_or_null(w, "value", node->taints[i].value);
		text_or_null(w, "effect", node->taints[i].effect);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void group_json(
	struct jsonw *w, const struct peer_view *v, const struct peer_document *d, size_t i)
{
	const struct peer_group *g = &d->groups[i];

	jsonw_begin(w, '{');
	jsonw_key(w, "group");
	jsonw_str(w, g->id);
	if (d->joined) {
		jsonw_member_int(w, "nodes", g->nodes);
		jsonw_member_int(w, "altered", g->altered);
		jsonw_member_int(w, "placeholders", g->placeholders);
	}
	jsonw_key(w, "template");
	jsonw_begin(w, '{');
	text_or_null(w, "node", g->template.shown);
	jsonw_member_int(w, "pods", g->template.pods);
	taints_json(w, &g->template.node);
	amounts_json(w, "allocatable", &g->template.node.allocatable, v->resources);
	amounts_json(w, "requested", &g->template.requested, v->resources);
	amounts_json(w, "free", &g->template.free, v->resources);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_newline(w);
}

static void room_json(struct jsonw *w, const struct peer_room *room)
{
	jsonw_key(w, "room");
	if (!room->judged) {
		jsonw_null(w);
		return;
	}
	jsonw_begin(w, '{');
	jsonw_member_int(w, "nodes", room->nodes);
	text_or_null(w, "first", room->first);
	jsonw_member_int(w, "placeholders", room->placeholders);
	text_or_null(w, "firstPlaceholder", room->first_placeholder);
	jsonw_member_int(w, "lack", room->lack);
	jsonw_member_int(w, "unselected", room->unselected);
	jsonw_member_int(w, "tainted", room->tainted);
	jsonw_end(w, '}');
}

static void pod_json(struct jsonw *w, const struct peer_view *v, const struct peer_asked *a)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "pod");
	jsonw_str(w, a->pod.name);
	jsonw_key(w, "namespace");
	jsonw_str(w, a->pod.ns);
	text_or_null(w, "scheduler", a->pod.scheduler);
	amounts_json(w, "requests", &a->pod.requests, v->resources);
	room_json(w, &a->room);
	text_or_null(w, "nominatedFor", a->stands_on);
	jsonw_key(w, "notLookedAt");
	jsonw_begin(w, '[');
	for (int i = 0; i < UNJUDGED_COUNT; i++)
		if (a->pod.unjudged[i])
			jsonw_strz(w, unjudged_names[i]);
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	jsonw_newline(w);
}

void peer_document_json(struct peer_view *v, const struct peer_document *d)
{
	struct jsonw w = {.out = &v->lines};

	head_json(&w, d);
	for (size_t i = 0; i < d->n_groups; i++)
		group_json(&w, v, d, i);
	for (size_t i = 0; i < d->n_nodes; i++) {
		struct peer_row row = row_of(d, &d->nodes[i]);

		peer_row_json(&w, v, &row, true);
	}
	for (size_t i = 0; i < d->n_asked; i++)
		pod_json(&w, v, &d->asked[i]);
}
