/* Faults between objects, checked when all objects are known. */
#include <stdio.h>
#include <stdlib.h>

#include "common/mem.h"
#include "check.h"

void check_add(struct summary *s, enum fault_code code, enum severity severity, struct place at,
	const char *before, struct str name, const char *after)
{
	char path[160];

	snprintf(path, sizeof path, "rawObjects.%s[%u].%s", kind_key(at.kind), (unsigned)at.index,
		at.field);
	fault_add(&s->faults, code, severity, at.kind, names_text(&s->ids[at.kind], at.number),
		path, "%s \"%.*s\" %s", before, CHECK_NAME(name), after);
}

void check_add_cluster(struct summary *s, enum fault_code code, struct place at, const char *before,
	struct str name, const char *after)
{
	bool pools =
		s->scheduler.pool_key.n && (s->scheduler.pool_value.n || s->outside[KIND_PODS]);

	check_add(s, code, pools ? SEVERITY_NOTE : SEVERITY_WARNING, at, before, name,
		pools ? "is not there; another node pool may have it" : after);
}

struct str check_namespace(struct str id)
{
	const char *slash = str_find(id, '/');

	return (struct str){id.p, slash ? (size_t)(slash - id.p) + 1 : 0};
}

static bool group_in_namespace(
	const struct summary *s, struct str ns, struct str name, struct strbuf *scratch)
{
	strbuf_clear(scratch);
	strbuf_addstr(scratch, ns);
	strbuf_addstr(scratch, name);
	return names_find(&s->ids[KIND_POD_GROUPS], strbuf_str(scratch)) != 0;
}

/* Schedulers write the pods of all node pools, but only the nodes, queues and pod groups of their
 * own (rules/01 1.3): what a pod of another pool names is elsewhere. So may be the node of a
 * pod without a pod group, such as a DaemonSet's, which has no pool. */
static bool foreign(const struct summary *s, const struct pod *pod)
{
	return pod->other_pool || (s->scheduler.pool_key.n != 0 && pod->group == 0);
}

/* The default pool is what has no label, and a pod gets its pool's label only when it is bound:
 * where there are other pools, one that has no node here may be theirs. */
static bool perhaps_foreign(const struct summary *s, const struct pod *pod)
{
	return s->scheduler.pool_key.n != 0 && s->scheduler.pool_value.n == 0 &&
		s->outside[KIND_PODS] != 0 &&
		names_find(&s->ids[KIND_NODES], names_text(&s->refs, pod->node)) == 0;
}

void check_add_gone(struct summary *s, enum fault_code code, const struct pod *pod, struct place at,
	const char *what, struct str name)
{
	if (pod->deleting)
		check_add(s, code, SEVERITY_NOTE, at, what, name,
			"is not there any more; the pod is being deleted, too");
	else
		check_add(s, code, SEVERITY_ERROR, at, what, name, "is not there");
}

static void check_pod(
	struct summary *s, uint32_t number, const bool *is_group, struct strbuf *scratch)
{
	const struct pod *pod = &s->pods[number - 1];
	struct str group = names_text(&s->refs, pod->group), node = names_text(&s->refs, pod->node);
	struct place at = {KIND_PODS, number, pod->index, "metadata.annotations.pod-group-name"};
	bool missing = pod->group && !is_group[pod->group];

	if (!missing && pod->group &&
		!group_in_namespace(
			s, check_namespace(names_text(&s->ids[KIND_PODS], number)), group, scratch))
		check_add(s, FAULT_POD_GROUP_NAMESPACE, SEVERITY_WARNING, at, "pod group", group,
			"is in another namespace; the scheduler takes it all the same");
	/* A pod that has ended requests nothing, and its node may be gone. */
	if (foreign(s, pod) || pod->phase == PHASE_FINISHED)
		return;
	if (missing && perhaps_foreign(s, pod)) {
		check_add(s, FAULT_POD_GROUP_MISSING, SEVERITY_NOTE, at, "pod group", group,
			"is not there; another node pool may have it");
		return;
	}
	if (missing)
		check_add_gone(s, FAULT_POD_GROUP_MISSING, pod, at, "pod group", group);
	at.field = "spec.nodeName";
	if (pod->node && names_find(&s->ids[KIND_NODES], node) == 0)
		check_add_gone(s, FAULT_NODE_MISSING, pod, at, "node", node);
}

