#include "solvers/budget.h"
#include "common/search_budgets.h"
#include "solvers/searches.h"

#include <time.h>

#define SECOND INT64_C(1000000000)

static int64_t now(const struct action_budget *b)
{
	struct timespec t;

	if (b->session->searches->budget.mode == BUDGET_STEPS)
		return b->clock;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

/* The entry of key, else the configured "default", else `otherwise`. */
static int64_t limit_of(
	const struct budget_limit *limits, int n, const char *key, int64_t otherwise)
{
	for (int i = 0; i < n; i++)
		if (str_eq(limits[i].key, str_of(key)))
			return limits[i].ns;
	for (int i = 0; i < n; i++)
		if (str_eq(limits[i].key, STR("default")))
			return limits[i].ns;
	return otherwise;
}

static struct str negative_key(
	struct session *s, const char *name, const struct budget_limit *limits, int n)
{
	const struct budget_limit *first = NULL;

	for (int i = 0; i < n; i++) /* the original walks a map: by key here */
		if (limits[i].ns < 0 && (!first || str_cmp(limits[i].key, first->key) < 0))
			first = &limits[i];
	return first ? session_text(s, "%s[\"" STR_FMT "\"] must be non-negative", name,
			       STR_ARG(first->key))
		     : (struct str){0};
}

static bool valid(struct session *s, struct str *text)
{
	const struct config *c = s->config;
	int64_t max = c->has_max_job_search ? c->max_job_search : DEFAULT_JOB_SEARCH * SECOND,
		min = c->has_min_job_search ? c->min_job_search : 0;

	*text = negative_key(s, "maxActionSearchDuration", c->action_budgets, c->n_action_budgets);
	if (text->n)
		return false;
	if (max < 0)
		*text = STR("maxJobSearchDuration must be non-negative");
	else if (min < 0)
		*text = STR("minJobSearchDuration must be non-negative");
	else if (max != 0 && min >= max)
		*text = STR("minJobSearchDuration must be less than maxJobSearchDuration");
	else
		*text = negative_key(s, "maxGeneratorSearchDuration", c->generator_budgets,
			c->n_generator_budgets);
	return text->n == 0;
}

bool budget_start(struct action_budget *b, struct session *s, const char *action, struct str *text)
{
	const struct config *c = s->config;
	int64_t limit;

	*b = (struct action_budget){.session = s,
		.action_deadline = NEVER,
		.job_deadline = NEVER,
		.generator_deadline = NEVER};
	if (!valid(s, text))
		return false;
	limit = limit_of(
		c->action_budgets, c->n_action_budgets, action, DEFAULT_ACTION_SEARCH * SECOND);
	b->job_limit = c->has_max_job_search ? c->max_job_search : DEFAULT_JOB_SEARCH * SECOND;
	b->job_minimum = c->has_min_job_search ? c->min_job_search : 0;
	if (s->searches->budget.mode != BUDGET_OFF && limit)
		b->action_deadline = now(b) + limit;
	return true;
}

/* What is left until the deadline, at most limit (0: none of its own); NEVER stays. */
static int64_t remaining(int64_t deadline, int64_t at, int64_t limit)
{
	int64_t left = deadline == NEVER ? NEVER : deadline > at ? deadline - at : 0;

	return limit && limit < left ? limit : left;
}

void budget_begin_job(struct action_budget *b)
{
	int64_t at, left;

	if (b->session->searches->budget.mode == BUDGET_OFF)
		return;
	at = now(b);
	left = remaining(b->action_deadline, at, b->job_limit);
	if (b->job_minimum > left)
		left = b->job_minimum;
	b->job_deadline = left == NEVER ? NEVER : at + left;
}

void budget_begin_generator(struct action_budget *b, const char *generator)
{
	const struct config *c = b->session->config;
	int64_t otherwise = strcmp(generator, "NodeLocalGreedy")
		? DEFAULT_GENERATOR_SEARCH * SECOND
		: DEFAULT_NODE_LOCAL_GREEDY_SEARCH * SECOND,
		at, left;

	if (b->session->searches->budget.mode == BUDGET_OFF)
		return;
	at = now(b);
	left = remaining(b->job_deadline, at,
		limit_of(c->generator_budgets, c->n_generator_budgets, generator, otherwise));
	b->generator_deadline = left == NEVER ? NEVER : at + left;
}

bool budget_job_exhausted(const struct action_budget *b)
{
	return b->session->searches->budget.mode != BUDGET_OFF && b->job_deadline != NEVER &&
		now(b) >= b->job_deadline;
}

bool budget_generator_exhausted(const struct action_budget *b)
{
	return b->session->searches->budget.mode != BUDGET_OFF && b->generator_deadline != NEVER &&
		now(b) >= b->generator_deadline;
}

void budget_step(struct action_budget *b)
{
	b->clock += b->session->searches->budget.step_cost;
}
