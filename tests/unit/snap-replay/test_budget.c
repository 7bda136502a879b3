/* Search budgets: rules/04 3 and ideas 6 to 8, rules/03 8.5, on the virtual clock.
 */
#include "acts.h"
#include "cmd/snap-replay/solvers/budget.h"

#define SECOND INT64_C(1000000000)

/* A session that has these scenarioSearchBudgets: the fixture's configuration with them put in. */
static void open_with(struct fixture *f, const char *budgets)
{
	struct strbuf b = {0};
	struct error e = {0};
	struct instant now;

	*f = (struct fixture){0};
	strbuf_addf(&b,
		"{'config':{'actions':'reclaim','tiers':[{'plugins':[" BOTH_GENERATORS
		"]}]%s%s},'schedulerParams':{" FIXTURE_PARAMS
		"},'rawObjects':{'queues':[" QUEUE("q") "]},'discovery':{}}",
		*budgets ? ",'scenarioSearchBudgets':" : "", budgets);
	for (size_t i = 0; i < b.len; i++)
		if (b.s[i] == '\'')
			b.s[i] = '"';
	strbuf_reserve(&b, JSON_PADDING);
	f->text = b.s;
	f->json = json_over_memory(f->text, strlen(f->text));
	rfc3339_parse(STR("2026-01-01T12:00:00Z"), &now);
	f->session.log.verbosity = -1;
	f->session.searches = &f->searches;
	if (!objects_read(&f->objects, f->json, &f->warnings, &e) ||
		!cluster_build(&f->cluster, &f->objects, now, &f->warnings, &e) ||
		!session_open(&f->session, &f->cluster, &f->warnings, &e)) {
		printf("Bail out! %s: %s\n", e.what, e.why);
		exit(1);
	}
	f->searches.budget.mode = BUDGET_STEPS;
	f->searches.budget.step_cost = SECOND;
}

/* Seconds from the start to the deadlines of action, job and generator; -1: never. */
static void limits(const char *budgets, const char *action, const char *generator, int64_t a,
	int64_t j, int64_t g, const char *what)
{
	struct fixture f;
	struct action_budget b;
	struct str text;
	int64_t got[3];

	open_with(&f, budgets);
	ok(budget_start(&b, &f.session, action, &text), "%s: valid", what);
	budget_begin_job(&b);
	budget_begin_generator(&b, generator);
	got[0] = b.action_deadline == NEVER ? -1 : b.action_deadline / SECOND;
	got[1] = b.job_deadline == NEVER ? -1 : b.job_deadline / SECOND;
	got[2] = b.generator_deadline == NEVER ? -1 : b.generator_deadline / SECOND;
	ok(got[0] == a && got[1] == j && got[2] == g, "%s: %d, %d and %d s (want %d, %d, %d)", what,
		(int)got[0], (int)got[1], (int)got[2], (int)a, (int)j, (int)g);
	fixture_close(&f);
}

static void refused(const char *budgets, const char *why)
{
	struct fixture f;
	struct action_budget b;
	struct str text = {0};

	open_with(&f, budgets);
	ok(!budget_start(&b, &f.session, "reclaim", &text), "refused: %s", budgets);
	is_text(text, why);
	f.searches.budget.mode = BUDGET_OFF;
	ok(!budget_start(&b, &f.session, "reclaim", &text), "also where no deadline is kept");
	fixture_close(&f);
}

static void configured(void)
{
	limits("", "reclaim", "NodeLocalGreedy", 300, 240, 30, "defaults");
	limits("", "preempt", "MultiNodeGang", 300, 240, 120, "defaults");
	limits("{'maxActionSearchDuration':{'default':'100s','reclaim':'50s'},'maxJobSearchDuration':'80s'}",
		"reclaim", "MultiNodeGang", 50, 50, 50, "an action's own limit");
	limits("{'maxActionSearchDuration':{'default':'100s','reclaim':'50s'},'maxJobSearchDuration':'80s'}",
		"preempt", "MultiNodeGang", 100, 80, 80, "the default of all actions");
	limits("{'maxGeneratorSearchDuration':{'default':'7s','MultiNodeGang':'9s'}}", "reclaim",
		"NodeLocalGreedy", 300, 240, 7, "the default of all generators");
	limits("{'maxGeneratorSearchDuration':{'default':'7s','MultiNodeGang':'9s'}}", "reclaim",
		"MultiNodeGang", 300, 240, 9, "a generator's own limit");
	limits("{'maxActionSearchDuration':{'reclaim':'0s'},'maxJobSearchDuration':'0s','maxGeneratorSearchDuration':{'default':'0s'}}",
		"reclaim", "NodeLocalGreedy", -1, -1, -1, "zero is no limit");
	limits("{'maxActionSearchDuration':{'reclaim':'0s'},'maxJobSearchDuration':'0s','minJobSearchDuration':'5s'}",
		"reclaim", "NodeLocalGreedy", -1, -1, 30,
		"no limit of a job goes with any minimum");
}

