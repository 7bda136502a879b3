#include "objects.h"
#include "want.h"
#include <stdlib.h>
#include <string.h>
#include "common/json.h"
#include "common/grow.h"

/* The wants below a step (a key, or "[]"), with the rest of their paths. */
static size_t take_step(const struct want *from, size_t n, struct str step, struct want to[WANTS])
{
	size_t count = 0;

	for (size_t i = 0; i < n && count < WANTS; i++) {
		struct str path = str_of(from[i].path);

		if (!step.n || !str_starts(path, step) ||
			(path.n > step.n && !strchr(".[", path.p[step.n])))
			continue;
		to[count] = from[i];
		to[count++].path += step.n + (path.p[step.n] == '.');
	}
	return count;
}

void want_walk(struct json *r, struct arena *a, const struct want *wants, size_t n)
{
	struct want inner[WANTS];
	struct str key;
	enum json_type type = json_peek(r);

	if (n && !*wants[0].path)
		wants[0].read(r, a, wants[0].into);
	else if (n && type == JSON_OBJECT && json_enter(r))
		while (json_key(r, &key))
			want_walk(r, a, inner, take_step(wants, n, key, inner));
	else if (n && type == JSON_ARRAY && json_enter(r))
		while (json_element(r))
			want_walk(r, a, inner, take_step(wants, n, STR("[]"), inner));
	else
		json_skip(r);
}

bool want_read(
	struct str text, struct arena *a, const struct want *wants, size_t n, struct error *e)
{
	struct json *r = json_over_memory(text.p, text.n);

	want_walk(r, a, wants, n);
	bool ok = json_finish(r) && !json_failed(r);
	if (!ok) {
		struct error why = {0};

		json_error(r, &why);
		error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read", "%s%s%s", why.what,
			why.why[0] ? ": " : "", why.why);
	}
	json_free(r);
	return ok;
}

void want_text(struct json *r, struct arena *a, void *into)
{
	struct str text = {0};

	if (json_peek(r) != JSON_STRING)
		json_skip(r);
	else if (json_string(r, &text))
		text = arena_str(a, text);
	*(struct str *)into = text;
}

static void read_labels(struct json *r, struct arena *a, void *into)
{
	struct strbuf *selector = into;
	struct str key, value;

	if (json_peek(r) != JSON_OBJECT) {
		json_skip(r);
		return;
	}
	json_enter(r);
	while (json_key(r, &key)) {
		strbuf_addf(selector, "%s" STR_FMT "=", selector->len ? "," : "", STR_ARG(key));
		want_text(r, a, &value);
		strbuf_addstr(selector, value);
	}
}

static void read_duration(struct json *r, struct arena *a, void *into)
{
	(void)a;
	int64_t seconds = 0;
	if (json_peek(r) != JSON_NUMBER)
		json_skip(r);
	else if (json_int(r, &seconds))
		*(int64_t *)into = seconds > 0 && seconds < INT32_MAX ? seconds * 1000 : 0;
}

/* A container's arguments, one after the other. */
struct arguments {
	struct str scheduler_name, node_pool, port;
	bool scheduler; /* one of them is there */
	struct str address, lease_name;
	/* After "--flag" without "=": the next argument is its value, as in pflag. */
	struct str *next;
};

static void read_argument(struct json *r, struct arena *a, void *into)
{
	struct arguments *args = into;
	const struct {
		struct str name, *value;
		bool scheduler;
	} flags[] = {{STR("--scheduler-name"), &args->scheduler_name, true},
		{STR("--partition-label-value"), &args->node_pool, true},
		{STR("--plugin-server-port"), &args->port, true},
		{STR("--address"), &args->address, false},
		{STR("--leader-elect-resource-name"), &args->lease_name, false}};
	struct str arg;

	want_text(r, a, &arg);
	if (args->next) {
		*args->next = arg;
		args->next = NULL;
		return;
	}
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		struct str name = flags[i].name;
		bool whole = str_eq(arg, name);

		if (!whole && !(str_starts(arg, name) && arg.p[name.n] == '='))
			continue;
		args->scheduler |= flags[i].scheduler;
		if (whole)
			args->next = flags[i].value;
		else
			*flags[i].value = (struct str){arg.p + name.n + 1, arg.n - name.n - 1};
	}
}

/* The owner that is a SchedulingShard. */
static void read_owner(struct json *r, struct arena *a, void *into)
{
	struct str kind = {0}, name = {0};

	want_walk(r, a, (struct want[]){{"kind", want_text, &kind}, {"name", want_text, &name}}, 2);
	if (str_eq(kind, STR("SchedulingShard")))
		*(struct str *)into = name;
}

bool deployment_read(struct str text, struct arena *a, struct deployment *d, struct error *e)
{
	struct strbuf selector = {0};
	struct arguments args = {.scheduler_name = STR("kai-scheduler")};

	*d = (struct deployment){.plugin_port = 0};
	const struct want wants[] = {
		{"spec.selector.matchLabels", read_labels, &selector},
		{"spec.template.spec.containers[].args[]", read_argument, &args},
		{"spec.template.spec.containers[].command[]", read_argument, &args},
		{"metadata.labels.app.kubernetes.io/version", want_text, &d->labels.app},
		{"metadata.labels.helm.sh/chart", want_text, &d->labels.chart},
		{"metadata.ownerReferences[]", read_owner, &d->shard},
	};
	bool ok = want_read(text, a, wants, sizeof wants / sizeof *wants, e);
	unsigned long port = args.port.n ? strtoul(args.port.p, NULL, 10) : 0;

	d->selector = arena_str(a, strbuf_str(&selector));
	d->scheduler_name = args.scheduler_name;
	d->node_pool = args.node_pool;
	d->address = args.address;
	d->lease_name = args.lease_name;
	d->plugin_port = port <= 65535 ? (unsigned)port : 0;
	strbuf_free(&selector);
	return ok;
}

