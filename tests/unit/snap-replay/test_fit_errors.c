/* Records of why tasks and jobs stay pending (rules/02 13 and 14). */
#include "acts.h"

#define RAW \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'podGroups':[" JOB("j", "q", "low", "01", \
		"1") "],'pods':[" PENDING("a", "j", "1") "," PENDING("b", "j", "1") "]"

static void has_text(struct fixture *f, const char *task, const char *want)
{
	struct task *t = fixture_task(f, task);
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	fit_task_text(&b, fit_task_errors(&f->session, t->job, t), '|');
	is_text(strbuf_str(&b), want);
	strbuf_free(&b);
}

static void tasks(void)
{
	struct verdict two = {.n = 0}, many = {.n = 0}, none = {.n = 0};
	struct fixture f;
	struct task *a, *b;
	struct job clone;
	char names[VERDICT_MAX + 1][16];

	fixture_open(&f, FIXTURE_PARAMS, "", RAW);
	a = fixture_task(&f, "n/a");
	b = fixture_task(&f, "n/b");
	clone = *a->job;
	verdict_add(&two, STR("y"), SLOT_NONE);
	verdict_add(&two, STR("x"), SLOT_CPU);
	ok(!fit_task_errors(&f.session, a->job, a), "no record at first");
	fit_record_verdict(&f.session, a, &none, 1);
	has_text(&f, "n/a", "no nodes with enough resources were found");
	fit_record_verdict(&f.session, a, &two, 1);
	fit_record_verdict(&f.session, a, &two, 3);
	has_text(&f, "n/a", "no nodes with enough resources were found: 4 x. |4 y.");
	for (int i = 0; i <= VERDICT_MAX; i++) {
		snprintf(names[i], sizeof names[i], "r%02d", i);
		verdict_add(&many, str_of(names[i]), i);
	}
	ok(many.n == VERDICT_MAX && many.slots[VERDICT_MAX - 1] == VERDICT_MAX - 1,
		"reasons above the limit are dropped");
	many.n = 5;
	fit_record_verdict(&f.session, a, &many, 1);
	has_text(&f, "n/a",
		"no nodes with enough resources were found: 1 r00. |1 r01. |1 r02. |1 r03. |1 r04. |4 x. |4 y.");
	ok(!fit_task_errors(&f.session, &clone, a), "a clone has no records");
	fit_record_text(&f.session, a, STR("too late"));
	ok(!fit_task_errors(&f.session, a->job, a)->text.n, "a text behind a record is lost");
	f.session.fits.no_diagnostics = true;
	fit_record_text(&f.session, b, STR("not now"));
	fit_record_verdict(&f.session, b, &two, 1);
	ok(!fit_task_errors(&f.session, b->job, b), "without diagnostics nothing is recorded");
	f.session.fits.no_diagnostics = false;
	fit_record_text(&f.session, b, STR("refused"));
	fit_record_text(&f.session, b, STR("again"));
	has_text(&f, "n/b", "refused");
	ok(f.session.fits.n_writes == 5, "five writes: %d", (int)f.session.fits.n_writes);
	fixture_close(&f);
}

static void jobs(void)
{
	struct fixture f;
	struct job *j, clone;
	struct job_error *e;

	fixture_open(&f, FIXTURE_PARAMS, "", RAW);
	j = fixture_job(&f, "j");
	clone = *j;
	ok(!fit_job_has_reason(j, STR("A")), "no error at first");
	e = fit_record_job(&f.session, j, STR("A"), STR("m"), STR("s"));
	ok(e && e->count == 1, "recorded");
	fit_record_job(&f.session, j, STR("B"), STR("m"), STR("s"));
	fit_record_job(&f.session, j, STR("A"), STR("n"), STR("s"));
	fit_record_job(&f.session, j, STR("A"), STR("m"), STR("t"));
	e = fit_record_job(&f.session, j, STR("A"), STR("m"), STR("s"));
	ok(e == &j->errors->items[0] && e->count == 2 && j->errors->n == 4,
		"errors differ in reason, message or sub-group; equal ones are counted");
	e = fit_record_job(&f.session, j, STR("A"), STR("m"), STR("t"));
	ok(e == &j->errors->items[3] && e->count == 2, "also the last one");
	ok(fit_job_has_reason(j, STR("B")) && !fit_job_has_reason(j, STR("C")), "known reasons");
	ok(!fit_record_job(&f.session, &clone, STR("C"), STR("m"), STR("s")) && j->errors->n == 4,
		"none of a clone");
	f.session.fits.no_diagnostics = true;
	ok(!fit_record_job(&f.session, j, STR("C"), STR("m"), STR("s")) && j->errors->n == 4,
		"none without diagnostics");
	fixture_close(&f);
}

static void placing_errors(void)
{
	struct fixture f;
	struct job *j, clone;
	struct pod_set other;
	struct placing_error first, changed[5];

	fixture_open(&f, FIXTURE_PARAMS, "", RAW);
	j = fixture_job(&f, "j");
	clone = *j;
	other = *j->pod_sets[0];
	first = (struct placing_error){
		fixture_task(&f, "n/a"), j->pod_sets[0], 1, true, UINT64_C(7)};
	for (int i = 0; i < 5; i++)
		changed[i] = first;
	changed[0].task = fixture_task(&f, "n/b");
	changed[1].pod_set = &other;
	changed[2].placed = 2;
	changed[3].enough = false;
	changed[4].task_errors = 8;
	ok(!fit_count_placing_error(j, &first), "no error at first");
	fit_record_placing_error(&f.session, &clone, STR("m"), &first);
	ok(!j->errors, "none of a clone");
	fit_record_job(&f.session, j, STR("A"), STR("m"), STR("s"));
	fit_record_placing_error(&f.session, j, STR("m"), &first);
	ok(j->errors->n == 2 && str_eq(j->errors->items[1].sub_group, j->pod_sets[0]->name),
		"recorded with the sub-group");
	for (int i = 0; i < 5; i++)
		ok(!fit_count_placing_error(j, &changed[i]), "another source, %d", i);
	ok(fit_count_placing_error(j, &first) && j->errors->items[1].count == 2 &&
			j->errors->items[0].count == 1,
		"the same source is counted");
	fit_record_placing_error(&f.session, j, STR("m"), &changed[4]);
	ok(j->errors->n == 2 && j->errors->items[1].count == 3 &&
			fit_count_placing_error(j, &changed[4]) &&
			!fit_count_placing_error(j, &first),
		"an equal message of another source: that source is known now");
	fixture_close(&f);
}

int main(void)
{
	tasks();
	jobs();
	placing_errors();
	return tap_end();
}