static void errors(void)
{
	refused("{'maxActionSearchDuration':{'reclaim':'-1s','preempt':'-1s'},'maxJobSearchDuration':'-1s'}",
		"maxActionSearchDuration[\"preempt\"] must be non-negative");
	refused("{'maxJobSearchDuration':'-1s','minJobSearchDuration':'-1s'}",
		"maxJobSearchDuration must be non-negative");
	refused("{'minJobSearchDuration':'-1s','maxGeneratorSearchDuration':{'MultiNodeGang':'-1s'}}",
		"minJobSearchDuration must be non-negative");
	refused("{'maxJobSearchDuration':'1s','minJobSearchDuration':'1s'}",
		"minJobSearchDuration must be less than maxJobSearchDuration");
	refused("{'minJobSearchDuration':'240s'}",
		"minJobSearchDuration must be less than maxJobSearchDuration");
	limits("{'minJobSearchDuration':'239s'}", "reclaim", "MultiNodeGang", 300, 240, 120,
		"one second less than the default");
	refused("{'maxGeneratorSearchDuration':{'MultiNodeGang':'-1s'}}",
		"maxGeneratorSearchDuration[\"MultiNodeGang\"] must be non-negative");
}

static void steps(struct action_budget *b, int n)
{
	for (int i = 0; i < n; i++)
		budget_step(b);
}

static void clock_runs(void)
{
	struct fixture f;
	struct action_budget b;
	struct str text;

	open_with(&f,
		"{'maxActionSearchDuration':{'reclaim':'10s'},'maxJobSearchDuration':'6s','maxGeneratorSearchDuration':{'default':'4s'}}");
	budget_start(&b, &f.session, "reclaim", &text);
	budget_begin_job(&b);
	budget_begin_generator(&b, "NodeLocalGreedy");
	steps(&b, 3);
	ok(!budget_generator_exhausted(&b) && !budget_job_exhausted(&b), "3 of 4 and of 6 s");
	steps(&b, 1);
	ok(budget_generator_exhausted(&b) && !budget_job_exhausted(&b),
		"4 s: the generator's time is over");
	budget_begin_generator(&b, "MultiNodeGang");
	ok(!budget_generator_exhausted(&b), "the next one starts with time of its own");
	steps(&b, 2);
	ok(budget_generator_exhausted(&b) && budget_job_exhausted(&b),
		"but the job's time ends it at 6 s");
	budget_begin_job(&b);
	steps(&b, 4);
	ok(budget_job_exhausted(&b), "the next job has what the action has left: 4 s");
	budget_begin_job(&b);
	ok(budget_job_exhausted(&b), "a third one nothing");
	fixture_close(&f);

	open_with(&f, "{'maxActionSearchDuration':{'reclaim':'1s'},'minJobSearchDuration':'2s'}");
	budget_start(&b, &f.session, "reclaim", &text);
	steps(&b, 5);
	budget_begin_job(&b);
	ok(!budget_job_exhausted(&b), "the action's time is over, the minimum of a job is not");
	steps(&b, 2);
	ok(budget_job_exhausted(&b), "after it, it is");
	f.searches.budget.mode = BUDGET_OFF;
	budget_start(&b, &f.session, "reclaim", &text);
	budget_begin_job(&b);
	budget_begin_generator(&b, "NodeLocalGreedy");
	steps(&b, 100000);
	ok(!budget_job_exhausted(&b) && !budget_generator_exhausted(&b),
		"switched off nothing ever ends");
	fixture_close(&f);
}

int main(void)
{
	configured();
	errors();
	clock_runs();
	return tap_end();
}
