#include "report_parts.h"

void report_number(struct jsonw *w, const char *key, uint64_t v)
{
	jsonw_key(w, key);
	jsonw_int(w, v > INT64_MAX ? INT64_MAX : (int64_t)v);
}

static void number_double(struct jsonw *w, const char *key, double v)
{
	jsonw_key(w, key);
	jsonw_double(w, v);
}

static void text_or_null(struct jsonw *w, const char *key, struct str text)
{
	jsonw_key(w, key);
	if (text.p)
		jsonw_str(w, text);
	else
		jsonw_null(w);
}

void report_tally(struct jsonw *w, const char *key, const struct tally *t)
{
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	for (uint32_t i = 1; i <= t->names.count; i++) {
		jsonw_keys(w, names_text(&t->names, i));
		jsonw_int(w, (int64_t)t->counts[i - 1]);
	}
	jsonw_end(w, '}');
}

static void list_of_texts(struct jsonw *w, const char *key, const struct texts *t)
{
	jsonw_key(w, key);
	jsonw_begin(w, '[');
	for (size_t i = 0; i < t->count; i++)
		jsonw_str(w, t->items[i]);
	jsonw_end(w, ']');
}

static void archive(struct jsonw *w, struct input *in)
{
	size_t count = 0;
	const struct input_member *members = input_members(in, &count);

	jsonw_key(w, "archive");
	jsonw_begin(w, '{');
	jsonw_key(w, "format");
	jsonw_strz(w, input_kind(in));
	jsonw_key(w, "entries");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < count; i++) {
		jsonw_begin(w, '{');
		jsonw_key(w, "name");
		jsonw_strz(w, members[i].name);
		jsonw_key(w, "size");
		if (members[i].size < 0)
			jsonw_null(w);
		else
			jsonw_int(w, members[i].size);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}

static const char *json_type_name(enum json_type type)
{
	static const char *const names[] = {
		"none", "object", "array", "string", "number", "boolean", "boolean", "null"};

	return names[type];
}

static void capture(struct jsonw *w, const struct capture_info *info)
{
	jsonw_key(w, "capture");
	if (!info) {
		jsonw_null(w);
		return;
	}
	jsonw_begin(w, '{');
	for (int i = 0; i < CAPTURE_FIELDS; i++)
		if (info->field[i].n)
			text_or_null(w, capture_names[i], info->field[i]);
	jsonw_end(w, '}');
}

static void document(struct jsonw *w, const struct report *report)
{
	const struct summary *s = report->s;
	const struct capture_info *info = report->capture;
	struct instant at = info && !instant_is_zero(info->at) ? info->at : s->newest;
	struct strbuf time = {0};

	report_number(w, "bytes", report->bytes);
	jsonw_key(w, "keys");
	jsonw_begin(w, '{');
	for (size_t i = 0; i < s->key_count; i++) {
		jsonw_keys(w, s->keys[i].key);
		jsonw_strz(w, json_type_name(s->keys[i].type));
	}
	jsonw_end(w, '}');
	jsonw_key(w, "counts");
	jsonw_begin(w, '{');
	for (int k = 0; k < KIND_COUNT; k++)
		report_number(w, kind_key((enum kind)k), s->counts[k]);
	jsonw_end(w, '}');
	if (!instant_is_zero(at))
		rfc3339_format(&time, at);
	text_or_null(w, "captureTime", strbuf_str(&time));
	capture(w, info);
	text_or_null(w, "kubernetesVersion", s->kubernetes);
	strbuf_free(&time);
}

static void scheduler(struct jsonw *w, const struct scheduler *c)
{
	jsonw_key(w, "scheduler");
	jsonw_begin(w, '{');
	text_or_null(w, "name", c->name);
	list_of_texts(w, "actions", &c->actions);
	list_of_texts(w, "plugins", &c->plugins);
	jsonw_key(w, "nodePool");
	if (c->pool_key.n) {
		jsonw_begin(w, '{');
		text_or_null(w, "labelKey", c->pool_key);
		jsonw_key(w, "labelValue");
		jsonw_str(w, c->pool_value);
		jsonw_end(w, '}');
	} else {
		jsonw_null(w);
	}
	jsonw_end(w, '}');
}