bool lease_read(struct str text, struct arena *a, struct lease *lease, struct error *e)
{
	*lease = (struct lease){.duration_ms = 0};
	const struct want wants[] = {{"spec.holderIdentity", want_text, &lease->holder},
		{"spec.acquireTime", want_text, &lease->acquired},
		{"spec.renewTime", want_text, &lease->renewed},
		{"spec.leaseDurationSeconds", read_duration, &lease->duration_ms}};
	return want_read(text, a, wants, sizeof wants / sizeof *wants, e);
}

bool version_read(struct str text, struct arena *a, struct str *server, struct error *e)
{
	*server = (struct str){0};
	return want_read(
		text, a, &(struct want){"serverVersion.gitVersion", want_text, server}, 1, e);
}

bool is_dns_name(struct str name)
{
	bool at_edge = true; /* of a label: a letter or digit has to come */

	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];
		bool inner = (c >= 'a' && c <= 'z') || is_digit(c);

		if (!inner &&
			(at_edge || (c != '-' && c != '.') || (c == '.' && name.p[i - 1] == '-')))
			return false;
		at_edge = c == '.';
	}
	return name.n && name.n <= 253 && !at_edge && name.p[name.n - 1] != '-';
}

bool is_selector(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!strchr("=,./_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
			    text.p[i]) ||
			!text.p[i])
			return false;
	return true;
}

static void read_condition(struct json *r, struct arena *a, void *into)
{
	struct pod *pod = into;
	struct str type = {0}, status = {0};

	want_walk(r, a, (struct want[]){{"type", want_text, &type}, {"status", want_text, &status}},
		2);
	if (str_eq(type, STR("Ready")))
		pod->ready = str_eq(status, STR("True"));
}

/* The container of the pod that runs the scheduler, and its image. */
struct containers {
	struct str name, image, node_pool, address;
	bool sure; /* its arguments are a scheduler's; else the first container counts */
	struct {
		struct str name, id;
	} images[16]; /* of status.containerStatuses; further ones are ignored */
	size_t count;
};

static void read_container(struct json *r, struct arena *a, void *into)
{
	struct containers *c = into;
	struct str name = {0}, image = {0};
	struct arguments args = {.scheduler = false};

	want_walk(r, a,
		(struct want[]){{"name", want_text, &name}, {"image", want_text, &image},
			{"args[]", read_argument, &args}, {"command[]", read_argument, &args}},
		4);
	if (args.address.n)
		c->address = args.address;
	if (c->sure || (c->name.n && !args.scheduler))
		return;
	c->name = name;
	c->image = image;
	c->node_pool = args.node_pool;
	c->sure = args.scheduler;
}

static void read_image(struct json *r, struct arena *a, void *into)
{
	struct containers *c = into;
	struct str name = {0}, id = {0};

	want_walk(
		r, a, (struct want[]){{"name", want_text, &name}, {"imageID", want_text, &id}}, 2);
	if (c->count == sizeof c->images / sizeof *c->images)
		return;
	c->images[c->count].name = name;
	c->images[c->count++].id = id;
}

static void read_pod(struct json *r, struct arena *a, void *into)
{
	struct pod *pod = into;
	struct containers c = {.count = 0};
	struct str deleted = {0};
	const struct want wants[] = {
		{"metadata.name", want_text, &pod->name},
		{"metadata.deletionTimestamp", want_text, &deleted},
		{"metadata.labels.app.kubernetes.io/version", want_text, &pod->labels.app},
		{"metadata.labels.helm.sh/chart", want_text, &pod->labels.chart},
		{"status.conditions[]", read_condition, pod},
		{"spec.nodeName", want_text, &pod->node},
		{"spec.containers[]", read_container, &c},
		{"status.containerStatuses[]", read_image, &c},
	};

	want_walk(r, a, wants, sizeof wants / sizeof *wants);
	pod->deleted = deleted.n > 0;
	pod->node_pool = c.node_pool;
	pod->address = c.address;
	pod->image = c.image;
	for (size_t i = 0; i < c.count; i++)
		if (str_eq(c.images[i].name, c.name))
			pod->image_id = c.images[i].id;
}

struct pod_list {
	struct pod *pods;
	size_t count, cap;
};

static void read_item(struct json *r, struct arena *a, void *into)
{
	struct pod_list *list = into;
	struct pod pod = {0};

	read_pod(r, a, &pod);
	if (!is_dns_name(pod.name))
		return;
	ARRAY_GROW(list->pods, list->count, list->cap);
	list->pods[list->count++] = pod;
}

bool pods_read(struct str text, struct arena *a, struct pod **pods, size_t *count, struct error *e)
{
	struct pod_list list = {0};
	bool ok = want_read(text, a, &(struct want){"items[]", read_item, &list}, 1, e);

	*count = list.count;
	*pods = ARENA_ARRAY(a, list.count + 1, struct pod);
	if (list.count)
		memcpy(*pods, list.pods, list.count * sizeof *list.pods);
	free(list.pods);
	return ok;
}

bool pod_read(struct str text, struct arena *a, struct pod *pod, struct error *e)
{
	*pod = (struct pod){0};
	return want_read(text, a, &(struct want){"", read_pod, pod}, 1, e);
}
