/* Nodes and queues. */
#include "model/read/reader.h"

static void read_taint(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("key", read_text, struct taint, key),
		FIELD("value", read_text, struct taint, value),
		FIELD("effect", read_text, struct taint, effect),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_taints(struct reader *x, void *at)
{
	struct node_object *n = at;

	n->taints = read_list(x, struct taint, read_taint, &n->n_taints);
}

static void read_node_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("unschedulable", read_bool, struct node_object, unschedulable),
		FIELD_SAME("taints", read_taints),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_condition(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("type", read_text, struct condition, type),
		FIELD("status", read_text, struct condition, status),
		FIELD_SAME("lastHeartbeatTime", read_moment),
		FIELD_SAME("lastTransitionTime", read_moment),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_conditions(struct reader *x, void *at)
{
	struct node_object *n = at;

	n->conditions = read_list(x, struct condition, read_condition, &n->n_conditions);
}

static void read_node_status(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("allocatable", read_shared_amounts, struct node_object, allocatable),
		FIELD("capacity", read_shared_amounts, struct node_object, capacity),
		FIELD_SAME("conditions", read_conditions),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_node_meta(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct object_meta, name),
		FIELD("namespace", read_text, struct object_meta, ns),
		FIELD("uid", read_text, struct object_meta, uid),
		FIELD("labels", read_waiting_labels, struct object_meta, labels),
		FIELD("creationTimestamp", read_instant, struct object_meta, creation),
		FIELDS_END,
	};
	struct object_meta *m = at;

	read_object(x, m, fields);
	read_newest(x, m->creation);
}

void read_node(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_node_meta, struct node_object, meta),
		FIELD_SAME("spec", read_node_spec),
		FIELD_SAME("status", read_node_status),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_queue_resource(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("quota", read_double, struct queue_resource, quota),
		FIELD("overQuotaWeight", read_double, struct queue_resource, over_quota_weight),
		FIELD("limit", read_double, struct queue_resource, limit),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_queue_resources(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("gpu", read_queue_resource, struct queue_object, gpu),
		FIELD("cpu", read_queue_resource, struct queue_object, cpu),
		FIELD("memory", read_queue_resource, struct queue_object, memory),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_preempt_min_runtime(struct reader *x, void *at)
{
	struct queue_object *q = at;

	q->has_preempt_min_runtime = !json_null(x->r);
	if (q->has_preempt_min_runtime)
		read_duration(x, &q->preempt_min_runtime);
}

static void read_reclaim_min_runtime(struct reader *x, void *at)
{
	struct queue_object *q = at;

	q->has_reclaim_min_runtime = !json_null(x->r);
	if (q->has_reclaim_min_runtime)
		read_duration(x, &q->reclaim_min_runtime);
}

static void read_queue_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("displayName", read_text, struct queue_object, display_name),
		FIELD("parentQueue", read_text, struct queue_object, parent),
		FIELD_SAME("resources", read_queue_resources),
		FIELD("priority", read_int64, struct queue_object, priority),
		FIELD_SAME("preemptMinRuntime", read_preempt_min_runtime),
		FIELD_SAME("reclaimMinRuntime", read_reclaim_min_runtime),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

void read_queue(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct queue_object, meta),
		FIELD_SAME("spec", read_queue_spec),
		FIELDS_END,
	};

	((struct queue_object *)at)->priority = 100;
	read_object(x, at, fields);
}
