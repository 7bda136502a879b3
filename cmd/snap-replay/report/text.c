/* Rows of the page about single pods and pod groups: decisions, pending and unplaced pod groups,
 * pods. */
#include "report/event_writer.h"
#include "report/table.h"

static struct str first_line(struct str text)
{
	const char *end = str_find(text, LINE_MARK);

	return (struct str){text.p, end ? (size_t)(end - text.p) : text.n};
}

static struct section *section(struct events *ev, enum section_name name, const char *head)
{
	struct section *s = &ev->page.sections[name];

	if (!s->n)
		text_ours(&s->head, head ? head : "");
	return s;
}

void text_decision(struct events *ev, const char *action, const char *kind, struct str pod,
	struct str where, struct str why, bool doubtful)
{
	struct section *s = section(ev, SECTION_DECISIONS,
		"  ACTION" CELL_LEFT "DECISION" CELL_LEFT "POD" CELL_LEFT "NODE" CELL_LEFT "FOR\n");
	struct str key = shown_key(ev, pod), first = first_line(why);

	text_addf(&s->rows,
		"  %s" CELL_LEFT "%s" CELL_LEFT STR_FMT "%s" CELL_LEFT STR_FMT CELL_LEFT STR_FMT
		"\n",
		action, kind, STR_ARG(key), doubtful ? DOUBTFUL_MARK : "", STR_ARG(where),
		STR_ARG(first));
	page_row(&ev->page, SECTION_DECISIONS);
}

static void reason_lines(struct text *out, const struct pending_reason *r, int n)
{
	for (int i = 0; i < n; i++) {
		struct str rest = r[i].message;

		text_addf(out, "      " STR_FMT ": ", STR_ARG(r[i].reason));
		while (rest.n) {
			struct str line = first_line(rest);
			size_t used = line.n < rest.n ? line.n + 1 : line.n;

			text_add(out, line);
			rest = (struct str){rest.p + used, rest.n - used};
			text_ours(out, rest.n ? "\n        " : "");
		}
		if (r[i].count > 1)
			text_addf(out, " (%d times)", r[i].count);
		text_ours(out, "\n");
	}
}

static void job_and_queue(struct events *ev, struct text *out, const struct job *j)
{
	struct str key = shown_key(ev, j->key), queue = shown_key(ev, job_queue_label(j));

	text_addf(out, "  " STR_FMT "%s  queue " STR_FMT, STR_ARG(key),
		j->not_replayed ? DOUBTFUL_MARK : "", STR_ARG(queue));
}

void text_pending_job(struct events *ev, const struct job *j, const struct pending_reason *r, int n)
{
	struct section *s = section(ev, SECTION_PENDING, NULL);
	int pods = job_pending_pods(j);

	job_and_queue(ev, &s->rows, j);
	text_addf(&s->rows, ", %d %s\n", pods, pods == 1 ? "pod" : "pods");
	reason_lines(&s->rows, r, n);
	page_row(&ev->page, SECTION_PENDING);
}

void text_unplaced_job(
	struct events *ev, const struct job *j, const struct pending_reason *r, int n)
{
	struct section *s = section(ev, SECTION_UNPLACED, NULL);

	job_and_queue(ev, &s->rows, j);
	text_ours(&s->rows, "\n");
	reason_lines(&s->rows, r, n);
	page_row(&ev->page, SECTION_UNPLACED);
}
