#include "tool/log_summary.h"
#include <stdlib.h>
#include "tool/log_net.h"

enum { NS_PER_MS = 1000000 };

/* The events that lines of the log become, and the lowest verbosity of these lines. */
static const struct {
	const char *event;
	int level;
} told[] = {{"queue", LOG_BINDS_LEVEL}, {"bind", LOG_BINDS_LEVEL}, {"pipeline", LOG_ALL_LEVEL},
	{"evict", LOG_ALL_LEVEL}, {"pending", LOG_NODES_LEVEL}};

/* Pending pod groups come last, so a log that ends early does not tell all of them. */
static bool is_told(const struct log_events *t, size_t i, int verbosity)
{
	return told[i].level <= verbosity && !(t->partial.n && told[i].level == LOG_NODES_LEVEL);
}

static void not_told(struct events *ev, const struct log_events *t, int verbosity)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		if (is_told(t, i, verbosity))
			continue;
		if (!n++) {
			jsonw_key(&ev->w, "notTold");
			jsonw_begin(&ev->w, '[');
		}
		jsonw_str(&ev->w, str_of(told[i].event));
	}
	if (n)
		jsonw_end(&ev->w, ']');
}

static void not_told_text(struct text *out, const struct log_events *t, int verbosity)
{
	const char *before = "not told: ";

	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		if (is_told(t, i, verbosity))
			continue;
		text_addf(out, "%s%s", before, told[i].event);
		if (told[i].level > verbosity)
			text_addf(out, " (-v %d)", told[i].level);
		before = ", ";
	}
	if (*before == ',')
		text_ours(out, "\n");
}

/* All decisions are in the log. */
static bool whole(const struct log_events *t, int verbosity)
{
	return verbosity >= LOG_ALL_LEVEL && (!t->partial.n || t->total_known);
}

static void summary_text(
	struct events *ev, const struct log_events *t, int verbosity, const char *hash)
{
	struct text *out = &ev->page.end;

	if (verbosity >= LOG_ALL_LEVEL)
		text_addf(out, "decisions: %d bind, %d pipeline, %d evict\n", ev->binds,
			ev->pipelines, ev->evictions);
	else if (verbosity >= LOG_BINDS_LEVEL)
		text_addf(&ev->page.answer, "%d bound; the log tells no more below verbosity 4\n",
			ev->binds);
	if (ev->options.timings) {
		const char *before = "";

		for (size_t i = 0; i < t->n_times; i++, before = ", ")
			text_addf(out, "%s%s %lld ms", before, t->times[i].action,
				(long long)t->times[i].ns / NS_PER_MS);
		if (t->total_known)
			text_addf(
				out, "%stotal %lld ms", before, (long long)t->total_ns / NS_PER_MS);
		if (t->n_times || t->total_known)
			text_ours(out, "\n");
	}
	if (t->partial.n)
		text_addf(out, "partial: " STR_FMT "\n", STR_ARG(t->partial));
	if (whole(t, verbosity))
		text_addf(out, "hash %s\n", hash);
	not_told_text(out, t, verbosity);
}

/* The page's answer and tables of the net result, which want all decisions in the log. */
void log_net_text(struct events *ev, const struct log_events *t, int verbosity)
{
	struct map groups = {0}; /* with evicted pods; a pod whose group is not known is its own */
	size_t n;
	struct net_row *rows = log_net(t, &n);

	for (size_t i = 0; i < n; i++)
		ev->net.pods_by_change[rows[i].change]++;
	for (size_t i = 0; i < n; i++)
		if (rows[i].change == NET_EVICTED)
			map_put(&groups, rows[i].pod_group.n ? rows[i].pod_group : rows[i].pod,
				NULL);
	ev->net.groups_by_change[NET_EVICTED] = (int)groups.count;
	if (ev->options.show & SHOW_SUMMARY && !whole(t, verbosity))
		text_ours(&ev->page.answer, "as far as the log goes: ");
	if (ev->options.show & SHOW_SUMMARY)
		text_answer_counts(
			ev, verbosity >= LOG_NODES_LEVEL && !t->partial.n ? (int)t->n_pending : -1);
	if (ev->options.show & SHOW_NET)
		text_net_rows(ev, rows, n);
	map_free(&groups);
	free(rows);
}

static void summary_times(struct events *ev, const struct log_events *t)
{
	if (t->total_known)
		events_ms(ev, "total_duration_ms", t->total_ns);
	if (!t->total_known && !t->n_times)
		return;
	jsonw_key(&ev->w, "action_durations_ms");
	jsonw_begin(&ev->w, '{');
	for (size_t i = 0; i < t->n_times; i++)
		events_ms(ev, t->times[i].action, t->times[i].ns);
	jsonw_end(&ev->w, '}');
}

void log_summary(struct events *ev, const struct log_events *t, int verbosity)
{
	char hash[DECISIONS_HEX];

	decisions_hash(&ev->decisions, hash);
	if (events_as_text(ev)) {
		summary_text(ev, t, verbosity, hash);
		return;
	}
	event_begin(ev, "summary");
	text_member(ev, "partial", t->partial);
	if (ev->options.timings)
		summary_times(ev, t);
	if (verbosity >= LOG_BINDS_LEVEL)
		number_member(ev, "binds", ev->binds);
	if (verbosity >= LOG_ALL_LEVEL) {
		number_member(ev, "pipelines", ev->pipelines);
		number_member(ev, "evictions", ev->evictions);
	}
	if (whole(t, verbosity))
		text_member(ev, "decisions", str_of(hash));
	not_told(ev, t, verbosity);
	event_end(ev);
}
