/* Pods to tasks, tasks onto nodes (rules/01 5.5, 5.8, 6). */
#include "model/build/build.h"

#include "common/doubts.h"

#include "model/node.h"

/* ---- bind requests ---- */

void build_bind_requests(struct build *b)
{
	for (int i = 0; i < b->o->bind_requests.n; i++) {
		struct bind_request *r = b->o->bind_requests.items[i];
		bool fresh;
		struct map_entry *e;

		if (!map_get(&b->c->node_by_name, r->selected_node)) {
			if (!in_shard(&b->o->params, &r->meta.labels))
				map_put(&b->c->stuck_bind_requests,
					objects_intern(
						b->o, build_key(b, r->meta.ns, r->meta.name)),
					NULL)
					->value = r;
			continue;
		}
		e = map_put(&b->bind_requests,
			objects_intern(b->o, build_key(b, r->meta.ns, r->pod_name)), &fresh);
		if (!fresh)
			warn_input(b->w, r->meta.name,
				"two bind requests for one pod: the later one counts");
		e->value = r;
	}
	b->c->n_bind_requests = (int)b->bind_requests.count;
}

static bool is_failed(const struct bind_request *r)
{
	return str_eq(r->phase, STR("Failed")) &&
		(r->backoff_limit < 0 || r->failed_attempts >= r->backoff_limit);
}

/* ---- one task ---- */

/* rules/01 6.2 */
static enum pod_status status_of(
	const struct build *b, const struct pod *p, const struct bind_request *live)
{
	int64_t threshold = b->o->params.stuck_in_releasing > 0 ? b->o->params.stuck_in_releasing
								: 120000000000;
	bool deleted = !instant_is_zero(p->meta.deletion);

	if (str_eq(p->phase, STR("Running"))) {
		if (!deleted)
			return POD_RUNNING;
		return b->o->follows.stuck_in_releasing &&
				instant_diff(b->c->now, p->meta.deletion) > threshold
			? POD_STUCK_IN_RELEASING
			: POD_RELEASING;
	}
	if (str_eq(p->phase, STR("Pending"))) {
		if (deleted)
			return POD_RELEASING;
		if (p->node_name.n)
			return POD_BOUND;
		return live ? POD_BINDING : p->spec->gated ? POD_GATED : POD_PENDING;
	}
	if (str_eq(p->phase, STR("Succeeded")))
		return POD_SUCCEEDED;
	return str_eq(p->phase, STR("Failed")) ? POD_FAILED : POD_UNKNOWN;
}

static enum received_type received_of(const struct pod *p, const struct bind_request *live)
{
	const struct str *annotation = pod_annotation(p, POD_ANNOTATION_RECEIVED_TYPE);
	struct str s = live && live->received_type.n ? live->received_type
		: annotation                         ? *annotation
						     : (struct str){0};

	if (str_eq(s, STR("Regular")))
		return RECEIVED_REGULAR;
	if (str_eq(s, STR("Fraction")))
		return RECEIVED_FRACTION;
	return str_eq(s, STR("MigInstance")) ? RECEIVED_MIG : RECEIVED_NONE;
}

/* rules/01 6.4 */
static struct device_group_list groups_of(
	struct build *b, const struct pod *p, const struct bind_request *live)
{
	const struct labels *l = &p->meta.labels;
	const struct str *first = label_of(&p->meta, LABEL_GPU_GROUP);
	int n = 0, *ids;

	if (live && live->n_gpu_groups) {
		ids = ARENA_ARRAY(&b->c->arena, (size_t)live->n_gpu_groups, int);
		for (; n < live->n_gpu_groups; n++)
			ids[n] = cluster_device_group(b->c, live->gpu_groups[n]);
		return (struct device_group_list){ids, n};
	}
	if (!first)
		return (struct device_group_list){0};
	ids = ARENA_ARRAY(&b->c->arena, (size_t)l->n, int);
	ids[n++] = cluster_device_group(b->c, *first);
	for (int i = 0; i < l->n; i++)
		if (str_starts(l->items[i].key, LABEL_PREFIX_GPU_GROUP))
			ids[n++] = cluster_device_group(b->c, l->items[i].value);
	return (struct device_group_list){ids, n};
}

