/* Which tasks are placed or evicted together: rules/03 4 with its figures, and rules/03 ideas 7
 * to 13.
 */
#include "acts.h"
#include "cmd/snap-replay/session/units.h"

#define SETS(name, hour, more) JOB_MORE(name, "q", "low", hour, more)
#define ONE_NODE(gpus, groups, pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE( \
		"n1", gpus) "],'podGroups':[" groups "],'pods':[" pods "]"

static struct str names(struct fixture *f, struct task_list l)
{
	struct strbuf b = {0};
	struct str s;

	strbuf_addz(&b, "");
	for (int i = 0; i < l.n; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? " " : "", STR_ARG(l.items[i]->pod->meta.name));
	s = arena_str(&f->session.arena, strbuf_str(&b));
	strbuf_free(&b);
	return s;
}

static void unit_is(const char *raw, const char *want)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_text(names(&f, session_tasks_to_allocate(&f.session, fixture_job(&f, "j"), true)), want);
	fixture_close(&f);
}

static void evicts(const char *raw, const char *want, bool want_more, const char *what)
{
	struct fixture f;
	struct task_list e;
	bool more;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	e = session_tasks_to_evict(&f.session, fixture_job(&f, "j"), &more);
	is_text(names(&f, e), want);
	ok(more == want_more, "%s: %s", what, want_more ? "more are left" : "that is all");
	free(e.items);
	fixture_close(&f);
}

static void elastic(void)
{
	static const char raw[] = ONE_NODE("2", JOB("j", "q", "low", "01", "1"),
		PENDING("p1", "j", "1") "," PENDING("p2", "j", "1") "," PENDING("p3", "j", "1"));
	struct fixture f;

	unit_is(raw, "p1");
	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	acts_are_at(&f, "allocate", "bind p1 n1, bind p2 n1", "one pod at each visit", __FILE__,
		__LINE__);
	ok(instant_cmp(fixture_job(&f, "j")->last_start, f.cluster.now) == 0,
		"the first visit starts the job");
	said(&f, "j",
		"PodSchedulingErrors: Resources were not found for pod n/p3 due to: no nodes with enough resources were found: "
		"1 node(s) didn't have enough resources: GPUs.");
	fixture_close(&f);
	/* a job that runs keeps its start */
	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS,
		ONE_NODE("2", JOB("j", "q", "low", "01", "1"),
			RUNNING("p1", "j", "1", "n1") "," PENDING("p2", "j", "1")));
	acts_are_at(&f, "allocate", "bind p2 n1", "growth", __FILE__, __LINE__);
	ok(instant_is_zero(fixture_job(&f, "j")->last_start),
		"growth does not start the job again");
	fixture_close(&f);
}

#define SUB(name, more) "{'name':'" name "'" more "}"
#define MIN(n) ",'minMember':" n
#define BELOW(parent) ",'parent':'" parent "'"

