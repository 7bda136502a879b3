/* Small clusters for whole actions: the words of which a snapshot is made, and what the actions
 * decide on it, in one line. */
#ifndef SNAP_ACTS_H
#define SNAP_ACTS_H
#include <unistd.h>

#include "cmd/snap-replay/actions/actions.h"
#include "cmd/snap-replay/report/events.h"
#ifndef NO_SHORTCUTS
#include "cmd/snap-replay/shortcuts/shortcuts.h"
#endif
#include "common/input.h"
#include "fixture.h"

#define BOTH_GENERATORS "{'name':'sg-nodelocalgreedy'},{'name':'sg-multinodegang'}"
#define EVICTING_PLUGINS FIXTURE_PLUGINS "," BOTH_GENERATORS

#define NODE_LABELS(name, labels, resources) \
	"{'metadata':{'name':'" name "','labels':{'kubernetes.io/hostname':'" name "'," labels \
	"}},'status':{'allocatable':{'cpu':'100'," \
	"'memory':'100Gi','pods':'110'" resources \
	"},'conditions':[{'type':'Ready','status':'True'}]}}"
#define GPU_NODE(name, gpus) \
	NODE_LABELS(name, "'nvidia.com/gpu.memory':'1000','nvidia.com/gpu.count':'" gpus "'", \
		",'nvidia.com/gpu':'" gpus "'")
#define CPU_NODE(name) NODE_LABELS(name, "'kind':'cpu'", "")
#define UNLIMITED_RESOURCE "{'quota':-1,'limit':-1,'overQuotaWeight':1}"
#define QUEUE_GPUS(name, parent, gpus) \
	"{'metadata':{'name':'" name "'},'spec':{'parentQueue':'" parent \
	"','resources':{'cpu':" UNLIMITED_RESOURCE ",'memory':" UNLIMITED_RESOURCE ",'gpu':" gpus \
	"}}}"
#define QUEUE(name) QUEUE_GPUS(name, "", UNLIMITED_RESOURCE)
#define PRIORITIES \
	"'priorityClasses':[{'metadata':{'name':'low'},'value':50},{'metadata':{'name':'mid'},'value':70},{'metadata':{'name':'high'}," \
	"'value':90},{'metadata':{'name':'build'},'value':100}]"
/* hour: two digits, so that jobs can be told by age. more: further members of spec, each with a
 * comma before it. */
#define JOB_MORE(name, queue, priority, hour, more) \
	"{'metadata':{'name':'" name "','namespace':'n','creationTimestamp':'2026-01-01T" hour \
	":00:00Z'},'spec':{'queue':'" queue "','priorityClassName':'" priority "'" more "}}"
#define JOB(name, queue, priority, hour, min) \
	JOB_MORE(name, queue, priority, hour, ",'minMember':" min)
#define POD_MORE(name, job, labels, annotations, spec, requests, phase) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "','labels':{" labels \
	"},'annotations':{'pod-group-name':'" job "'" annotations "}},'spec':{" spec \
	"'containers':[{'name':'c','resources':{'requests':{" requests \
	"}}}]},'status':{'phase':'" phase "'}}"
#define GPUS(n) "'nvidia.com/gpu':'" n "'"
#define RUNNING(name, job, gpus, node) \
	POD_MORE(name, job, "", "", "'nodeName':'" node "',", GPUS(gpus), "Running")
#define PENDING(name, job, gpus) POD_MORE(name, job, "", "", "", GPUS(gpus), "Pending")
#define IN_GROUP(name) "'kai.scheduler/subgroup-name':'" name "'"
#define RUNNING_IN(name, job, group, gpus, node) \
	POD_MORE(name, job, IN_GROUP(group), "", "'nodeName':'" node "',", GPUS(gpus), "Running")
#define PENDING_IN(name, job, group, gpus) \
	POD_MORE(name, job, IN_GROUP(group), "", "", GPUS(gpus), "Pending")

