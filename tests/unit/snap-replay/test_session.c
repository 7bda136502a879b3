/* Opening a session: the configuration that it refuses, what it notes and logs, and the parts that
 * every session has. */
#include "acts.h"
#include "cmd/snap-replay/model/bits.h"
#include "cmd/snap-replay/session/plugin.h"
#include "cmd/snap-replay/session/trace.h"

#define ONE_QUEUE "'queues':[" QUEUE("q") "]"

/* The error of a session with these members of the configuration; "": it opens. */
static void opens_with(const char *members, const char *plugins, const char *want)
{
	struct strbuf config = {0};
	struct fixture f = {.session = {.log = {.verbosity = -1}}};
	struct error e = {0};
	struct instant now = {0};
	bool opened;

	strbuf_addf(&config,
		"{'config':{'actions':'allocate','tiers':[{'plugins':[%s]}],%s},'schedulerParams':{" FIXTURE_PARAMS
		"},'rawObjects':{" ONE_QUEUE "},'discovery':{}}",
		plugins, members);
	for (size_t i = 0; i < config.len; i++)
		if (config.s[i] == '\'')
			config.s[i] = '"';
	strbuf_reserve(&config, JSON_PADDING);
	f.json = json_over_memory(config.s, config.len);
	f.session.searches = &f.searches;
	ok(objects_read(&f.objects, f.json, &f.warnings, &e) &&
			cluster_build(&f.cluster, &f.objects, now, &f.warnings, &e),
		"read");
	opened = session_open(&f.session, &f.cluster, &f.warnings, &e);
	is_text(str_of(opened ? "" : e.why), want);
	session_close(&f.session);
	cluster_free(&f.cluster);
	json_free(f.json);
	objects_free(&f.objects);
	warnings_free(&f.warnings);
	strbuf_free(&config);
}

#define DEPTHS(list) "'queueDepthPerAction':{" list "}"
#define BUDGETS(list) "'scenarioSearchBudgets':{'maxGeneratorSearchDuration':{" list "}}"

static void configurations(void)
{
	opens_with(DEPTHS("'reclaim':-1,'preempt':1"), "", "");
	opens_with(DEPTHS("'allocate':5,'reclaim':0"), "",
		"queueDepthPerAction[\"reclaim\"] is 0: want -1 or more than 0");
	opens_with(DEPTHS("'preempt':-2"), "",
		"queueDepthPerAction[\"preempt\"] is -2: want -1 or more than 0");
	opens_with(BUDGETS("'default':'1s','NodeLocalGreedy':'1s','MultiNodeGang':'1s'"), "", "");
	opens_with(BUDGETS("'default':'1s','other':'1s'"), BOTH_GENERATORS,
		"unknown scenario generator budget key \"other\"");
}

static void generators(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'},{'name':'no-such'}", ONE_QUEUE);
	ok(f.warnings.n == 1 && str_eq(f.warnings.items[0].where, STR("no-such")) &&
			f.warnings.items[0].kind == WARNING_DOUBT,
		"an unknown plugin is left out, with a warning");
	ok(f.session.n_generators == 0, "no generator");
	session_add_generator(&f.session, "one");
	session_add_generator(&f.session, "two");
	session_add_generator(&f.session, "one");
	ok(f.session.n_generators == 2 && strcmp(f.session.generators[0], "one") == 0 &&
			strcmp(f.session.generators[1], "two") == 0,
		"each generator once, in order");
	fixture_close(&f);
}

static void missing_queue(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, "",
		ONE_QUEUE "," PRIORITIES ",'podGroups':[" JOB("a", "q", "low", "01", "1") "," JOB(
			"b", "gone", "low", "01", "1") "]");
	said(&f, "b", "QueueDoesNotExist: Queue 'gone' does not exist");
	said(&f, "a", "");
	fixture_close(&f);
}

/* Nodes 0 to 129, of which the hook allows every third. */
static const uint64_t *every_third(void *state, const struct task *t)
{
	return t->index == 0 ? state : NULL;
}

