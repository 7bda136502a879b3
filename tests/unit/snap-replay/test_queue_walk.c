/* The walk over queues and jobs: rules/03 3.1 to 3.6 with their examples, and rules/03 ideas 1 to
 * 3, 26 and 27. */
#include "acts.h"
#include "cmd/snap-replay/actions/evicting.h"
#include "cmd/snap-replay/session/walk/queue_walk.h"

#define TREE(name, parent) "{'metadata':{'name':'" name "'},'spec':{'parentQueue':'" parent "'}}"
#define RANKED(name, queue, priority) \
	"{'metadata':{'name':'" name "','namespace':'n'},'spec':{'queue':'" queue \
	"','minMember':1,'priorityClassName':'" priority "'}}"
#define CLASSES \
	"'priorityClasses':[{'metadata':{'name':'1'},'value':1},{'metadata':{'name':'2'},'value':2},{'metadata':{'name':'3'},'value':3}," \
	"{'metadata':{'name':'90'},'value':90},{'metadata':{'name':'100'},'value':100},{'metadata':{'name':'150'},'value':150}," \
	"{'metadata':{'name':'200'},'value':200},{'metadata':{'name':'250'},'value':250}]"

static struct str names_of(struct fixture *f, struct walk *w)
{
	struct strbuf b = {0};
	struct str s;
	struct job *j;

	strbuf_addz(&b, "");
	while ((j = walk_pop(w)))
		strbuf_addf(&b, "%s" STR_FMT, b.len ? " " : "", STR_ARG(j->name));
	s = arena_str(&f->session.arena, strbuf_str(&b));
	strbuf_free(&b);
	return s;
}

/* All jobs of a snapshot through one walk. */
static void walked(const char *raw, struct walk_options options, int size, const char *want)
{
	struct fixture f;
	struct walk *w;

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}", raw);
	w = walk_new(&f.session, &options);
	walk_fill(w, f.cluster.jobs, f.cluster.n_jobs);
	ok(walk_size(w) == size, "size %d of %d", walk_size(w), size);
	is_text(names_of(&f, w), want);
	ok(walk_empty(w) && walk_size(w) == 0, "then it is empty");
	walk_free(w);
	fixture_close(&f);
}

/* Queues compared by creation time and id: the proportion plugin is off. */
static void examples(void)
{
	const struct walk_options plain = {.depth = -1};

	walked(CLASSES ",'queues':[" TREE("root", "") "," TREE("dept1", "root") "," TREE(
		       "dept2", "root") "," TREE("team1", "dept1") "," TREE("team2",
		       "dept1") "," TREE("team3", "dept2") "],'podGroups':[" RANKED("t1-100",
		       "team1", "100") "," RANKED("t1-250", "team1", "250") "," RANKED("t2-200",
		       "team2", "200") "," RANKED("t3-150", "team3", "150") "]",
		plain, 4, "t1-250 t1-100 t2-200 t3-150");
	walked(CLASSES ",'queues':[" TREE("root", "") "," TREE("leaf1", "root") "," TREE(
		       "dept", "root") "," TREE("team", "dept") "],'podGroups':[" RANKED("a-leaf",
		       "leaf1", "200") "," RANKED("b-team", "team", "100") "]",
		plain, 2, "b-team a-leaf");
	walked(CLASSES ",'queues':[" TREE("a", "") "," TREE("b", "") "," TREE(
		       "c", "") "],'podGroups':[" RANKED("x", "a", "1") "," RANKED("y", "b",
		       "200") "," RANKED("z", "c", "250") "]",
		plain, 3, "x y z");
	walked("'queues':[" TREE("a", "") "],'podGroups':[" RANKED("j4", "a", "") "," RANKED("j2",
		       "a", "") "," RANKED("j7", "a", "") "," RANKED("j1", "a", "") "," RANKED("j6",
		       "a", "") "," RANKED("j3", "a", "") "," RANKED("j5", "a", "") "]",
		plain, 7, "j1 j2 j3 j4 j5 j6 j7");
	walked("'queues':[" TREE("a", "") "," TREE("parent", "") "," TREE(
		       "b", "parent") "],'podGroups':[" RANKED("known", "a", "") "," RANKED("lost",
		       "nowhere", "") "," RANKED("above", "parent", "") "]",
		plain, 1, "known");
}