/* The event lines of `path` as "bind a n1, evict b n1, pipeline c n2": pods without namespace. */
static inline char *acts_read(const char *path)
{
	static const struct str kinds[] = {{"bind", 4}, {"pipeline", 8}, {"evict", 5}};
	struct error e = {0};
	struct input *in = input_open(path, NULL, &e);
	struct strbuf out = {0};
	struct str text = {"", 0};

	strbuf_addz(&out, "");
	if (in && !input_read_all(in, &text, &e))
		text.n = 0;
	for (const char *p = text.p, *end = text.p + text.n; p < end;
		p = (const char *)memchr(p, '\n', (size_t)(end - p)) + 1) {
		struct json *r = json_over_memory(
			p, (size_t)((const char *)memchr(p, '\n', (size_t)(end - p)) - p));
		struct str key, value, field[3] = {{0}};

		if (json_enter(r))
			while (json_key(r, &key)) {
				int at = str_eq(key, STR("event")) ? 0
					: str_eq(key, STR("pod"))  ? 1
					: str_eq(key, STR("node")) ? 2
								   : -1;

				if (at < 0)
					json_skip(r);
				else if (json_string(r, &value))
					field[at] = value;
			}
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
			if (str_eq(field[0], kinds[k]))
				strbuf_addf(&out, "%s" STR_FMT " " STR_FMT " " STR_FMT,
					out.len ? ", " : "", STR_ARG(field[0]), (int)field[1].n - 2,
					field[1].p + 2, STR_ARG(field[2]));
		json_free(r);
	}
	if (in)
		input_close(in);
	return out.s;
}

/* Runs actions ("allocate,reclaim"), and gives what they decided as acts_read does; the caller
 * frees it. */
static inline char *acts_run(struct fixture *f, const char *actions)
{
	const char *dir = getenv("TMPDIR");
	struct events_options options = {.format = FORMAT_JSON, .show = SHOW_DECISIONS};
	struct strbuf path = {0};
	struct error e = {0};
	struct output *out;
	struct events *events;
	char *decisions;

	strbuf_addf(&path, "%s/acts.%ld", dir ? dir : "/tmp", (long)getpid());
	out = output_open(path.s, &e);
	if (!out) {
		printf("Bail out! %s: %s\n", e.what, e.why);
		exit(1);
	}
	events = events_new(out, &options);
	events_start(events, &f->session, &(struct events_origin){.now_from = "option"});
	events_listen(events, &f->session);
	while (*actions) {
		size_t n = strcspn(actions, ",");
		const struct action *a = action_find((struct str){actions, n});

		f->session.action = a->name;
		a->run(&f->session);
		actions += n + (actions[n] == ',');
	}
	events_listen(NULL, &f->session);
	events_free(events);
	output_commit(out, &e);
	decisions = acts_read(path.s);
	unlink(path.s);
	strbuf_free(&path);
	return decisions;
}

static inline void acts_are_at(struct fixture *f, const char *actions, const char *want,
	const char *what, const char *file, int line)
{
	char *got = acts_run(f, actions);

	if (!tap_ok(strcmp(got, want) == 0, file, line, "%s: %s", what,
		    *want ? want : "no decision"))
		printf("# got: %s\n", got);
	free(got);
}
/* Searches without short cuts, with them, and with a check of what they claim. */
enum { ACTS_WAYS = 3 };
static inline const struct questions *acts_way(int way)
{
#ifdef NO_SHORTCUTS
	(void)way;
	return NULL;
#else
	return way == 0 ? NULL : way == 1 ? &shortcuts : &shortcuts_proved;
#endif
}
/* One cluster, run and judged each way. */
#define decides(plugins, params, actions, raw, want, what) \
	do { \
		for (int way_ = 0; way_ < ACTS_WAYS; way_++) { \
			struct fixture f_; \
			fixture_open(&f_, FIXTURE_PARAMS params, plugins, raw); \
			f_.session.questions = acts_way(way_); \
			acts_are_at(&f_, actions, want, what, __FILE__, __LINE__); \
			fixture_close(&f_); \
		} \
	} while (0)

/* The job's recorded reasons with their messages, one a line. */
static inline char *acts_reasons(struct fixture *f, const char *job)
{
	const struct fit_errors *e = fixture_job(f, job)->errors;
	struct strbuf b = {0};

	strbuf_addz(&b, "");
	for (int i = 0; e && i < e->n; i++)
		strbuf_addf(&b, "%s" STR_FMT ": " STR_FMT, i ? "\n" : "",
			STR_ARG(e->items[i].reason), STR_ARG(e->items[i].message));
	return b.s;
}

static inline void acts_said_at(
	struct fixture *f, const char *job, const char *want, const char *file, int line)
{
	char *got = acts_reasons(f, job);

	fixture_is_text(str_of(got), want, file, line);
	free(got);
}
#define said(f, job, want) acts_said_at((f), (job), (want), __FILE__, __LINE__)

#endif
