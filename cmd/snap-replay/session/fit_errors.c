#include "session/fit_errors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/jsonw.h"
#include "common/grow.h"
#include "session/session.h"

static struct task_errors *record_of(struct session *s, const struct task *t)
{
	struct task_errors **slot = &s->fits.tasks[t->index];

	s->fits.n_writes++;
	if (!*slot)
		*slot = ARENA_NEW(&s->arena, struct task_errors);
	return *slot;
}

static void count_reason(struct task_errors *te, struct str reason, int count)
{
	for (int i = 0; i < te->n; i++)
		if (str_eq(te->counts[i].reason, reason)) {
			te->counts[i].count += count;
			return;
		}
	ARRAY_GROW(te->counts, te->n, te->cap);
	te->counts[te->n++] = (struct reason_count){reason, count};
}

void fit_record_verdict(struct session *s, struct task *t, const struct verdict *v, int nodes)
{
	struct task_errors *te;

	if (s->fits.no_diagnostics)
		return;
	te = record_of(s, t);
	for (int i = 0; i < v->n; i++)
		count_reason(te, v->reasons[i], nodes);
}

void fit_record_text(struct session *s, struct task *t, struct str text)
{
	if (!s->fits.no_diagnostics &&
		!s->fits.tasks[t->index]) /* the text of a later object is lost */
		record_of(s, t)->text = text;
}

/* The job's error with this text, counted once more. */
static struct job_error *count_job_error(struct session *s, struct job *j, struct str reason,
	struct str message, struct str sub_group)
{
	struct fit_errors *e = j->errors;

	if (!e)
		e = j->errors = ARENA_NEW(&s->arena, struct fit_errors);
	for (int i = 0; i < e->n; i++)
		if (str_eq(e->items[i].reason, reason) && str_eq(e->items[i].message, message) &&
			str_eq(e->items[i].sub_group, sub_group)) {
			e->items[i].count++;
			return &e->items[i];
		}
	ARRAY_GROW(e->items, e->n, e->cap);
	e->items[e->n] = (struct job_error){
		.reason = reason, .message = message, .sub_group = sub_group, .count = 1};
	return &e->items[e->n++];
}

struct job_error *fit_record_job(struct session *s, struct job *j, struct str reason,
	struct str message, struct str sub_group)
{
	if (j != j->session_job ||
		s->fits.no_diagnostics) /* a clone's records would be lost with it */
		return NULL;
	return count_job_error(s, j, reason, message, sub_group);
}

void fit_record_placing_error(
	struct session *s, struct job *j, struct str message, const struct placing_error *source)
{
	if (j == j->session_job)
		count_job_error(s, j, STR("PodSchedulingErrors"), message, source->pod_set->name)
			->source = *source;
}

bool fit_count_placing_error(struct job *j, const struct placing_error *source)
{
	for (int i = 0; j->errors && i < j->errors->n; i++) {
		const struct placing_error *known = &j->errors->items[i].source;

		if (known->task == source->task && known->pod_set == source->pod_set &&
			known->placed == source->placed && known->enough == source->enough &&
			known->task_errors == source->task_errors) {
			j->errors->items[i].count++;
			return true;
		}
	}
	return false;
}

const struct task_errors *fit_task_errors(
	const struct session *s, const struct job *j, const struct task *t)
{
	return j == j->session_job ? s->fits.tasks[t->index] : NULL;
}

bool fit_job_has_reason(const struct job *j, struct str reason)
{
	for (int i = 0; j->errors && i < j->errors->n; i++)
		if (str_eq(j->errors->items[i].reason, reason))
			return true;
	return false;
}

void fit_errors_open(struct session *s)
{
	s->fits.tasks = ARENA_ARRAY(&s->arena, (size_t)s->c->n_tasks, struct task_errors *);
}

void fit_errors_free(struct session *s)
{
	if (!s->fits.tasks)
		return;
	for (int i = 0; i < s->c->n_tasks; i++)
		if (s->fits.tasks[i])
			free(s->fits.tasks[i]->counts);
	for (int i = 0; i < s->c->n_jobs; i++)
		if (s->c->jobs[i]->errors)
			free(s->c->jobs[i]->errors->items);
}

/* ---- texts ---- */

static int compare_texts(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* ": " + the items, sorted bytewise, joined by ". " and a line's end, + "." */
static void add_sorted(struct strbuf *out, struct str *items, int n, char line_end)
{
	qsort(items, (size_t)n, sizeof *items, compare_texts);
	for (int i = 0; i < n; i++) {
		strbuf_addz(out, i ? ". " : ": ");
		if (i)
			strbuf_addc(out, line_end);
		strbuf_addstr(out, items[i]);
	}
	if (n)
		strbuf_addc(out, '.');
}

static struct str counted(struct arena *a, int count, struct str text)
{
	struct strbuf b = {0};
	struct str made;

	strbuf_addf(&b, "%d ", count);
	strbuf_addstr(&b, text);
	made = arena_str(a, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

void fit_task_text(struct strbuf *out, const struct task_errors *te, char line_end)
{
	struct arena scratch = {0};
	struct str *items = ARENA_ARRAY(&scratch, (size_t)te->n, struct str);

	for (int i = 0; i < te->n; i++)
		items[i] = counted(&scratch, te->counts[i].count, te->counts[i].reason);
	strbuf_addstr(
		out, te->text.n ? te->text : STR("no nodes with enough resources were found"));
	add_sorted(out, items, te->n, line_end);
	arena_free(&scratch);
}

/* As Go prints them. False: x is a number. */
static bool add_no_number(struct strbuf *out, double x)
{
	if (isfinite(x))
		return false;
	strbuf_addz(out, isnan(x) ? "NaN" : x > 0 ? "+Inf" : "-Inf");
	return true;
}

void fit_human(struct strbuf *out, double x, double unit)
{
	char text[512];
	double value = x / unit;
	size_t n;

	if (x == -1) {
		strbuf_addz(out, "Unlimited");
		return;
	}
	if (add_no_number(out, value))
		return;
	if (value == trunc(value) &&
		fabs(value) < 1e15) { /* most are whole, and printf takes its time */
		strbuf_add(out, text, jsonw_format_double(text, value));
		return;
	}
	n = (size_t)snprintf(text, sizeof text, "%.6f", value) - 3; /* cut, not rounded */
	while (text[n - 1] == '0')
		n--;
	if (text[n - 1] == '.')
		n--;
	strbuf_add(out, text, n);
}

void fit_go_float(struct strbuf *out, double x)
{
	char text[64];
	int decimals = 0;

	if (add_no_number(out, x))
		return;
	if (x == 0 || (fabs(x) >= 1e-4 && fabs(x) < 1e6)) {
		strbuf_add(out, text, jsonw_format_double(text, x));
		return;
	}
	/* exponent form with the fewest digits that read back equal */
	do
		snprintf(text, sizeof text, "%.*e", decimals++, x);
	while (strtod(text, NULL) != x);
	strbuf_addz(out, text);
}
