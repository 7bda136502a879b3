/* A session over a small snapshot written in place. Texts use ' for ", so that they read well in C.
 */
#ifndef SNAP_FIXTURE_H
#define SNAP_FIXTURE_H
#include <stdlib.h>

#include "cmd/snap-replay/model/read/read.h"
#include "cmd/snap-replay/session/place/placement.h"
#include "cmd/snap-replay/solvers/searches.h"
#ifndef NO_SHORTCUTS
#include "cmd/snap-replay/shortcuts/class_placing.h"
#endif
#include "common/mem.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

struct fixture {
	struct objects objects;
	struct cluster cluster;
	struct warnings warnings;
	struct session session;
	struct searches searches;
	struct json *json;
	char *text;
};

#define FIXTURE_PARAMS \
	"'schedulerName':'kai-scheduler','fullHierarchyFairness':true,'partitionParams':{}"
#define FIXTURE_PLUGINS \
	"{'name':'predicates'},{'name':'proportion'},{'name':'priority'},{'name':'nodeavailability'},{'name':'resourcetype'}," \
	"{'name':'podaffinity'},{'name':'elastic'},{'name':'kubeflow'},{'name':'ray'},{'name':'subgrouporder'},{'name':'taskorder'}," \
	"{'name':'nominatednode'},{'name':'minruntime'},{'name':'gpupack'}," \
	"{'name':'nodeplacement','arguments':{'cpu':'binpack','gpu':'binpack'}},{'name':'gpusharingorder'}"

static inline char *fixture_text(const char *params, const char *plugins, const char *const *raw)
{
	struct strbuf b = {0};
	bool devices = false;

	strbuf_addf(&b,
		"{'config':{'actions':'allocate','tiers':[{'plugins':[%s]}]},'schedulerParams':{%s},'rawObjects':{",
		plugins, params);
	for (int i = 0; raw[i]; i++) {
		strbuf_addf(&b, "%s%s", i ? "," : "", raw[i]);
		devices = devices || strstr(raw[i], "'deviceClasses'");
	}
	/* without a list of APIs they are guessed from the objects: claims need theirs */
	strbuf_addz(&b,
		devices ? "}}"
			: "},'discovery':{'resources':[{'groupVersion':'topology.node.k8s.io/v1'}]}}");
	for (size_t i = 0; i < b.len; i++)
		if (b.s[i] == '\'')
			b.s[i] = '"';
	strbuf_reserve(&b, JSON_PADDING);
	return b.s;
}

/* raw: the members of rawObjects, in parts (joined by commas) up to a NULL. Ends the test program
 * when the text is no snapshot. */
static inline void fixture_open_by(struct fixture *f, struct dice dice, const char *params,
	const char *plugins, const char *const *raw)
{
	struct error e = {0};
	struct instant now;

	*f = (struct fixture){.cluster.dice = dice};
	f->text = fixture_text(params, plugins, raw);
	f->json = json_over_memory(f->text, strlen(f->text));
	rfc3339_parse(STR("2026-01-01T12:00:00Z"), &now);
	f->session.log.verbosity = -1;
	f->session.searches = &f->searches;
#ifndef NO_SHORTCUTS
	f->session.fast_placing = &class_placing;
#endif
	if (!objects_read(&f->objects, f->json, &f->warnings, &e) ||
		!cluster_build(&f->cluster, &f->objects, now, &f->warnings, &e) ||
		!session_open(&f->session, &f->cluster, &f->warnings, &e)) {
		printf("Bail out! %s: %s\n%s\n", e.what, e.why, f->text);
		exit(1);
	}
}

static inline void fixture_open_parts(
	struct fixture *f, const char *params, const char *plugins, const char *const *raw)
{
	fixture_open_by(f, (struct dice){0}, params, plugins, raw);
}

static inline void fixture_open_seeded(
	struct fixture *f, uint64_t seed, const char *plugins, const char *raw)
{
	const char *const parts[] = {raw, NULL};

