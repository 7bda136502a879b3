/* What each kind of hook does with several registered functions (session/hooks.h). */
#include "cmd/snap-replay/session/session.h"
#include "tests/unit/tap.h"

/* A function's state: what it returns, and how often it was called. */
struct answer {
	int value, calls;
};

static int order(void *state, const struct job *l, const struct job *r)
{
	struct answer *a = state;

	(void)l, (void)r;
	a->calls++;
	return a->value;
}

static struct order_reason reason(void *state, const struct job *l, const struct job *r)
{
	(void)l, (void)r;
	return (struct order_reason){.order = ((struct answer *)state)->value};
}

static void event(void *state, struct task *t)
{
	(void)t;
	((struct answer *)state)->calls++;
}

static bool filter(void *state, struct job *preemptor, struct job *victim)
{
	struct answer *a = state;

	(void)preemptor, (void)victim;
	a->calls++;
	return a->value;
}

static bool score(void *state, struct task *t, struct node *n, double *out)
{
	struct answer *a = state;

	(void)t, (void)n;
	*out += a->value;
	return a->value >= 0;
}

static bool may_reclaim(void *state, struct job *j)
{
	(void)j;
	return ((struct answer *)state)->value;
}

static struct capacity_result check(void *state, struct task *t, struct node *n)
{
	(void)t, (void)n;
	return (struct capacity_result){.ok = ((struct answer *)state)->value};
}

static void details(void *state, const struct queue *q, const struct job *j, struct task **tasks,
	int n, struct queue_details *out)
{
	(void)q, (void)j, (void)tasks, (void)n;
	out->requested[0] = ((struct answer *)state)->value;
}

static void orders(void)
{
	struct session s = {.action = NULL};
	struct answer a = {0, 0}, b = {-1, 0}, c = {1, 0};

	ok(session_job_order(&s, NULL, NULL) == 0, "FIRST: without functions 0");
	hook_add_job_order(&s, order, &a, "a");
	hook_add_job_order(&s, order, &b, "b");
	hook_add_job_order(&s, order, &c, "c");
	ok(session_job_order(&s, NULL, NULL) == -1 && a.calls == 1 && b.calls == 1 && c.calls == 0,
		"FIRST: the first answer that is not 0 decides, the rest is not called");
	ok(s.hooks.job_order.n == 3 && s.hooks.job_order.items[1].plugin[0] == 'b',
		"entries stand in the order of registering, with their plugins' names");
	hook_add_job_order_reason(&s, reason, &a, "a");
	hook_add_job_order_reason(&s, reason, &c, "c");
	ok(session_job_order_reason(&s, NULL, NULL).order == 1, "REASON: as FIRST");
	hooks_free(&s.hooks);
}

static void lists(void)
{
	struct session s = {.action = NULL};
	struct answer yes = {1, 0}, no = {0, 0}, last = {1, 0};

	ok(session_preempt_victim_filter(&s, NULL, NULL) &&
			!session_reclaim_refuses_loss(&s, NULL, NULL),
		"without functions EVERY is true and ANY is false");
	hook_add_preempt_victim_filter(&s, filter, &yes, "a");
	hook_add_preempt_victim_filter(&s, filter, &no, "b");
	hook_add_preempt_victim_filter(&s, filter, &last, "c");
	ok(!session_preempt_victim_filter(&s, NULL, NULL) && yes.calls == 1 && last.calls == 0,
		"EVERY: stops at the first false");
	yes.calls = no.calls = 0;
	hook_add_reclaim_refuses_loss(&s, filter, &no, "a");
	hook_add_reclaim_refuses_loss(&s, filter, &yes, "b");
	hook_add_reclaim_refuses_loss(&s, filter, &last, "c");
	ok(session_reclaim_refuses_loss(&s, NULL, NULL) && no.calls == 1 && last.calls == 0,
		"ANY: stops at the first true");
	yes.calls = no.calls = 0;
	hook_add_on_allocate(&s, event, &yes, "a");
	hook_add_on_allocate(&s, event, &no, "b");
	session_on_allocate(&s, NULL);
	ok(yes.calls == 1 && no.calls == 1, "ALL: calls every function");
	hooks_free(&s.hooks);
}

static void sums(void)
{
	struct session s = {.action = NULL};
	struct answer two = {2, 0}, three = {3, 0}, out = {-1, 0};
	double sum = 7;

	ok(session_node_order(&s, NULL, NULL, &sum) && sum == 0, "SUM: without functions 0");
	hook_add_node_order(&s, score, &two, "a");
	hook_add_node_order(&s, score, &three, "b");
	ok(session_node_order(&s, NULL, NULL, &sum) && sum == 5, "SUM: adds the scores up");
	hook_add_node_order(&s, score, &out, "c");
	ok(!session_node_order(&s, NULL, NULL, &sum), "SUM: false leaves the node out");
	hooks_free(&s.hooks);
}

static void singles(void)
{
	struct session s = {.action = NULL};
	struct answer yes = {1, 0}, no = {0, 0};
	struct queue_details d = {.requested = {5}};

	ok(!session_can_reclaim(&s, NULL), "ONE: without a function false");
	ok(session_task_over_capacity(&s, NULL, NULL).ok, "CHECK: without a function it passes");
	session_capacity_details(&s, NULL, NULL, NULL, 0, &d);
	ok(d.requested[0] == 5, "TELL: without a function nothing is written");
	ok(hook_add_can_reclaim(&s, may_reclaim, &yes, "a") &&
			!hook_add_can_reclaim(&s, may_reclaim, &no, "b"),
		"ONE: a second function is refused");
	ok(session_can_reclaim(&s, NULL), "ONE: and the first one is called");
	hook_add_task_over_capacity(&s, check, &no, "a");
	hook_add_task_over_capacity(&s, check, &yes, "b");
	ok(!session_task_over_capacity(&s, NULL, NULL).ok, "CHECK: the first function is called");
	hook_add_capacity_details(&s, details, &yes, "a");
	session_capacity_details(&s, NULL, NULL, NULL, 0, &d);
	ok(d.requested[0] == 1, "TELL: the function is called");
	hooks_free(&s.hooks);
}

int main(void)
{
	orders();
	lists();
	sums();
	singles();
	return tap_end();
}