static struct pod_request *build_task(struct build *b, const struct pod *p, struct task *t)
{
	const struct str *app = label_of(&p->meta, LABEL_APP);
	const struct str *subgroup = label_of(&p->meta, LABEL_SUBGROUP);
	const struct bind_request *live;
	struct pod_request *r;
	bool outside;
	int64_t dra;

	t->pod = p;
	t->key = objects_intern(b->o, build_key(b, p->meta.ns, p->meta.name));
	t->reservation = app && str_eq(*app, STR("kai-resource-reservation"));
	live = map_get(&b->bind_requests, t->key);
	t->node_name = p->node_name.n      ? p->node_name
		: live && !is_failed(live) ? live->selected_node
					   : STR("");
	t->node = map_get(&b->c->node_by_name, t->node_name);
	/* The original makes a new task of a pod on a node outside the session, without its bind
	 * request and claims (rules/01 8.3). */
	outside = t->node_name.n && !t->node;
	if (live && (is_failed(live) || outside))
		live = NULL;
	t->subgroup = subgroup ? *subgroup : (struct str){0};
	t->bind_request = live;
	t->status = status_of(b, p, live);
	t->device_groups = groups_of(b, p, live);
	t->received = received_of(p, live);
	claims_used(b, t);
	find_claims(b, t);
	dra = t->uses_claims && !outside ? claims_gpus(b, t->pod) : 0;
	if (p->spec->request_error.p)
		warn_input(b->w, t->key, "failed to calculate what a pod requires: " STR_FMT,
			STR_ARG(p->spec->request_error));
	r = request_of(b, p, dra);
	t->type = r->type;
	t->gpu = r->gpu;
	t->legacy_mig = r->legacy_mig;
	return r;
}

static struct task *new_tasks(struct arena *a, int n)
{
	char *bytes = arena_zalloc(a, (size_t)n + 1, sizeof(struct task)); /* one more to align */
	size_t line = _Alignof(struct task);

	return (void *)(bytes + (line - (uintptr_t)bytes % line) % line);
}

void build_tasks(struct build *b)
{
	struct cluster *c = b->c;
	int n = b->o->pods.n;
	struct pod_request **requests = ARENA_ARRAY(&c->arena, (size_t)n, struct pod_request *);

	c->tasks = new_tasks(&c->arena, n);
	c->n_tasks = n;
	for (int i = 0; i < n; i++) {
		c->tasks[i].index = i;
		requests[i] = build_task(b, b->o->pods.items[i], &c->tasks[i]);
	}
	build_request_vectors(b);
	build_node_vectors(b);
	for (int i = 0; i < n; i++) {
		c->tasks[i].request = requests[i]->vector;
		c->tasks[i].request_class = requests[i]->class;
	}
}

/* ---- onto nodes ---- */

void build_bookings(struct build *b)
{
	struct cluster *c = b->c;

	for (int pass = 0; pass < 2; pass++) /* reservation pods first */
		for (int i = 0; i < c->n_tasks; i++) {
			struct task *t = &c->tasks[i];

			if (t->node && t->reservation == (pass == 0) &&
				status_in(t->status, SET_ACTIVE_USED))
				node_add(c, t->node, t, false);
		}
	for (int i = 0; i < c->n_tasks; i++) {
		struct task *t = &c->tasks[i];
		bool fresh;
		struct map_entry *e;

		if (t->node_name.n ? !t->node : t->reservation)
			continue; /* find_jobs of build_jobs.c adds it if it has a job */
		e = map_put(&c->task_by_uid, t->pod->meta.uid, &fresh);
		if (!fresh)
			warn_doubt(b->w, t->key, SEE_CHECK, DOUBT_DUPLICATE_UID, "pods");
		e->value = t;
	}
}