	fixture_open_by(f, (struct dice){true, seed}, FIXTURE_PARAMS, plugins, parts);
}

static inline void fixture_open(
	struct fixture *f, const char *params, const char *plugins, const char *raw)
{
	const char *const parts[] = {raw, NULL};

	fixture_open_parts(f, params, plugins, parts);
}

static inline void fixture_close(struct fixture *f)
{
	session_close(&f->session);
	cluster_free(&f->cluster);
	json_free(f->json);
	objects_free(&f->objects);
	warnings_free(&f->warnings);
	free(f->text);
}

static inline struct task *fixture_task(struct fixture *f, const char *key)
{
	for (int i = 0; i < f->cluster.n_tasks; i++)
		if (str_eq(f->cluster.tasks[i].key, str_of(key)))
			return &f->cluster.tasks[i];
	printf("Bail out! no task %s\n", key);
	exit(1);
}

static inline struct job *fixture_job(struct fixture *f, const char *name)
{
	struct job *j = map_get(&f->cluster.job_by_name, str_of(name));

	if (j)
		return j;
	printf("Bail out! no job %s\n", name);
	exit(1);
}

static inline struct node *fixture_node(struct fixture *f, const char *name)
{
	struct node *n = map_get(&f->cluster.node_by_name, str_of(name));

	if (n)
		return n;
	printf("Bail out! no node %s\n", name);
	exit(1);
}

static inline struct queue *fixture_queue(struct fixture *f, const char *name)
{
	struct queue *q = map_get(&f->cluster.queue_by_name, str_of(name));

	if (q)
		return q;
	printf("Bail out! no queue %s\n", name);
	exit(1);
}

static inline struct queue_figures fixture_figures(struct fixture *f, const char *queue)
{
	struct queue_figures figures = {0};

	session_queue_figures(&f->session, fixture_queue(f, queue), &figures);
	return figures;
}

/* The first text with which the node refuses the task, or "" when it passes. */
static inline struct str fixture_refusal(struct fixture *f, const char *task, const char *node)
{
	struct session *s = &f->session;
	struct verdict v = {.n = 0};
	struct str text = {0};

	if (!session_pre_predicate(s, fixture_task(f, task), &text))
		return text;
	if (!session_predicate(s, fixture_task(f, task), fixture_node(f, node), &v))
		return v.n ? v.reasons[0] : STR("refused without a reason");
	return (struct str){"", 0};
}

/* The sum over the named plugin's scores, after all pre-orders over all nodes. */
static inline double fixture_score(
	struct fixture *f, const char *plugin, const char *task, const char *node)
{
	struct session *s = &f->session;
	struct task *t = fixture_task(f, task);
	double score = 0;

	session_node_pre_order(s, t, &s->all_nodes);
	for (int i = 0; i < s->hooks.node_order.n; i++)
		if (strcmp(s->hooks.node_order.items[i].plugin, plugin) == 0)
			s->hooks.node_order.items[i].fn(s->hooks.node_order.items[i].state, t,
				fixture_node(f, node), &score);
	return score;
}

/* Says the wanted text, its lines joined: a test's name is one line. */
static inline void fixture_is_text(struct str got, const char *want, const char *file, int line)
{
	char name[512];
	size_t n = 0;

	for (; want[n] && n + 1 < sizeof name; n++)
		name[n] = want[n] == '\n' ? ' ' : want[n];
	name[n] = 0;
	if (!tap_ok(str_eq(got, str_of(want)), file, line, "%s", n ? name : "passes"))
		printf("# got: " STR_FMT "\n", STR_ARG(got));
}
#define is_text(got, want) fixture_is_text((got), (want), __FILE__, __LINE__)
#define is_number(got, want, what) \
	do { \
		double got_ = (got), want_ = (want); \
		ok(got_ == want_, "%s: %.17g (want %.17g)", what, got_, want_); \
	} while (0)

#endif
