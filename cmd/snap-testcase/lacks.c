#include "lacks.h"

#include <stdlib.h>

#include "common/keys.h"
#include "common/kinds.h"
#include "common/msg.h"

/* Places that the fakes can say (fakes.c); those that decide nothing where another is not there,
 * which is counted: labels of pods without affinities, tolerations without taints, resources of
 * nodes that no pod requests; and what decides nothing at all. A star stands for the rest. */
static const char *const said[] = {
	"pods.metadata.*",
	"pods.spec.nodeName",
	"pods.spec.schedulerName",
	"pods.spec.containers.name",
	"pods.spec.containers.resources.limits.*",
	"pods.spec.containers.resources.requests.cpu",
	"pods.spec.containers.resources.requests.memory",
	"pods.spec.containers.resources.requests.nvidia.com/gpu",
	"pods.spec.priorityClassName",
	"pods.spec.priority",
	"pods.spec.preemptionPolicy",
	"pods.spec.restartPolicy",
	"pods.spec.terminationGracePeriodSeconds",
	"pods.spec.tolerations.*",
	"pods.status.phase",
	"pods.status.qosClass",
	"pods.status.startTime",
	"pods.status.conditions.*",
	"nodes.metadata.*",
	"nodes.status.allocatable.*",
	"nodes.status.capacity.*",
	"queues.metadata.*",
	"queues.spec.displayName",
	"queues.spec.parentQueue",
	"queues.spec.priority",
	"queues.spec.resources.*",
	"queues.status.*",
	"podGroups.metadata.*",
	"podGroups.spec.queue",
	"podGroups.spec.priorityClassName",
	"podGroups.spec.preemptibility",
	"podGroups.spec.minMember",
	"priorityClasses.*",
};

#define POD_LABELS STR_INIT("pods.metadata.labels.")
#define POD_ANNOTATIONS STR_INIT("pods.metadata.annotations.")

/* Labels and annotations among those with a star, of which the fakes cannot say what they decide.
 */
static const struct {
	struct str map;
	const struct str *key;
} unsaid[] = {
	{POD_LABELS, &label_keys[LABEL_SUBGROUP]},
	{POD_LABELS, &label_keys[LABEL_RAY_NODE_TYPE]},
	{POD_LABELS, &label_keys[LABEL_KUBEFLOW_JOB_ROLE]},
	{POD_ANNOTATIONS, &pod_annotation_keys[POD_ANNOTATION_GPU_MEMORY]},
	{POD_ANNOTATIONS, &pod_annotation_keys[POD_ANNOTATION_GPU_DEVICES]},
	{POD_ANNOTATIONS, &pod_annotation_keys[POD_ANNOTATION_ZONES_OBSERVED]},
	{STR_INIT("podGroups.metadata.annotations."), &annotation_keys[ANNOTATION_STALE_SINCE]},
};

static bool is_unsaid(struct str place)
{
	for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++) {
		struct str key = {place.p + unsaid[i].map.n, place.n - unsaid[i].map.n};

		if (str_starts(place, unsaid[i].map) &&
			(str_eq(key, *unsaid[i].key) || str_starts(key, LABEL_PREFIX_GPU_GROUP) ||
				str_starts(key, POD_ANNOTATION_PREFIX_MIG)))
			return true;
	}
	return false;
}

static bool is_said(struct str place)
{
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		struct str one = str_of(said[i]);

		if (str_ends(one, STR("*")) ? str_starts(place, (struct str){one.p, one.n - 1})
					    : str_eq(place, one))
			return true;
	}
	return false;
}

void lacks_add(struct lacks *l, struct str place)
{
	struct map_entry *m = map_put(&l->counts, place, NULL);

	if (!m->value)
		m->key = arena_str(&l->arena, place);
	m->value = (void *)((uintptr_t)m->value + 1);
}

static bool is_ready(const struct value *conditions)
{
	for (size_t i = 0; i < conditions->count; i++) {
		const struct value *c = conditions->members[i].value;

		if (!str_eq(value_str(value_field(c, STR("type"))), STR("Ready")) ||
			!str_eq(value_str(value_field(c, STR("status"))), STR("True")))
			return false;
	}
	return true;
}

/* A list counts once for each of its objects: its elements have its place. */
static void find(struct lacks *l, struct strbuf *place, const struct value *v)
{
	size_t before = place->len;

	if (v->type == JSON_ARRAY || v->type == JSON_OBJECT) {
		if (str_eq(strbuf_str(place), STR("nodes.status.conditions")) && is_ready(v))
			return;
		for (size_t i = 0; i < v->count; i++) {
			if (v->type == JSON_OBJECT) {
				strbuf_addc(place, '.');
				strbuf_addstr(place, v->members[i].key);
			}
			find(l, place, v->members[i].value);
			strbuf_cut(place, before);
		}
		return;
	}
	if (v->type == JSON_NULL)
		return;
	if (is_unsaid(strbuf_str(place)) || !is_said(strbuf_str(place)))
		lacks_add(l, strbuf_str(place));
}

void lacks_find(struct lacks *l, const struct value *snapshot)
{
	const struct value *kinds = value_field(snapshot, STR("rawObjects"));
	struct strbuf place = {0};

	for (size_t i = 0; kinds && kinds->type == JSON_OBJECT && i < kinds->count; i++) {
		const struct value_member *m = &kinds->members[i];
		enum kind kind = kind_of_key(m->key);

		strbuf_clear(&place);
		strbuf_addz(&place, kind == KIND_NONE ? "" : kind_key(kind));
		if (kind != KIND_NONE)
			find(l, &place, m->value);
	}
	strbuf_free(&place);
}

static int by_place(const void *a, const void *b)
{
	const struct map_entry *const *x = a, *const *y = b;

	return str_cmp((*x)->key, (*y)->key);
}

void lacks_write(const struct lacks *l, const char *prefix, struct strbuf *out)
{
	struct arena a = {0};
	const struct map_entry **all =
		ARENA_ARRAY(&a, l->counts.count + 1, const struct map_entry *);

	for (size_t i = 0; i < l->counts.count; i++)
		all[i] = &l->counts.entries[i];
	qsort(all, l->counts.count, sizeof *all, by_place);
	for (size_t i = 0; i < l->counts.count; i++) {
		strbuf_addz(out, prefix);
		strbuf_add_safe(out, all[i]->key);
		strbuf_addf(out, " (%zu)\n", (size_t)(uintptr_t)all[i]->value);
	}
	arena_free(&a);
}

void lacks_tell(const struct lacks *l)
{
	struct strbuf lines = {0};

	msg_note("the fakes of the integration tests cannot say:");
	lacks_write(l, "", &lines);
	for (struct str left = strbuf_str(&lines); left.n;) {
		const char *end = str_find(left, '\n');
		size_t n = (size_t)(end - left.p);

		msg_note("  " STR_FMT, STR_ARG(((struct str){left.p, n})));
		left = (struct str){left.p + n + 1, left.n - n - 1};
	}
	strbuf_free(&lines);
}

void lacks_free(struct lacks *l)
{
	map_free(&l->counts);
	arena_free(&l->arena);
}
