/* The document that cluster-autoscaler answers to /snapshotz.
 *
 * NodeList is the cluster of its simulation: a node, or a placeholder for one that a running
 * scale-up is expected to bring, each with its pods. UnscheduledPodsCanBeScheduled are pending pods
 * for which the simulation has room. TemplateNodes are what a new node of each group looks like. */
#include "common/import/autoscaler.h"
#include "common/import/autoscaler.h"

static void read_nodes(struct document *d)
{
	if (json_null(d->x.r) || !json_enter(d->x.r))
		return;
	while (json_element(d->x.r)) {
		struct entry t = {0};

		entry_read(&d->x, &t);
		entry_add(d, &t);
	}
}

static void read_asked(struct document *d)
{
	struct object_list pods = {0};

	pods_read(&d->x, &pods);
	for (size_t i = 0; i < pods.n; i++) {
		pods.items[i]->pod->asked = true;
		pod_add(d, pods.items[i]);
	}
}

static void read_time(struct document *d, struct instant *t)
{
	struct str text;

	if (!json_null(d->x.r) && json_string(d->x.r, &text) && !rfc3339_parse(text, t))
		json_fail(d->x.r, "not a time");
}

static void read_member(struct document *d, struct str key)
{
	d->keys++;
	if (str_eq(key, STR("NodeList"))) {
		read_nodes(d);
	} else if (str_eq(key, STR("UnscheduledPodsCanBeScheduled"))) {
		read_asked(d);
	} else if (str_eq(key, STR("TemplateNodes"))) {
		templates_read(d);
	} else if (str_eq(key, STR("StartTimestamp"))) {
		read_time(d, &d->start);
	} else {
		d->keys--;
		if (str_eq(key, STR("EndTimestamp")))
			read_time(d, &d->end);
		else if (str_eq(key, STR("Error")) && json_peek(d->x.r) == JSON_STRING &&
			json_string(d->x.r, &key))
			d->error = arena_str(&d->im->arena, key);
		else
			json_skip(d->x.r);
	}
}

static bool refuse_error(const struct document *d, struct error *e)
{
	error_set(e, SNAP_INPUT, "an error of the autoscaler, not a snapshot", STR_FMT "; %s",
		(int)(d->error.n < 300 ? d->error.n : 300), d->error.p,
		d->templates_null ? "it has no template nodes either"
				  : "it has template nodes, but no nodes");
	error_hint(e, "%s",
		d->templates_null
			? "fetch it again; if it stays so, its log says what failed: reading the cluster or its cloud provider"
			: "fetch it again; if it stays so, the autoscaler calls the cluster unhealthy: kubectl get events -A | grep ClusterUnhealthy");
	return false;
}

static bool check(const struct document *d, struct error *e)
{
	if (d->error.n)
		return refuse_error(d, e);
	if (d->keys < 2) {
		error_set(e, SNAP_INPUT, "not a document of cluster-autoscaler",
			"it has fewer than two of NodeList, UnscheduledPodsCanBeScheduled, TemplateNodes and StartTimestamp");
		error_hint(e, "what its /snapshotz answers is wanted");
		return false;
	}
	if (instant_is_zero(d->start)) {
		error_set(e, SNAP_INPUT, "a stale answer of the autoscaler",
			"StartTimestamp is zero or missing, so no loop began after the request");
		error_hint(e, "fetch it again");
		return false;
	}
	return true;
}

static bool one_scheduler(const struct object_list *pods)
{
	for (size_t i = 1; i < pods->n; i++)
		if (!str_eq(pods->items[i]->pod->scheduler, pods->items[0]->pod->scheduler))
			return false;
	return pods->n > 0;
}

static void assume(const struct document *d)
{
	struct import *im = d->im;
	const struct object_list *pods = list_of(im, KIND_PODS);

	import_assume(im,
		"pending pods are those for which the autoscaler has room: those that cause a scale-up, that nothing helps, and gated ones are not in its document");
	import_assume(im, "a node that starts up is missing, with the pods that are bound to it");
	if (im->placeholders)
		import_assume(im, "%ld placeholder%s of a running scale-up %s", im->placeholders,
			plural_s(im->placeholders),
			im->options.placeholders ? "kept as nodes"
						 : "left out, with what runs on them");
	if (im->unready)
		import_assume(im, "%ld node%s that the autoscaler alone calls not ready %s",
			im->unready, plural_s(im->unready),
			im->options.ready ? "made ready" : "kept as not ready");
	if (im->twice)
		import_assume(im, "%ld pod%s that stood twice taken once", im->twice,
			plural_s(im->twice));
	if (one_scheduler(pods) && pods->items[0]->pod->scheduler.n)
		import_assume(im,
			"all pods are of scheduler " STR_FMT
			": if the autoscaler runs with --allowed-scheduler-names, running pods of others are missing, and their resources look free",
			STR_ARG(pods->items[0]->pod->scheduler));
}

bool autoscaler_read(struct import *im, struct json *r, struct error *e)
{
	struct document d = {
		.im = im, .x = {.im = im, .r = r}, .start = TIME_ZERO, .end = TIME_ZERO};
	struct str key;
	bool good;

	if (json_enter(r))
		while (json_key(r, &key))
			read_member(&d, key);
	json_finish(r);
	if (json_failed(r))
		json_error(r, e);
	good = !json_failed(r) && check(&d, e) && templates_grow(&d, e);
	if (good) {
		im->format = "cluster-autoscaler";
		im->captured = instant_is_zero(d.end) ? d.start : d.end;
		assume(&d);
	}
	map_free(&d.pods);
	strbuf_free(&d.groups);
	reader_free(&d.x);
	return good;
}