/* Of queues that are equal in all, also in the second of their creation, the one in front stays
 * there until it is empty, whatever its name (rules/10 1): b, as the fill meets b's first job
 * first. Victim walks turn the answer around, so that equal queues take turns. */
static void equal_queues(void)
{
	static const char raw[] =
		"'queues':[" TREE("a", "") "," TREE("b", "") "],'podGroups':[" RANKED("a1", "b",
			"") "," RANKED("a2", "b", "") "," RANKED("a3", "b", "") "," RANKED("b1",
			"a", "") "," RANKED("b2", "a", "") "," RANKED("b3", "a", "") "]";

	for (int victim = 0; victim < 2; victim++) {
		struct walk_options options = {.depth = -1, .victim = victim == 1};
		struct fixture f;
		struct walk *w;

		fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'},{'name':'proportion'}", raw);
		ok(str_eq(f.session.jobs_to_fill[0]->queue->name, STR("b")),
			"a job of b is met first");
		w = walk_new(&f.session, &options);
		walk_fill(w, f.cluster.jobs, f.cluster.n_jobs);
		is_text(names_of(&f, w), victim ? "b3 a3 b2 a2 b1 a1" : "a1 a2 a3 b1 b2 b3");
		walk_free(w);
		fixture_close(&f);
	}
}

/* The element in the last slot goes, not the worst one. */
static void depth(void)
{
	static const char three[] = CLASSES ",'queues':[" TREE("q", "") "],'podGroups':[" RANKED(
		"a", "q", "100") "," RANKED("b", "q", "90") "," RANKED("c", "q", "200") "]";
	static const char small[] = CLASSES ",'queues':[" TREE("q", "") "],'podGroups':[" RANKED(
		"a", "q", "1") "," RANKED("b", "q", "3") "," RANKED("c", "q", "2") "]";
	static const char two_queues[] = CLASSES ",'queues':[" TREE("q", "") "," TREE(
		"r", "") "],'podGroups':[" RANKED("a", "q", "1") "," RANKED("b", "q",
		"2") "," RANKED("c", "r", "1") "," RANKED("d", "r", "3") "]";

	walked(three, (struct walk_options){.depth = 2}, 2, "c b");
	walked(three, (struct walk_options){.depth = 3}, 3, "c a b");
	walked(small, (struct walk_options){.depth = 1}, 1, "b");
	walked(two_queues, (struct walk_options){.depth = 1}, 2, "b d");
}

/* With a seed, the order in which jobs enter is by chance, and so is which of them a depth limit
 * drops. Without one they enter by id. */
static void depth_by_chance(void)
{
	static const char raw[] = CLASSES ",'queues':[" TREE("q", "") "],'podGroups':[" RANKED(
		"a", "q", "100") "," RANKED("b", "q", "90") "," RANKED("c", "q", "200") "]";
	const struct walk_options two = {.depth = 2};
	int kept_a = 0, kept_b = 0;

	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct fixture f;
		struct walk *w;
		struct str names;

		fixture_open_seeded(&f, seed, "{'name':'priority'}", raw);
		w = walk_new(&f.session, &two);
		walk_fill(w, f.cluster.jobs, f.cluster.n_jobs);
		names = names_of(&f, w);
		kept_a += str_eq(names, STR("c a"));
		kept_b += str_eq(names, STR("c b"));
		walk_free(w);
		fixture_close(&f);
	}
	ok(kept_a && kept_b && kept_a + kept_b == 40,
		"beside c, a stays with %d of 40 seeds, b with %d", kept_a, kept_b);
}

