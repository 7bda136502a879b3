/* taskorder: orders the pods of a job by the number in the label kai.scheduler/task-priority,
 * the highest first and pods without the label last (hook task_order). Two labels that are no
 * numbers give no decision here, where the original answers "the right one" both ways. Rules:
 * rules/05 10.1. */
#include "model/numbers.h"
#include "plugins/plugins.h"

static int by_label(void *ctx, const struct task *l, const struct task *r)
{
	const struct str *lv = label_of(&l->pod->meta, LABEL_TASK_PRIORITY),
			 *rv = label_of(&r->pod->meta, LABEL_TASK_PRIORITY);
	int64_t ln = 0, rn = 0;
	bool l_ok, r_ok;

	(void)ctx;
	if (!lv || !rv)
		return (rv != NULL) - (lv != NULL);
	l_ok = parse_int64(*lv, &ln);
	r_ok = parse_int64(*rv, &rn);
	if (!l_ok || !r_ok)
		return r_ok - l_ok;
	return (ln < rn) - (ln > rn);
}

void taskorder_open(struct session *s, const struct plugin_option *option)
{
	(void)option;
	hook_add_task_order(s, by_label, NULL, "taskorder");
}
