#include "common/import/snapshotz.h"

static void read_time(struct snapshotz *d, struct instant *t)
{
	struct str text;

	if (!json_null(d->r) && json_string(d->r, &text) && !rfc3339_parse(text, t))
		json_fail(d->r, "not a time");
}

static void read_error(struct snapshotz *d)
{
	struct str text;

	strbuf_clear(&d->error);
	if (json_peek(d->r) != JSON_STRING)
		json_skip(d->r);
	else if (json_string(d->r, &text))
		strbuf_addstr(&d->error, text);
}

static void read_part(struct snapshotz *d, void (*read)(void *ctx))
{
	if (read)
		read(d->ctx);
	else
		json_skip(d->r);
}

static void read_member(struct snapshotz *d, struct str key)
{
	d->keys++;
	if (str_eq(key, STR("NodeList"))) {
		read_part(d, d->nodes);
	} else if (str_eq(key, STR("UnscheduledPodsCanBeScheduled"))) {
		read_part(d, d->asked);
	} else if (str_eq(key, STR("TemplateNodes"))) {
		d->templates_null = json_peek(d->r) == JSON_NULL;
		read_part(d, d->templates);
	} else if (str_eq(key, STR("StartTimestamp"))) {
		read_time(d, &d->start);
	} else {
		d->keys--;
		if (str_eq(key, STR("EndTimestamp")))
			read_time(d, &d->end);
		else if (str_eq(key, STR("Error")))
			read_error(d);
		else
			json_skip(d->r);
	}
}

static bool refuse_error(const struct snapshotz *d, struct error *e)
{
	error_set(e, SNAP_INPUT, "an error of the autoscaler, not a snapshot", STR_FMT "; %s",
		(int)(d->error.len < 300 ? d->error.len : 300), d->error.s,
		d->templates_null ? "it has no template nodes either"
				  : "it has template nodes, but no nodes");
	error_hint(e, "%s",
		d->templates_null
			? "fetch it again; if it stays so, its log says what failed: reading the cluster or its cloud provider"
			: "fetch it again; if it stays so, the autoscaler calls the cluster unhealthy: kubectl get events -A | grep ClusterUnhealthy");
	return false;
}

static bool check_keys(const struct snapshotz *d, struct error *e)
{
	if (d->keys >= 2 || d->error.len)
		return true;
	error_set(e, SNAP_INPUT, "not a document of cluster-autoscaler",
		"it has fewer than two of NodeList, UnscheduledPodsCanBeScheduled, TemplateNodes and StartTimestamp");
	error_hint(e, "what its /snapshotz answers is wanted");
	return false;
}

bool snapshotz_scan(struct snapshotz *d, struct error *e)
{
	struct str key;

	d->start = d->end = TIME_ZERO;
	if (json_enter(d->r))
		while (json_key(d->r, &key))
			read_member(d, key);
	json_finish(d->r);
	if (json_failed(d->r))
		json_error(d->r, e);
	return !json_failed(d->r) && check_keys(d, e);
}

bool snapshotz_usable(const struct snapshotz *d, struct error *e)
{
	if (d->error.len)
		return refuse_error(d, e);
	if (!instant_is_zero(d->start))
		return true;
	error_set(e, SNAP_INPUT, "a stale answer of the autoscaler",
		"StartTimestamp is zero or missing, so no loop began after the request");
	error_hint(e, "fetch it again");
	return false;
}

bool snapshotz_read(struct snapshotz *d, struct error *e)
{
	return snapshotz_scan(d, e) && snapshotz_usable(d, e);
}

void snapshotz_free(struct snapshotz *d)
{
	strbuf_free(&d->error);
}