/* Copies of one job are equal in every order: what comes out is the heap alone, worked by hand from
 * rules/03 3.1. */
static void equal_keys(void)
{
	static const char *const letters[] = {"a", "b", "c", "d", "e"};

	for (int victim = 0; victim < 2; victim++) {
		struct walk_options options = {.depth = -1, .victim = victim == 1};
		struct fixture f;
		struct walk *w;
		struct job copies[5], *j;
		struct strbuf out = {0};

		fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}",
			"'queues':[" TREE("q", "") "],'podGroups':[" RANKED("x", "q", "") "]");
		w = walk_new(&f.session, &options);
		for (int i = 0; i < 5; i++) {
			copies[i] = *f.cluster.jobs[0];
			walk_push(w, &copies[i]);
		}
		while ((j = walk_pop(w)))
			strbuf_addf(&out, "%s%s", out.len ? " " : "", letters[j - copies]);
		is_text(strbuf_str(&out), victim ? "e b c d a" : "a e d c b");
		strbuf_free(&out);
		walk_free(w);
		fixture_close(&f);
	}
}

/* Fewer jobs popped so far first. */
static int fewer_popped(void *ctx, struct queue *l, struct queue *r, struct job *l_job,
	struct job *r_job, const struct job_list *l_victims, const struct job_list *r_victims)
{
	const int *popped = ctx;

	(void)l_job;
	(void)r_job;
	(void)l_victims;
	(void)r_victims;
	return popped[l->index] - popped[r->index];
}

static void flags(void)
{
	static const char raw[] = "'queues':[" TREE("A", "") "," TREE(
		"B", "") "],'podGroups':[" RANKED("a1", "A", "") "," RANKED("a2", "A",
		"") "," RANKED("a3", "A", "") "," RANKED("b1", "B", "") "]";
	struct walk_options options = {.depth = -1};
	struct fixture f;
	struct strbuf out = {0};
	struct walk *w;
	struct job *j;
	int popped[2] = {0, 0};

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}", raw);
	hook_add_queue_order(&f.session, fewer_popped, popped, "test");
	w = walk_new(&f.session, &options);
	walk_fill(w, f.cluster.jobs, f.cluster.n_jobs);
	while ((j = walk_pop(w))) {
		popped[j->queue->index]++;
		strbuf_addf(&out, "%s" STR_FMT, out.len ? " " : "", STR_ARG(j->name));
	}
	is_text(strbuf_str(&out), "a1 b1 a2 a3");
	strbuf_free(&out);

	/* a queue that ran empty comes back with its next job, behind one that is clean and not
	 * looked at again */
	popped[0] = popped[1] = 0;
	walk_push(w, fixture_job(&f, "a1"));
	ok(walk_pop(w) == fixture_job(&f, "a1") && walk_empty(w), "pushed into an empty walk");
	walk_push(w, fixture_job(&f, "b1"));
	walk_push(w, fixture_job(&f, "a2"));
	popped[0] = 5;
	ok(walk_pop(w) == fixture_job(&f, "b1") && walk_pop(w) == fixture_job(&f, "a2"),
		"only the queue in front is sorted anew");
	walk_free(w);
	fixture_close(&f);
}

#define OBJECT(name, more_meta, spec) \
	"{'metadata':{'name':'" name "','namespace':'n'" more_meta "},'spec':{'queue':'q'" spec "}}"
#define AT(time) ",'creationTimestamp':'2026-01-01T" time "Z'"