static void static_nodes(void)
{
	struct strbuf nodes = {0};
	uint64_t allowed[3] = {0}, set[3] = {~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)};
	struct fixture f;
	int wrong = 0;

	strbuf_addz(&nodes,
		ONE_QUEUE ",'pods':[" PENDING("a", "j", "1") "," PENDING("b", "j", "1") "," PENDING(
			"c", "j", "1") "],'nodes':[");
	for (int i = 0; i < 130; i++)
		strbuf_addf(&nodes, "%s{'metadata':{'name':'n%03d'}}", i ? "," : "", i);
	strbuf_addz(&nodes, "]");
	fixture_open(&f, FIXTURE_PARAMS, "", nodes.s);
	for (int i = 0; i < 130; i += 3)
		bit_set(allowed, i);
	ok(bit_blocks(f.cluster.n_nodes) == 3, "130 nodes in three blocks");
	for (int i = 0; i < 130; i++)
		wrong += !bit_is_set(f.session.all_nodes.bits, i) ||
			f.session.all_nodes.items[i] != &f.cluster.nodes[i];
	ok(wrong == 0 && f.session.all_nodes.n == 130, "the session has them all");
	hook_add_static_nodes(&f.session, every_third, allowed, "test");
	session_keep_static_nodes(&f.session, &f.cluster.tasks[1], set);
	ok(set[0] == ~UINT64_C(0) && set[2] == ~UINT64_C(0), "no answer: every node stays");
	session_keep_static_nodes(&f.session, &f.cluster.tasks[0], set);
	for (int i = 0; i < 130; i++)
		wrong += bit_is_set(set, i) != (i % 3 == 0);
	ok(wrong == 0, "every third stays");
	ok(session_same_static_nodes(&f.session, &f.cluster.tasks[1], &f.cluster.tasks[2]) &&
			!session_same_static_nodes(
				&f.session, &f.cluster.tasks[0], &f.cluster.tasks[1]),
		"tasks with the same nodes");
	fixture_close(&f);
	strbuf_free(&nodes);
}

/* Closed in the order of opening. */
static void close_one(void *state)
{
	strbuf_addz(state, "1");
}

static void close_two(void *state)
{
	strbuf_addz(state, "2");
}

static void closing(void)
{
	struct strbuf closed = {0};
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, "", ONE_QUEUE);
	session_on_close(&f.session, close_one, &closed);
	session_on_close(&f.session, close_two, &closed);
	session_on_close(&f.session, close_one, &closed);
	fixture_close(&f);
	is_text(strbuf_str(&closed), "121");
	strbuf_free(&closed);
}

static void log_lines(void)
{
	struct fixture f;
	char *text = NULL;
	size_t n = 0;
	FILE *to = open_memstream(&text, &n);
	int evaluated = 0;

	fixture_open(&f, FIXTURE_PARAMS, "", ONE_QUEUE);
	f.session.log = (struct log){.to = to, .verbosity = 3, .line_end = '\n'};
	session_log(&f.session, 3, "no action of %d", 1);
	f.session.action = "reclaim";
	session_log(&f.session, 4, "too much");
	session_error(&f.session, "queue <%s>", "q\033");
	session_warn(&f.session, 2, "node <%s>", "n\nm\t");
	f.session.log.verbosity = -1;
	session_error(&f.session, "no log %d", ++evaluated);
	session_log(&f.session, 3, "no log %d", ++evaluated);
	fclose(to);
	ok(evaluated == 0, "a line that is not printed costs no argument");
	is_text(str_of(text),
		"2026-01-01T12:00:00.000Z\tINFO\tV(3)\t[snap-replay] no action of 1\n"
		"2026-01-01T12:00:00.000Z\tERROR\tV(0)\t[snap-replay] [reclaim] queue <q\\x1b>\n"
		"2026-01-01T12:00:00.000Z\tWARN\tV(2)\t[snap-replay] [reclaim] node <n\\x0am\\x09>\n");
	is_text(session_text(&f.session, "%s-%d", "a", 12), "a-12");
	free(text);
	fixture_close(&f);
}

static void count_unit(struct session *s, const struct job *j, int n, bool pipeline_only)
{
	int *count = s->trace.state;

	(void)j;
	*count += pipeline_only ? 100 : n;
}

/* Suspended as long as one trace_off is open. */
static void tracing_nests(void)
{
	static const struct tracer tracer = {.unit = count_unit};
	struct fixture f;
	int count = 0;

	fixture_open(&f, FIXTURE_PARAMS, "", ONE_QUEUE);
	trace_unit(&f.session, NULL, 1, false);
	trace_start(&f.session, &tracer, &count);
	trace_unit(&f.session, NULL, 1, false);
	trace_off(&f.session);
	trace_off(&f.session);
	trace_unit(&f.session, NULL, 10, false);
	trace_on(&f.session);
	ok(!tracing(&f.session), "one of two suspensions is over");
	trace_unit(&f.session, NULL, 10, false);
	trace_on(&f.session);
	trace_unit(&f.session, NULL, 2, false);
	ok(count == 3 && tracing(&f.session), "both are over");
	fixture_close(&f);
}

/* want: which of the two traits the cluster has, as letters. */
static void has_traits(const char *pod, const char *want)
{
	struct strbuf raw = {0}, got = {0};
	struct fixture f;

	strbuf_addf(&raw, ONE_QUEUE ",'nodes':[" GPU_NODE("n1", "1") "],'pods':[%s%s%s]",
		PENDING("a", "j", "1"), *pod ? "," : "", pod);
	fixture_open(&f, FIXTURE_PARAMS, "", raw.s);
	strbuf_addf(&got, "%s%s", f.session.traits.has_fractional ? "f" : "",
		f.session.traits.stray_tasks ? "s" : "");
	is_text(strbuf_str(&got), want);
	fixture_close(&f);
	strbuf_free(&raw);
	strbuf_free(&got);
}

