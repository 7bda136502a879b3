/* The document that cluster-autoscaler answers to /snapshotz.
 *
 * NodeList is the cluster of its simulation: a node, or a placeholder for one that a running
 * scale-up is expected to bring, each with its pods. UnscheduledPodsCanBeScheduled are pending pods
 * for which the simulation has room. TemplateNodes are what a new node of each group looks like. */
#include "common/import/autoscaler.h"
#include "common/import/snapshotz.h"

static void read_nodes(void *ctx)
{
	struct document *d = ctx;

	if (json_null(d->x.r) || !json_enter(d->x.r))
		return;
	while (json_element(d->x.r)) {
		struct entry t = {0};

		entry_read(&d->x, &t);
		entry_add(d, &t);
	}
}

static void read_asked(void *ctx)
{
	struct document *d = ctx;
	struct object_list pods = {0};

	pods_read(&d->x, &pods);
	for (size_t i = 0; i < pods.n; i++) {
		pods.items[i]->pod->asked = true;
		pod_add(d, pods.items[i]);
	}
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
	struct document d = {.im = im, .x = {.im = im, .r = r}};
	struct snapshotz members = {.r = r,
		.ctx = &d,
		.nodes = read_nodes,
		.asked = read_asked,
		.templates = templates_read};
	bool good = snapshotz_read(&members, e) && templates_grow(&d, e);

	if (good) {
		im->format = "cluster-autoscaler";
		im->captured = instant_is_zero(members.end) ? members.start : members.end;
		assume(&d);
	}
	snapshotz_free(&members);
	map_free(&d.pods);
	strbuf_free(&d.groups);
	reader_free(&d.x);
	return good;
}