static void filters(void)
{
	static const char raw[] = "'queues':[" TREE("q", "") "]," PRIORITIES ",'nodes':[" GPU_NODE(
		"n1", "8") "],'podGroups':[" OBJECT("active", "",
		",'minMember':1") "," OBJECT("empty", "", ",'minMember':0") "," OBJECT("keeps", "",
		",'minMember':1,'preemptibility':'non-preemptible'") "," OBJECT("short", "",
		",'minMember':2") "],"
				  "'pods':[" RUNNING("r", "active", "1", "n1") "," PENDING(
					  "k", "keeps", "1") "," PENDING("s", "short", "1") "]";

	walked(raw, (struct walk_options){.depth = -1, .ready_only = true}, 2,
		"active keeps"); /* a minimum of 0 is one of 1 */
	walked(raw, (struct walk_options){.depth = -1, .pending_only = true}, 2, "keeps short");
	walked(raw, (struct walk_options){.depth = -1, .preemptible_only = true}, 3,
		"active empty short");
	walked(raw, (struct walk_options){.depth = -1, .active_only = true}, 1, "active");
	walked(raw, (struct walk_options){.depth = -1, .ready_only = true, .pending_only = true}, 1,
		"keeps");
}

static bool visited(struct fixture *f)
{
	const struct walk_options options = {.depth = -1, .delay = true};
	struct walk *w = walk_new(&f->session, &options);
	bool in;

	walk_fill(w, f->cluster.jobs, f->cluster.n_jobs);
	in = !walk_empty(w);
	walk_free(w);
	return in;
}

/* now is 12:00:00 */
static void delay(void)
{
	struct fixture f;
	struct job *j;

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}",
		"'queues':[" TREE("q", "") "],'podGroups':[" OBJECT(
			"j", AT("11:55:00"), ",'preemptionDelay':'10m'") "]");
	j = f.cluster.jobs[0];
	ok(!visited(&f) && !visited(&f),
		"five of ten minutes after its creation a job evicts nobody");
	said(&f, "j",
		"PreemptionDelayNotElapsed: Workload is within its preemption delay window (10m0s) and may not trigger evictions "
		"before 2026-01-01T12:05:00Z");
	f.cluster.now = instant_add(j->creation, INT64_C(600000000000));
	ok(visited(&f), "at the end it does");
	f.cluster.now = instant_add(j->creation, INT64_C(599999999999));
	ok(!visited(&f), "one nanosecond before it does not");
	f.cluster.now = instant_add(j->creation, INT64_C(3600000000000));
	j->last_eviction = instant_add(f.cluster.now, INT64_C(-60000000000));
	ok(!visited(&f), "evicted one minute ago: still inside");
	j->last_eviction = instant_add(j->creation, INT64_C(-60000000000));
	ok(visited(&f), "a creation later than the eviction counts");
	fixture_close(&f);

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}",
		"'queues':[" TREE("q", "") "],'podGroups':[" OBJECT(
			"j", AT("12:00:00"), ",'preemptionDelay':'1.5ms'") "]");
	ok(!visited(&f), "a delay of one and a half milliseconds");
	said(&f, "j",
		"PreemptionDelayNotElapsed: Workload is within its preemption delay window (1.5ms) and may not trigger evictions "
		"before 2026-01-01T12:00:00Z");
	fixture_close(&f);
}

/* Without a delay, a creation in the future is no reason to wait. */
static void no_delay(void)
{
	static const char *const delays[] = {"", ",'preemptionDelay':null",
		",'preemptionDelay':'0s'", ",'preemptionDelay':'-1m'"};

	for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
		struct strbuf raw = {0};
		struct fixture f;

		strbuf_addf(&raw,
			"'queues':[" TREE("q", "") "],'podGroups':[" OBJECT(
				"j", AT("12:30:00"), "%s") "]",
			delays[i]);
		fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}", raw.s);
		ok(visited(&f), "no delay%s", delays[i]);
		fixture_close(&f);
		strbuf_free(&raw);
	}
}

/* A pod that was evicted twice takes two off the count of its job. Victim walks look at the pods
 * instead; actions that ask the count only leave out a job whose count is 0 (rules/10 2). */