static void traits(void)
{
	has_traits("", "");
	has_traits(POD_MORE("b", "j", "", ",'gpu-fraction':'0.5'", "", "", "Pending"), "f");
	has_traits(POD_MORE("b", "j", "", ",'gpu-memory':'500'", "", "", "Pending"), "f");
	has_traits(RUNNING("b", "j", "1", "n1"), "");
	has_traits(RUNNING("b", "j", "1", "gone"), "s");
}

#define DELETED(name, phase, at) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','deletionTimestamp':'2026-01-01T" at \
	"Z'},'spec':{'nodeName':'n1','containers':[{'name':'c'}]},'status':{'phase':'" phase "'}}"
#define CLOCK \
	"the clock is the newest time in the snapshot, older than the capture, and decisions hang on it: "

/* The last warning, on the object `where`, has this text. */
static void warned_of(const struct fixture *f, const char *where, const char *want)
{
	const struct warning *w = &f->warnings.items[f->warnings.n - 1];

	is_text(w->where, where);
	is_text(w->what, want);
}

/* Decisions that depend on the time (rules/10 11). */
static void clock_warnings(void)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, "",
		ONE_QUEUE "," PRIORITIES ",'podGroups':[" JOB("a", "q", "low", "01", "1") "," JOB(
			"b", "q", "low", "01", "1") "]");
	clock_warn(&f.session);
	ok(f.warnings.n == 0, "no decision depends on the time");
	clock_count_wait(&f.session, fixture_job(&f, "b"), WAIT_DELAY);
	clock_count_wait(&f.session, fixture_job(&f, "b"), WAIT_DELAY);
	clock_count_wait(&f.session, fixture_job(&f, "a"), WAIT_GRACE);
	clock_count_wait(&f.session, fixture_job(&f, "b"), WAIT_GRACE);
	clock_count_wait(&f.session, fixture_job(&f, "a"), WAIT_RUNTIME);
	clock_warn(&f.session);
	warned_of(&f, "n/b",
		CLOCK
		"1 pod group within the minimum runtime of a queue, 1 pod group within a preemption delay, "
		"2 stale gangs within a grace period");
	fixture_close(&f);

	fixture_open(&f, FIXTURE_PARAMS ",'stuckInReleasingThreshold':60000000000", "",
		ONE_QUEUE ",'nodes':[" CPU_NODE("n1") "],'pods':[" DELETED(
			"done", "Succeeded", "12:00:00") "," DELETED("old", "Running",
			"11:00:00") "," DELETED("one", "Running", "12:00:00") "," DELETED("two",
			"Running", "12:00:10") "," RUNNING("stays", "a", "0", "n1") "]");
	clock_warn(&f.session);
	warned_of(&f, "n/one", CLOCK "2 pods being deleted, perhaps stuck by then");
	fixture_close(&f);
}

/* The log of session_open names the pods of every job whose sub-group does not exist. */
static void lost_sub_groups(void)
{
#define LOST_POD(name, job) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','labels':{'kai.scheduler/subgroup-name':'gone'},'annotations':{'pod-group-name':'" job \
	"'}},'spec':{'containers':[{'name':'c'}]}}"
#define TREE_JOB(name) \
	"{'metadata':{'name':'" name "','namespace':'n'},'spec':{'queue':'q','subGroups':" \
	"[{'name':'s','minMember':1}]}}"
	struct fixture f;
	struct error e;
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}",
		"'queues':[{'metadata':{'name':'q'},'spec':{}}],'podGroups':[" TREE_JOB(
			"a") "," TREE_JOB("b") "],'pods':[" LOST_POD("a1", "a") "," LOST_POD("b1",
			"b") "," LOST_POD("b2", "b") "]");
	session_close(&f.session);
	f.session = (struct session){.log = {.to = to}, .searches = &f.searches};
	ok(session_open(&f.session, &f.cluster, &f.warnings, &e), "the session opens again");
	fclose(to);
	ok(strstr(text, "task <n/a1> of podGroup: <n/a>") &&
			strstr(text, "task <n/b1> of podGroup: <n/b>") &&
			strstr(text, "task <n/b2> of podGroup: <n/b>"),
		"three pods of two jobs");
	f.session.log.verbosity = -1;
	fixture_close(&f);
	free(text);
}

int main(void)
{
	lost_sub_groups();
	clock_warnings();
	configurations();
	generators();
	missing_queue();
	static_nodes();
	closing();
	log_lines();
	tracing_nests();
	traits();
	return tap_end();
}
