/* One event, or line of text, for each search for room: how much it tried and how it ended. */
#include <time.h>

#include "solvers/search.h"
#include "report/event_writer.h"
#include "report/table.h"

double events_clock(const struct session *s)
{
	const struct events *ev = s->sink.state;
	struct timespec t;

	if (!ev->options.timings || !(ev->options.show & SHOW_SEARCH))
		return 0;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

void search_counts_json(struct jsonw *w, const struct search_counts *c)
{
	static const char *const filters[FILTERS] = {"NodeAffinities", "TopologyGpus", "IdleGpus"};
	const struct {
		const char *key;
		long value;
	} plain[] = {{"proposed", c->proposed}, {"duplicates", c->duplicates},
		{"simulated", c->simulated}, {"preemptorFailed", c->preemptor_failed},
		{"refused", c->refused}};
	static const char *const foreseen[BOUNDS] = {
		[INFEASIBLE_CAPACITY] = "room",
		[INFEASIBLE_PACKING] = "pods",
		[INFEASIBLE_PROTECTED] = "victims",
		[INFEASIBLE_UNITS] = "units",
		[INFEASIBLE_DRY_RUN] = "rehearsed",
		[INFEASIBLE_UNFAIR] = "unfair",
		[INFEASIBLE_EARLY] = "stopped",
		[INFEASIBLE_PROBE] = "hopelessProbes",
		[DEFICIT_PROBE] = "narrowProbes",
	};

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		jsonw_key(w, plain[i].key);
		jsonw_int(w, plain[i].value);
	}
	jsonw_key(w, "foreseen");
	jsonw_begin(w, '{');
	for (int i = BOUND_NONE + 1; i < BOUNDS; i++)
		if (c->bounds[i]) {
			jsonw_key(w, foreseen[i]);
			jsonw_int(w, c->bounds[i]);
		}
	jsonw_end(w, '}');
	jsonw_key(w, "filtered");
	jsonw_begin(w, '{');
	for (int i = 0; i < FILTERS; i++)
		if (c->filtered[i]) {
			jsonw_key(w, filters[i]);
			jsonw_int(w, c->filtered[i]);
		}
	jsonw_end(w, '}');
}

static void search_json(struct events *ev, const struct search *q, const char *result, double ms)
{
	event_begin(ev, "search");
	jsonw_key(&ev->w, "action");
	jsonw_strz(&ev->w, q->action);
	jsonw_key(&ev->w, "podGroup");
	jsonw_str(&ev->w, q->job->key);
	jsonw_key(&ev->w, "queue");
	jsonw_str(&ev->w, q->job->object->queue);
	jsonw_key(&ev->w, "result");
	jsonw_strz(&ev->w, result);
	search_counts_json(&ev->w, &q->counts);
	if (ev->options.timings) {
		jsonw_key(&ev->w, "duration_ms");
		jsonw_double(&ev->w, (double)(int64_t)(ms * 1e3) / 1e3);
	}
	event_end(ev);
}

static void search_text(struct events *ev, const struct search *q, const char *result, double ms)
{
	struct section *section = &ev->page.sections[SECTION_SEARCHES];
	struct str key = shown_key(ev, q->job->key);

	if (!section->n) {
		text_ours(&section->head,
			"  ACTION" CELL_LEFT "POD GROUP" CELL_LEFT "RESULT" CELL_LEFT
			"PROPOSED" CELL_RIGHT "DUPLICATES" CELL_RIGHT "SIMULATED" CELL_RIGHT);
		text_ours(&section->head, ev->options.timings ? "MS" CELL_RIGHT "\n" : "\n");
	}
	text_addf(&section->rows,
		"  %s" CELL_LEFT STR_FMT CELL_LEFT "%s" CELL_LEFT "%ld" CELL_RIGHT "%ld" CELL_RIGHT
		"%ld" CELL_RIGHT,
		q->action, STR_ARG(key), result, q->counts.proposed, q->counts.duplicates,
		q->counts.simulated);
	if (ev->options.timings)
		text_addf(&section->rows, "%.1f" CELL_RIGHT, ms);
	text_ours(&section->rows, "\n");
	page_row(&ev->page, SECTION_SEARCHES);
}

void events_search(struct session *s, const struct search *q, const char *result, double started_ms)
{
	struct events *ev = s->sink.state;
	double ms = events_clock(s) - started_ms;

	if (!(ev->options.show & SHOW_SEARCH) || !filter_job(ev, q->job->session_job))
		return;
	if (events_as_text(ev))
		search_text(ev, q, result, ms);
	else if (filter_count(ev, SHOW_PLACE_SEARCH))
		search_json(ev, q, result, ms);
}
