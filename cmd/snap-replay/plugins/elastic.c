/* elastic: orders jobs by their number of active pods: below their minimum first, then exactly
 * at it, then above it (hook job_order; job_order_reason for --explain). Rules: rules/05 9.3. */
#include "plugins/plugins.h"

enum growth { UNKNOWN, BELOW, EXACT, ABOVE };

static enum growth look(const struct job *j)
{
	enum growth g = EXACT;

	for (int i = 0; i < j->n_pod_sets; i++) {
		int active = pod_set_active(j->pod_sets[i]);

		if (active < j->pod_sets[i]->min)
			return BELOW;
		if (active > j->pod_sets[i]->min)
			g = ABOVE;
	}
	return g;
}

/* Kept in the job: every comparison of two jobs needs it, and a job's pods seldom change.
 * The cast: orders leave a job as it is but for this memo. */
static enum growth growth_of(const struct job *j)
{
	if (j->growth == UNKNOWN)
		((struct job *)(uintptr_t)j)->growth = (unsigned char)look(j);
	return (enum growth)j->growth;
}

static int by_growth(void *ctx, const struct job *l, const struct job *r)
{
	enum growth a = growth_of(l), b = growth_of(r);

	(void)ctx;
	return (a > b) - (a < b);
}

static struct order_reason explain(void *ctx, const struct job *l, const struct job *r)
{
	static const struct str words[] = {[BELOW] = STR_INIT("below its minimum"),
		[EXACT] = STR_INIT("at its minimum"),
		[ABOVE] = STR_INIT("above its minimum")};

	return (struct order_reason){
		"elastic", words[growth_of(l)], words[growth_of(r)], by_growth(ctx, l, r)};
}

void elastic_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_job_order(s, by_growth, NULL, "elastic");
	hook_add_job_order_reason(s, explain, NULL, "elastic");
}