static void drifted_count(void)
{
	static const char raw[] = "'nodes':[" GPU_NODE("node", "4") "],'queues':[" TREE(
		"q", "") "],'podGroups':[" JOB("a", "q", "", "01", "1") "," JOB("b", "q", "", "02",
		"1") "],'pods':[" RUNNING("a-0", "a", "1", "node") "," PENDING("b-0", "b", "1") "]";
	const struct walk_options victims = {.victim = true, .active_only = true, .depth = -1};
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}", raw);
	for (int drift = 0; drift >= -2; drift--) {
		struct walk *w = walk_new(&f.session, &victims);
		struct job *a = f.cluster.jobs[0];

		a->active_drift = drift;
		walk_fill(w, f.cluster.jobs, f.cluster.n_jobs);
		is_text(names_of(&f, w), "a");
		ok(has_active_task(a) == (drift != -1), "a count of %d", 1 + drift);
		walk_free(w);
	}
	ok(!has_active_task(f.cluster.jobs[1]), "no pod of it runs");
	fixture_close(&f);
}

/* The fill order: by a hash of the names, and every job knows its place in it. */
static void fill_order(void)
{
	struct strbuf raw = {0};
	struct fixture f;
	int wrong = 0;

	strbuf_addz(&raw, "'queues':[" TREE("q", "") "],'podGroups':[");
	for (int i = 0; i < 40; i++)
		strbuf_addf(&raw,
			"%s{'metadata':{'name':'j%02d','namespace':'n'},'spec':{'queue':'q'}}",
			i ? "," : "", i);
	strbuf_addz(&raw, "]");
	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}", raw.s);
	for (int i = 0; i < 40; i++) {
		const struct job *j = f.session.jobs_to_fill[i];

		wrong += j->fill_rank != i;
		wrong += i > 0 &&
			dice_rank(&f.cluster.dice, f.session.jobs_to_fill[i - 1]->name) >=
				dice_rank(&f.cluster.dice, j->name);
	}
	ok(wrong == 0, "40 jobs in the order of their hashes");
	fixture_close(&f);
	strbuf_free(&raw);
}

/* Which queues are tied: each with the sibling at its parent slot. Slot 0 of the top queues is old,
 * and c in slot 2 has only that one above it. */
static void ties(void)
{
	static const char *const names[] = {"old", "a", "b", "c", "x", "y"};
	static const bool want[] = {false, true, true, false, true, true};
	const struct walk_options options = {.depth = -1};
	struct fixture f;
	struct walk *w;
	bool tied[8] = {false};

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'},{'name':'proportion'}",
		"'queues':[{'metadata':{'name':'old','creationTimestamp':'2025-01-01T00:00:00Z'},'spec':{'priority':500}}," TREE(
			"a", "") "," TREE("b", "") "," TREE("c", "") "," TREE("x",
			"old") "," TREE("y", "old") "," TREE("empty",
			"") "],'podGroups':[" RANKED("1", "a", "") "," RANKED("2", "b",
			"") "," RANKED("3", "c", "") "," RANKED("4", "x", "") "," RANKED("5", "y",
			"") "]");
	w = walk_new(&f.session, &options);
	walk_fill(w, f.cluster.jobs, f.cluster.n_jobs);
	ok(walk_size(w) == 5, "five jobs");
	ok(walk_peek(w)->queue->parent == fixture_queue(&f, "old"),
		"the queue of high priority is first");
	walk_ties(w, tied);
	for (int i = 0; i < 6; i++)
		ok(tied[fixture_queue(&f, names[i])->index] == want[i], "%s is %s", names[i],
			want[i] ? "tied" : "not tied");
	ok(!tied[fixture_queue(&f, "empty")->index], "nor is a queue without jobs");
	walk_free(w);
	fixture_close(&f);
}

int main(void)
{
	fill_order();
	ties();
	examples();
	equal_queues();
	depth();
	depth_by_chance();
	equal_keys();
	flags();
	filters();
	delay();
	no_delay();
	drifted_count();
	return tap_end();
}
