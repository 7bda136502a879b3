/* Nodes and queues. */
#include "common/keys.h"
#include "fakes_json.h"

static void add_default(struct jsonw *w, const struct value *labels, struct str key, struct str s)
{
	if (!value_get(labels, key))
		fakes_key(w, key, s);
}

void fakes_write_node(struct jsonw *w, const struct fake_node *n)
{
	char gpus[32];
	size_t digits = jsonw_format_int(gpus, n->gpus);

	fakes_meta(w, n->name, STR(""));
	jsonw_key(w, "labels");
	jsonw_begin(w, '{');
	for (size_t i = 0; n->labels && i < n->labels->count; i++) {
		jsonw_keys(w, n->labels->members[i].key);
		jsonw_str(w, value_str(n->labels->members[i].value));
	}
	add_default(w, n->labels, label_keys[LABEL_GPU_COUNT], (struct str){gpus, digits});
	add_default(w, n->labels, label_keys[LABEL_GPU_MEMORY], STR("100"));
	add_default(w, n->labels, STR("kai.scheduler/type"), n->name);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	jsonw_key(w, "allocatable");
	jsonw_begin(w, '{');
	fakes_amount(w, "cpu", n->cpu, "m");
	fakes_amount(w, "memory", n->memory, "");
	fakes_amount(w, "nvidia.com/gpu", n->gpus, "");
	fakes_amount(w, "pods", n->pods, "");
	jsonw_end(w, '}');
	jsonw_key(w, "conditions");
	jsonw_raw(w, STR("[{\"type\":\"Ready\",\"status\":\"True\"}]"));
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

static void add_amounts(struct jsonw *w, const char *key, struct fake_amounts a, bool weighs)
{
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	jsonw_key(w, "quota");
	jsonw_double(w, a.quota);
	jsonw_key(w, "limit");
	jsonw_double(w, a.limit);
	jsonw_key(w, "overQuotaWeight");
	jsonw_double(w, weighs ? a.weight : 1);
	jsonw_end(w, '}');
}

void fakes_write_queue(struct jsonw *w, const struct fake_queue *q, struct instant now, size_t i)
{
	fakes_meta(w, q->name, STR(""));
	fakes_time(w, "creationTimestamp", now, (int64_t)i * MINUTE);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	if (q->parent.n)
		jsonw_member_str(w, "parentQueue", q->parent);
	if (q->priority != INT64_MIN) {
		jsonw_member_int(w, "priority", q->priority);
	}
	if (!q->v1) {
		jsonw_key(w, "resources");
		jsonw_begin(w, '{');
		add_amounts(w, "gpu", q->gpu, true);
		add_amounts(w, "cpu", q->cpu, false);
		add_amounts(w, "memory", q->memory, false);
		jsonw_end(w, '}');
	}
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}