static void objects(struct jsonw *w, const struct summary *s)
{
	jsonw_key(w, "nodes");
	jsonw_begin(w, '{');
	report_number(w, "total", s->counts[KIND_NODES]);
	report_number(w, "ready", s->ready);
	report_number(w, "cordoned", s->cordoned);
	number_double(w, "gpusAllocatable", s->gpus_allocatable);
	number_double(w, "gpusRequested", s->gpus_requested);
	number_double(w, "gpusPending", s->gpus_waiting);
	report_tally(w, "migAllocatable", &s->mig);
	jsonw_end(w, '}');
	jsonw_key(w, "pods");
	jsonw_begin(w, '{');
	report_number(w, "total", s->counts[KIND_PODS]);
	report_tally(w, "byPhase", &s->phases);
	report_tally(w, "byScheduler", &s->schedulers);
	report_number(w, "deleting", s->deleting);
	if (s->outside[KIND_PODS])
		report_number(w, "otherPools", s->outside[KIND_PODS]);
	jsonw_end(w, '}');
	jsonw_key(w, "podGroups");
	jsonw_begin(w, '{');
	report_number(w, "total", s->counts[KIND_POD_GROUPS]);
	report_number(w, "running", s->group_states[GROUP_RUNNING]);
	report_number(w, "pending", s->group_states[GROUP_PENDING]);
	report_number(w, "partly", s->group_states[GROUP_PARTLY]);
	report_number(w, "empty", s->group_states[GROUP_EMPTY]);
	jsonw_end(w, '}');
}

static void three(struct jsonw *w, const char *key, double gpu, double cpu, double memory)
{
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	number_double(w, "gpu", gpu);
	number_double(w, "cpu", cpu);
	number_double(w, "memory", memory);
	jsonw_end(w, '}');
}

static void amounts(struct jsonw *w, const char *key, const struct amounts *a)
{
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	number_double(w, "gpu", a->gpu);
	jsonw_key(w, "cpu");
	jsonw_int(w, a->cpu);
	jsonw_key(w, "memory");
	jsonw_int(w, a->memory);
	jsonw_end(w, '}');
}

static void queues(struct jsonw *w, const struct summary *s)
{
	static const char *const names[SHARE_COUNT] = {"quota", "limit", "weight"};
	uint32_t at = 0;
	unsigned depth;

	jsonw_key(w, "queues");
	jsonw_begin(w, '[');
	while (queue_walk(s, &at, &depth)) {
		const struct queue *q = &s->queues[at - 1];

		jsonw_begin(w, '{');
		jsonw_key(w, "name");
		jsonw_str(w, names_text(&s->ids[KIND_QUEUES], at));
		jsonw_key(w, "parent");
		if (q->parent)
			jsonw_str(w, names_text(&s->refs, q->parent));
		else
			jsonw_null(w);
		report_number(w, "depth", depth);
		jsonw_key(w, "priority");
		jsonw_int(w, q->priority);
		report_number(w, "podGroups", q->pod_groups);
		for (int share = 0; share < SHARE_COUNT; share++)
			three(w, names[share], q->share[share][0], q->share[share][1],
				q->share[share][2]);
		amounts(w, "allocated", &q->allocated);
		amounts(w, "requested", &q->requested);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

void report_json(struct strbuf *out, const struct report *report)
{
	struct jsonw w = {.out = out};
	const struct summary *s = report->s;
	struct strbuf words = {0};

	jsonw_begin(&w, '{');
	verdict(&words, s);
	text_or_null(&w, "verdict", strbuf_str(&words));
	strbuf_free(&words);
	archive(&w, report->in);
	document(&w, report);
	scheduler(&w, &s->scheduler);
	objects(&w, s);
	numa_json(&w, s);
	claims_json(&w, s);
	queues(&w, s);
	topologies_json(&w, s);
	jsonw_key(&w, "warnings");
	faults_into(&w, &s->faults);
	jsonw_end(&w, '}');
	jsonw_newline(&w);
}