static void sub_groups(void)
{
	/* rules/03 idea 8 */
	static const char either[] = ONE_NODE("2",
		SETS("j", "01",
			",'minSubGroup':1,'subGroups':[" SUB("group-a", "") "," SUB("group-b",
				"") "," SUB("a1", MIN("1") BELOW("group-a")) "," SUB("a2",
				MIN("1") BELOW("group-a")) "," SUB("b1",
				MIN("1") BELOW("group-b")) "," SUB("b2",
				MIN("1") BELOW("group-b")) "]"),
		PENDING_IN("p-b2", "j", "b2", "1") "," PENDING_IN(
			"p-b1", "j", "b1", "1") "," PENDING_IN("p-a2", "j", "a2",
			"1") "," PENDING_IN("p-a1", "j", "a1", "1"));
	/* rules/03 idea 9 */
	static const char tree[] = ONE_NODE("4",
		SETS("j", "01",
			",'subGroups':[" SUB("group-ab", ",'minSubGroup':1") "," SUB("group-cd",
				"") "," SUB("sub-a", MIN("1") BELOW("group-ab")) "," SUB("sub-b",
				MIN("1") BELOW("group-ab")) "," SUB("sub-c",
				MIN("1") BELOW("group-cd")) "," SUB("sub-d",
				MIN("1") BELOW("group-cd")) "]"),
		RUNNING_IN("a1", "j", "sub-a", "1", "n1") "," PENDING_IN("b1", "j", "sub-b",
			"1") "," PENDING_IN("b2", "j", "sub-b", "1") "," PENDING_IN("c1", "j",
			"sub-c", "1") "," PENDING_IN("c2", "j", "sub-c", "1") "," PENDING_IN("d1",
			"j", "sub-d", "1") "," PENDING_IN("d2", "j", "sub-d", "1"));
	/* rules/03 idea 10 */
	static const char lacking[] = ONE_NODE("8",
		SETS("j", "01",
			",'minSubGroup':1,'subGroups':[" SUB("a", MIN("2")) "," SUB(
				"b", MIN("2")) "]"),
		PENDING_IN("a1", "j", "a", "1") "," PENDING_IN("b1", "j", "b", "1") "," PENDING_IN(
			"b2", "j", "b", "1"));
	/* rules/03 idea 11 */
	static const char both[] = ONE_NODE("2",
		SETS("j", "01",
			",'minSubGroup':2,'subGroups':[" SUB("a", MIN("1")) "," SUB(
				"b", MIN("1")) "," SUB("c", MIN("1")) "]"),
		RUNNING_IN("a1", "j", "a", "1", "n1") "," PENDING_IN(
			"b1", "j", "b", "1") "," PENDING_IN("c1", "j", "c", "1"));
	/* rules/03 idea 12 */
	static const char big[] = ONE_NODE("2",
		SETS("j", "01",
			",'minSubGroup':1,'subGroups':[" SUB("a", MIN("1")) "," SUB(
				"b", MIN("1")) "]"),
		RUNNING_IN("a1", "j", "a", "1", "n1") "," PENDING_IN(
			"a2", "j", "a", "1") "," PENDING_IN("b1", "j", "b", "8"));

	unit_is(either, "p-a1 p-a2");
	decides(FIXTURE_PLUGINS, "", "allocate", either, "bind p-a1 n1, bind p-a2 n1",
		"one of two groups is enough");
	unit_is(tree, "c1 d1");
	decides(FIXTURE_PLUGINS, "", "allocate", tree, "bind c1 n1, bind d1 n1, bind b1 n1",
		"the gang, then one unit of growth");
	unit_is(lacking, "a1");
	decides(FIXTURE_PLUGINS, "", "allocate", lacking, "bind a1 n1",
		"the first K members only, though b could do");
	unit_is(both, "b1 c1");
	decides(FIXTURE_PLUGINS, "", "allocate", both, "",
		"both unsatisfied members are asked for, though one would do");
	unit_is(big, "b1");
	decides(FIXTURE_PLUGINS, "", "allocate", big, "",
		"growth that does not fit ends the visit");
}

/* rules/03 idea 13: the figures of rules/03 4.4 */
static void to_evict(void)
{
	evicts(ONE_NODE("8", JOB("j", "q", "low", "01", "1"),
		       RUNNING("p1", "j", "1", "n1") "," RUNNING("p2", "j", "1", "n1") "," RUNNING(
			       "p3", "j", "1", "n1")),
		"p3", true, "minimum one of three");
	evicts(ONE_NODE("8", JOB("j", "q", "low", "01", "2"),
		       RUNNING("p1", "j", "1", "n1") "," RUNNING("p2", "j", "1", "n1")),
		"p2 p1", false, "minimum two of two");
	evicts(ONE_NODE("8",
		       SETS("j", "01",
			       ",'minSubGroup':1,'subGroups':[" SUB("a", MIN("1")) "," SUB(
				       "b", MIN("1")) "]"),
		       RUNNING_IN("p1", "j", "a", "1", "n1") "," RUNNING_IN(
			       "p2", "j", "b", "1", "n1")),
		"p2", true, "one of two sets");
	evicts(ONE_NODE("8",
		       SETS("j", "01",
			       ",'subGroups':[" SUB("in", ",'minSubGroup':0") "," SUB(
				       "req", MIN("1")) "," SUB("x", MIN("1") BELOW("in")) "]"),
		       RUNNING_IN("p1", "j", "x", "1", "n1") "," RUNNING_IN(
			       "p2", "j", "req", "1", "n1")),
		"p1", true, "an optional inner set beside a required pod set");
	evicts(ONE_NODE("8",
		       SETS("j", "01",
			       ",'subGroups':[" SUB("a", MIN("1")) "," SUB("b", MIN("1")) "]"),
		       RUNNING_IN("p1", "j", "a", "1", "n1") "," PENDING_IN("p2", "j", "b", "1")),
		"p1", false, "required sets, one of them not there");
}

