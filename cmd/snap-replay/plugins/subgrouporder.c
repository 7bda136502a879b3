/* subgrouporder: orders the members of a sub-group: below their threshold first, then by active
 * pods over threshold, the smallest ratio first (hook subgroup_order). The session breaks ties
 * by name. Rules: rules/05 10.2. */
#include "plugins/plugins.h"

struct fill {
	int count, threshold;
};

static struct fill fill_of(const struct member *m)
{
	if (m->pod_set)
		return (struct fill){pod_set_active(m->pod_set), m->pod_set->min};
	return (struct fill){sub_group_satisfied_count(m->set), sub_group_required(m->set)};
}

static int by_fill(void *ctx, const struct member *l, const struct member *r)
{
	struct fill a = fill_of(l), b = fill_of(r);
	bool a_under = a.count < a.threshold, b_under = b.count < b.threshold;
	double ar, br;

	(void)ctx;
	if (a_under || b_under)
		return b_under - a_under;
	if (a.threshold == 0 && b.threshold == 0)
		return (a.count > b.count) - (a.count < b.count);
	if (a.threshold == 0 || b.threshold == 0)
		return (a.threshold == 0) - (b.threshold == 0);
	ar = (double)a.count / (double)a.threshold;
	br = (double)b.count / (double)b.threshold;
	return (ar > br) - (ar < br);
}

void subgrouporder_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_subgroup_order(s, by_fill, NULL, "subgrouporder");
}