static void check_pods(struct summary *s, const bool *is_group)
{
	struct strbuf scratch = {0};

	for (uint32_t i = 1; i <= s->ids[KIND_PODS].count; i++)
		check_pod(s, i, is_group, &scratch);
	strbuf_free(&scratch);
}

/* Also sets is_group for the names in refs that are pod groups. */
static void check_groups(struct summary *s, bool *is_group)
{
	for (uint32_t i = 0; i < s->ids[KIND_POD_GROUPS].count; i++) {
		const struct group *g = &s->groups[i];
		struct str queue = names_text(&s->refs, g->queue);
		struct place at = {KIND_POD_GROUPS, i + 1, g->index, "spec.queue"};

		if (g->queue == 0 || names_find(&s->ids[KIND_QUEUES], queue) == 0)
			check_add(s, FAULT_QUEUE_MISSING, SEVERITY_ERROR, at, "queue", queue,
				g->queue ? "is not there" : ": the pod group names none");
		at.field = "metadata.name";
		if (is_group[g->name])
			check_add(s, FAULT_POD_GROUP_NAME_TWICE, SEVERITY_WARNING, at, "pod group",
				names_text(&s->refs, g->name),
				"is in two namespaces: the scheduler keeps one, with the pods of both");
		is_group[g->name] = true;
	}
}

static void check_cycle(struct summary *s, uint32_t first)
{
	struct strbuf chain = {0};
	uint32_t at = first;
	char path[80];

	do {
		struct str name = names_text(&s->ids[KIND_QUEUES], at);

		strbuf_addf(&chain, "%.*s -> ", CHECK_NAME(name));
		at = names_find(
			&s->ids[KIND_QUEUES], names_text(&s->refs, s->queues[at - 1].parent));
	} while (at != first && chain.len < 700);
	strbuf_addf(&chain, at == first ? "%.*s" : "... -> %.*s",
		CHECK_NAME(names_text(&s->ids[KIND_QUEUES], first)));
	snprintf(path, sizeof path, "rawObjects.queues[%u].spec.parentQueue",
		(unsigned)s->queues[first - 1].index);
	fault_add(&s->faults, FAULT_QUEUE_CYCLE, SEVERITY_ERROR, KIND_QUEUES,
		names_text(&s->ids[KIND_QUEUES], first), path, DOUBT_QUEUE_CYCLE ": %s", chain.s);
	strbuf_free(&chain);
}

static void check_queues(struct summary *s)
{
	for (uint32_t i = 0; i < s->ids[KIND_QUEUES].count; i++) {
		const struct queue *q = &s->queues[i];
		struct str parent = names_text(&s->refs, q->parent);

		if (q->in_cycle)
			check_cycle(s, i + 1);
		else if (q->parent && names_find(&s->ids[KIND_QUEUES], parent) == 0)
			check_add(s, FAULT_PARENT_MISSING, SEVERITY_ERROR,
				(struct place){KIND_QUEUES, i + 1, q->index, "spec.parentQueue"},
				"queue", parent, "is not there: " DOUBT_PARENT_MISSING);
	}
}

/* A request stays as long as its pod, and the pod may have ended; snapshots lack such pods. A
 * request that is done does not matter. */
static void check_binds(struct summary *s)
{
	for (size_t i = 0; i < s->bind_count; i++) {
		const struct bind *b = &s->binds[i];
		struct str pod = names_text(&s->refs, b->pod), node = names_text(&s->refs, b->node);
		struct place at = {KIND_BIND_REQUESTS, b->number, b->index, "spec.podName"};

		if (b->other_pool || b->done)
			continue;
		if (names_find(&s->ids[KIND_PODS], pod) == 0)
			check_add(s, FAULT_BIND_REQUEST_POD_MISSING, SEVERITY_WARNING, at, "pod",
				pod, "is not there");
		at.field = "spec.selectedNode";
		if (names_find(&s->ids[KIND_NODES], node) == 0)
			check_add(s, FAULT_BIND_REQUEST_NODE_MISSING, SEVERITY_WARNING, at, "node",
				node, "is not there: the request is ignored");
	}
}

