/* Pods, pod groups and their priorities. */
#include "common/keys.h"
#include "fakes_json.h"

/* ---- pods ---- */

static void add_pod_meta(
	struct jsonw *w, const struct fake_job *j, const struct fake_task *t, struct instant now)
{
	fakes_meta(w, t->name, j->ns);
	if (!strcmp(t->state, "Releasing"))
		fakes_time(w, "deletionTimestamp", now, 0);
	jsonw_key(w, "annotations");
	jsonw_begin(w, '{');
	fakes_key(w, pod_annotation_keys[POD_ANNOTATION_POD_GROUP], j->name);
	if (j->fraction.n)
		fakes_key(w, pod_annotation_keys[POD_ANNOTATION_GPU_FRACTION], j->fraction);
	if (t->node.n)
		fakes_key(w, pod_annotation_keys[POD_ANNOTATION_RECEIVED_TYPE],
			j->fraction.n ? STR("Fraction") : STR("Regular"));
	jsonw_end(w, '}');
	jsonw_key(w, "labels");
	jsonw_begin(w, '{');
	if (t->order != INT64_MIN)
		fakes_amount(w, label_keys[LABEL_TASK_PRIORITY].p, t->order, "");
	if (t->gpu_groups)
		fakes_key(w, label_keys[LABEL_GPU_GROUP], value_str(t->gpu_groups));
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void add_pod_spec(
	struct jsonw *w, const struct fake_job *j, const struct fake_task *t, struct str scheduler)
{
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	jsonw_member_str(w, "schedulerName", scheduler);
	if (t->node.n)
		jsonw_member_str(w, "nodeName", t->node);
	if (!strcmp(t->state, "Gated")) {
		jsonw_key(w, "schedulingGates");
		jsonw_raw(w, STR("[{\"name\":\"gate\"}]"));
	}
	jsonw_key(w, "containers");
	jsonw_begin(w, '[');
	jsonw_begin(w, '{');
	jsonw_key(w, "resources");
	jsonw_begin(w, '{');
	jsonw_key(w, "requests");
	jsonw_begin(w, '{');
	if (j->cpu) {
		fakes_amount(w, "cpu", j->cpu, "m");
		fakes_amount(w, "memory", j->memory, "");
	}
	if (t->gpus)
		fakes_amount(w, "nvidia.com/gpu", t->gpus, "");
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}

void fakes_write_pod(struct jsonw *w, const struct fakes *f, const struct fake_job *j,
	const struct fake_task *t, struct instant now)
{
	struct str scheduler = value_str(value_field(f->params, STR("schedulerName")));
	bool waits = !strcmp(t->state, "Pending") || !strcmp(t->state, "Gated") ||
		!strcmp(t->state, "Bound");

	add_pod_meta(w, j, t, now);
	add_pod_spec(w, j, t, scheduler);
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	jsonw_member_str(w, "phase",
		waits                                    ? STR("Pending")
			: !strcmp(t->state, "Releasing") ? STR("Running")
							 : str_of(t->state));
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

/* ---- groups ---- */

void fakes_write_group(struct jsonw *w, const struct fake_job *j, struct instant now)
{
	fakes_meta(w, j->name, j->ns);
	fakes_time(w, "creationTimestamp", now, -(int64_t)j->age * MINUTE);
	jsonw_key(w, "annotations");
	jsonw_begin(w, '{');
	fakes_time(w, annotation_keys[ANNOTATION_LAST_START].p, now, -MINUTE);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	jsonw_member_str(w, "queue", j->queue);
	fakes_amount(w, "priorityClassName", j->priority, "");
	if (j->preemptibility.n)
		jsonw_member_str(w, "preemptibility", j->preemptibility);
	jsonw_member_int(w, "minMember", j->min_member);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

void fakes_write_class(struct jsonw *w, const struct fake_job *j)
{
	struct strbuf name = {0};

	strbuf_addf(&name, "%lld", (long long)j->priority);
	fakes_meta(w, strbuf_str(&name), STR(""));
	jsonw_end(w, '}');
	jsonw_member_int(w, "value", j->priority);
	jsonw_end(w, '}');
	strbuf_free(&name);
}
