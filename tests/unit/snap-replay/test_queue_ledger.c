/* The versions of a queue ledger: which queues have another one behind each change, and which have
 * that of an earlier moment again. Short cuts keep by them what they found out about queues. */
#include "acts.h"
#include "cmd/snap-replay/session/queue_ledger.h"

enum { QUEUES = 4 };
static const char *const names[QUEUES] = {"top", "left", "right", "other"};

struct ledger_test {
	struct fixture f;
	struct queue_ledger *ledger;
	const struct queue *queues[QUEUES];
	uint64_t kept[QUEUES]; /* the versions of an earlier moment */
	double pod[3];         /* what a pod of each job requests */
};

static const char cluster[] = "'queues':[" QUEUE("top") "," QUEUE_GPUS(
	"left", "top", UNLIMITED_RESOURCE) "," QUEUE_GPUS("right", "top",
	UNLIMITED_RESOURCE) "," QUEUE("other") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
	"8") "],'podGroups':[" JOB("l", "left", "mid", "01", "1") "," JOB("r", "right", "mid", "01",
	"1") "],'pods':[" RUNNING("l0", "l", "2", "n0") "," RUNNING("r0", "r", "2", "n0") "]";

static void keep(struct ledger_test *t)
{
	for (int i = 0; i < QUEUES; i++)
		t->kept[i] = t->ledger->ops->version(t->ledger, t->queues[i]);
}

static void begin(struct ledger_test *t)
{
	const struct cluster *c;

	fixture_open(&t->f, FIXTURE_PARAMS, EVICTING_PLUGINS, cluster);
	c = t->f.session.c;
	for (int i = 0; i < QUEUES; i++)
		for (int k = 0; k < c->n_queues; k++)
			if (str_eq(c->queues[k]->name, str_of(names[i])))
				t->queues[i] = c->queues[k];
	memcpy(t->pod, fixture_job(&t->f, "l")->tasks[0]->request, sizeof t->pod);
	t->ledger = session_queue_ledger(&t->f.session, &t->f.session.arena, false);
	t->ledger->ops->load(t->ledger);
	keep(t);
}

/* expected: a letter for each queue whose version is the one that was kept, else '-'. */
static void expect(struct ledger_test *t, const char *expected, const char *what)
{
	char found[QUEUES + 1] = {0};

	for (int i = 0; i < QUEUES; i++)
		found[i] = t->ledger->ops->version(t->ledger, t->queues[i]) == t->kept[i]
			? names[i][0]
			: '-';
	ok(!strcmp(found, expected), "%s: %s", what, found);
}

/* pods: so many more of the queue, from the next reset on. */
static void change(struct ledger_test *t, int queue, double pods)
{
	t->ledger->ops->change_start(t->ledger, t->queues[queue], t->pod, pods);
}

static void allocate(struct ledger_test *t, int queue)
{
	t->ledger->ops->allocate(t->ledger, t->queues[queue], t->pod);
}

static void versions_come_back(void)
{
	struct ledger_test t;

	begin(&t);
	change(&t, 1, -1);
	expect(&t, "tlro", "a start amount is none of now");
	t.ledger->ops->reset(t.ledger);
	expect(&t, "--ro", "a pod is lost");
	change(&t, 1, 1);
	t.ledger->ops->reset(t.ledger);
	expect(&t, "tlro", "and is there again");
	change(&t, 1, -1);
	t.ledger->ops->reset(t.ledger);
	allocate(&t, 1);
	expect(&t, "--ro", "the lost pod has a place again");
	change(&t, 1, 1);
	t.ledger->ops->reset(t.ledger);
	expect(&t, "tlro", "where it had that before the reset, all are as loaded");
	allocate(&t, 3);
	expect(&t, "tlr-", "another queue's pod has a place");
	t.ledger->ops->load(t.ledger);
	expect(&t, "tlro", "what is loaded again is as it was");
	fixture_close(&t.f);
}

/* The same amount of the top queue stands for different ones below it. */
static void versions_differ_with_those_below(void)
{
	struct ledger_test t;

	begin(&t);
	change(&t, 1, -1);
	change(&t, 2, -1);
	t.ledger->ops->reset(t.ledger);
	allocate(&t, 2);
	keep(&t);
	change(&t, 1, 1);
	t.ledger->ops->reset(t.ledger);
	expect(&t, "---o", "the left pod is there in place of the right one");
	fixture_close(&t.f);
}

static void versions_follow_the_session(void)
{
	struct ledger_test t;
	struct task *left, *right;

	begin(&t);
	left = fixture_job(&t.f, "l")->tasks[0];
	right = fixture_job(&t.f, "r")->tasks[0];
	session_on_deallocate(&t.f.session, left);
	t.ledger->ops->load(t.ledger);
	expect(&t, "--ro", "the session has lost a pod");
	keep(&t);
	session_on_allocate(&t.f.session, left);
	session_on_deallocate(&t.f.session, right);
	t.ledger->ops->load(t.ledger);
	expect(&t, "---o", "it has lost the right one in place of the left one");
	fixture_close(&t.f);
}

int main(void)
{
	versions_come_back();
	versions_differ_with_those_below();
	versions_follow_the_session();
	return tap_end();
}