static void check_lists(struct summary *s)
{
	bool any_null = false;

	for (int k = 0; k < KIND_COUNT; k++)
		any_null = any_null || s->kind_types[k] == JSON_NULL;
	for (int k = 0; k < KIND_COUNT && any_null; k++) {
		char path[80];

		if (s->kind_types[k] != JSON_ARRAY || s->counts[k] != 0)
			continue;
		snprintf(path, sizeof path, "rawObjects.%s", kind_key((enum kind)k));
		fault_add(&s->faults, FAULT_KIND_UNREAD, SEVERITY_ERROR, (enum kind)k, STR(""),
			path, DOUBT_LIST_UNREAD);
	}
}

/* A scheduler writes these kinds for its own node pool only: the file was edited, or has another
 * origin. */
static void check_pool(struct summary *s)
{
	static const enum kind kinds[] = {KIND_NODES, KIND_QUEUES, KIND_POD_GROUPS};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char path[80];
		uint64_t outside = s->outside[kinds[i]], all = s->counts[kinds[i]];

		if (outside == 0)
			continue;
		snprintf(path, sizeof path, "rawObjects.%s", kind_key(kinds[i]));
		fault_add(&s->faults, FAULT_POOL_OTHER, SEVERITY_WARNING, kinds[i], STR(""), path,
			"%llu of %llu are not of the snapshot's node pool: the scheduler does not see them",
			(unsigned long long)outside, (unsigned long long)all);
	}
}

static void check_whole(struct summary *s)
{
	if (s->no_uid > 1)
		fault_add(&s->faults, FAULT_UID_MISSING, SEVERITY_WARNING, KIND_PODS, STR(""),
			"rawObjects.pods",
			"%llu pods have no uid: the scheduler takes them for one",
			(unsigned long long)s->no_uid);
	bool gated = s->counts[KIND_RESOURCE_CLAIMS] || s->counts[KIND_RESOURCE_SLICES] ||
		s->counts[KIND_DEVICE_CLASSES] || s->counts[KIND_NODE_RESOURCE_TOPOLOGIES];
	if (s->discovery && !s->discovery_resources && gated)
		fault_add(&s->faults, FAULT_DISCOVERY_INCOMPLETE, SEVERITY_WARNING, KIND_NONE,
			STR(""), "discovery.resources",
			"not told: the scheduler then leaves resource claims, slices and node topologies out of account");
}

void summary_check_capture(
	struct summary *s, const struct capture_info *capture, const struct error *why)
{
	if (why->status)
		fault_add(&s->faults, FAULT_CAPTURE_UNREADABLE, SEVERITY_WARNING, KIND_NONE,
			STR(""), CAPTURE_MEMBER, "%s: %s", why->what, why->why);
	if (capture && doubtful_version(capture->field[CAPTURE_VERSION]))
		fault_add(&s->faults, FAULT_VERSION_OTHER, SEVERITY_WARNING, KIND_NONE, STR(""),
			CAPTURE_MEMBER ".version", DOUBT_VERSION,
			CHECK_NAME(capture->field[CAPTURE_VERSION]), REPLAYED_VERSION);
}

void summary_check(struct summary *s)
{
	bool *is_group = xcalloc((size_t)s->refs.count + 1, sizeof *is_group);

	check_groups(s, is_group);
	check_pods(s, is_group);
	check_queues(s);
	check_binds(s);
	check_topologies(s);
	check_numa(s);
	check_claims(s);
	check_lists(s);
	check_pool(s);
	check_whole(s);
	faults_sort(&s->faults);
	free(is_group);
}
