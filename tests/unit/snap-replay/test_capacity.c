/* Limits and quotas at every level against the words of rules/05 11, on queues by chance. Amounts
 * are small whole numbers, so that equal ones are frequent. */
#include "tests/unit/chance.h"
#include "tests/unit/snap-replay/share_tree.h"
#include "tests/unit/tap.h"

enum { LEVELS = 3, ROUNDS = 20000 };

struct world {
	struct share_tree t; /* each queue below the one before */
	struct job job;
	struct task task, *list[1];
	double request[TRIPLE];
};

static void world_open(struct world *w)
{
	*w = (struct world){0};
	share_tree_open(&w->t, TRIPLE);
	for (int i = 0; i < LEVELS; i++) {
		struct queue_share *share = share_tree_add(&w->t, STR("q"), i - 1);

		for (int k = 0; k < TRIPLE; k++)
			share->r[k] = (struct share){.limit = under(2) ? UNLIMITED : 4 + under(8),
				.deserved = under(2) ? UNLIMITED : 3 + under(6),
				.allocated = under(7),
				.allocated_np = under(4)};
	}
	w->job = (struct job){.queue = &w->t.queues[LEVELS - 1], .preemptible = under(2)};
	for (int k = 0; k < TRIPLE; k++)
		w->request[k] = under(4);
	w->task = (struct task){.job = &w->job, .request = w->request};
	w->list[0] = &w->task;
	capacity_open(&w->t.p);
}

/* Which queue refuses first, from the leaf up; NULL: none. quota: by quotas, else by limits. */
static const struct queue *refusing(const struct world *w, bool quota)
{
	for (int i = LEVELS - 1; i >= 0; i--)
		for (int k = 0; k < TRIPLE; k++) {
			const struct share *r = &w->t.shares[i].r[k];
			double most = quota ? r->deserved : r->limit,
			       held = quota ? r->allocated_np : r->allocated;

			if (w->request[k] > 0 && most != UNLIMITED && held + w->request[k] > most)
				return &w->t.queues[i];
		}
	return NULL;
}

static int n_wrong, n_ok, n_limit, n_quota;

static void compare(struct capacity_result r, const struct queue *limit, const struct queue *quota)
{
	const struct queue *queue = limit ? limit : quota;
	struct str reason = limit ? STR("OverLimit")
		: quota           ? STR("NonPreemptibleOverQuota")
				  : STR("");

	if (r.ok != !queue || (queue && (r.queue != queue || !str_eq(r.reason, reason))))
		n_wrong++;
	*(limit ? &n_limit : quota ? &n_quota : &n_ok) += 1;
}

int main(void)
{
	struct world w;

	for (int round = 0; round < ROUNDS; round++) {
		const struct queue *limit, *quota;

		world_open(&w);
		limit = refusing(&w, false);
		quota = w.job.preemptible ? NULL : refusing(&w, true);
		compare(session_job_over_capacity(&w.t.s, &w.job, w.list, 1), limit, quota);
		compare(session_non_preemptible_over_quota(&w.t.s, &w.job, w.list, 1), NULL, quota);
		session_close(&w.t.s);
	}
	ok(n_wrong == 0, "%d answers differ from the rules", n_wrong);
	ok(n_ok > ROUNDS / 10 && n_limit > ROUNDS / 10 && n_quota > ROUNDS / 10,
		"fits: %d, over a limit: %d, over a quota: %d", n_ok, n_limit, n_quota);
	return tap_end();
}