/* rules/03 4.2: the cache is dropped by a change of a task's status and by nothing else; who asks
 * first decides what is in it. */
static void cache(void)
{
	static const struct eviction why = {.gang_size = 1};
	static const char raw[] = ONE_NODE("4", JOB("j", "q", "low", "01", "1"),
		RUNNING("r", "j", "1", "n1") "," PENDING("p", "j", "3"));
	struct fixture f;
	struct statement st;
	struct job *j;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	j = fixture_job(&f, "j");
	is_number(
		session_request_vector(&f.session, j, true)[SLOT_GPU], 3, "the pending pod's GPUs");
	job_drop_cache(j);
	is_text(str_of(session_request_text(&f.session, j, true)), "[0 0 3 1]");
	ok(!j->unit_cached && !j->unit_request_cached, "the log makes the job cache nothing");
	session_request_vector(&f.session, j, true);
	session_request_text(&f.session, j, true);
	ok(j->unit_cached && j->unit_request_cached, "and forget nothing");
	statement_begin(&st, &f.session);
	statement_evict(&st, fixture_task(&f, "n/r"), &why);
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, true)), "p");
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, false)),
		"p"); /* the first question's answer stays */
	job_drop_cache(j);
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, false)),
		"p"); /* both may go, and one is needed: by task order */
	statement_discard(&st);
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, true)), "p");
	statement_evict(&st, fixture_task(&f, "n/r"), &why);
	job_set_status(&f.cluster, fixture_task(&f, "n/p"), POD_GATED);
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, true)), "");
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, false)),
		"r"); /* an empty list is not remembered */
	is_number(
		session_request_vector(&f.session, j, false)[SLOT_GPU], 1, "the evicted pod's GPU");
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, true)), "r");
	is_number(session_request_vector(&f.session, j, true)[SLOT_GPU], 1, "remembered");
	statement_discard(&st);
	is_text(names(&f, session_tasks_to_allocate(&f.session, j, true)), "");
	is_number(session_request_vector(&f.session, j, true)[SLOT_GPU], 0, "dropped");
	statement_free(&st);
	fixture_close(&f);
}

/* A request for GPU memory counts as parts of the smallest GPU: 2 devices of 250 out of 1,000 MiB.
 */
static void gpu_memory(void)
{
	static const char raw[] = "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE(
		"n1", "4") "," NODE_LABELS("n2", "'nvidia.com/gpu.memory':'4000'",
		",'nvidia.com/gpu':'4'") "],'podGroups':[" JOB("j", "q", "low", "01",
		"1") "],'pods':[" POD_MORE("p", "j", "",
		",'gpu-memory':'250','gpu-fraction-num-devices':'2'", "", "'cpu':'1'",
		"Pending") "]";
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_number((double)f.cluster.min_gpu_memory, 1000, "the smallest GPU");
	is_number(session_request_vector(&f.session, fixture_job(&f, "j"), true)[SLOT_GPU], 0.5,
		"parts of it");
	fixture_close(&f);
}

int main(void)
{
	elastic();
	sub_groups();
	to_evict();
	cache();
	gpu_memory();
	return tap_end();
}
