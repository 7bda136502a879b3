#include "common/grow.h"
#include "peer_object.h"

#define UNJUDGED_NAME(NAME, name) name,
const char *const unjudged_names[] = {UNJUDGED(UNJUDGED_NAME)};

/* Of the pod, keep: all of it; else its names and requests. */
struct reading {
	struct peer_reader *x;
	struct peer_pod *pod;
	bool keep;
};

static void read_metadata(struct peer_reader *x, struct peer_pod *pod)
{
	struct str key, time;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("name")))
			pod->name = peer_text(x);
		else if (str_eq(key, STR("namespace")))
			pod->ns = peer_text(x);
		else if (str_eq(key, STR("uid")))
			pod->uid = peer_text(x);
		else if (!str_eq(key, STR("creationTimestamp")))
			json_skip(x->r);
		else if (!json_null(x->r) && json_string(x->r, &time) &&
			!rfc3339_parse(time, &pod->created))
			json_fail(x->r, "not a time");
	}
}

static void read_toleration(struct peer_reader *x, struct peer_pod *pod)
{
	struct peer_toleration t = {0};
	struct str key, operator;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		struct str *to = str_eq(key, STR("key")) ? &t.key
			: str_eq(key, STR("value"))      ? &t.value
			: str_eq(key, STR("effect"))     ? &t.effect
							 : NULL;

		if (to)
			*to = peer_text(x);
		else if (!str_eq(key, STR("operator")))
			json_skip(x->r);
		else if (!json_null(x->r) && json_string(x->r, &operator))
			t.exists = str_eq(operator, STR("Exists"));
	}
	ARENA_GROW(&x->arena, pod->tolerations, pod->n_tolerations, pod->cap_tolerations);
	pod->tolerations[pod->n_tolerations++] = t;
}

/* Whether the next value holds anything. */
static bool is_there(struct json *r)
{
	enum json_type type = json_peek(r);
	bool any = false;
	struct str key;

	if (type == JSON_ARRAY && json_enter(r)) {
		while (json_element(r))
			any = true, json_skip(r);
		return any;
	}
	if (type != JSON_OBJECT)
		return json_skip(r), false;
	if (json_enter(r))
		while (json_key(r, &key))
			any = true, json_skip(r);
	return any;
}

/* Volumes that a node may lack the means for. */
static bool needs_volume(struct peer_reader *x)
{
	bool needed = false;
	struct str key;

	if (!peer_enter(x->r))
		return false;
	while (json_element(x->r)) {
		if (!peer_enter(x->r))
			continue;
		while (json_key(x->r, &key)) {
			needed = needed || str_eq(key, STR("persistentVolumeClaim")) ||
				str_eq(key, STR("ephemeral"));
			json_skip(x->r);
		}
	}
	return needed;
}

static void read_placing(struct peer_reader *x, struct peer_pod *pod, struct str key)
{
	if (str_eq(key, STR("nodeSelector"))) {
		peer_pairs_read(x);
		pod->selector = peer_pairs_kept(x);
		pod->n_selector = x->n_pairs;
	} else if (str_eq(key, STR("tolerations"))) {
		if (peer_enter(x->r))
			while (json_element(x->r))
				read_toleration(x, pod);
	} else if (str_eq(key, STR("affinity"))) {
		pod->unjudged[UNJUDGED_AFFINITY] = is_there(x->r);
	} else if (str_eq(key, STR("topologySpreadConstraints"))) {
		pod->unjudged[UNJUDGED_SPREAD] = is_there(x->r);
	} else if (str_eq(key, STR("resourceClaims"))) {
		pod->unjudged[UNJUDGED_CLAIMS] = is_there(x->r);
	} else if (str_eq(key, STR("volumes"))) {
		pod->unjudged[UNJUDGED_VOLUMES] = needs_volume(x);
	} else {
		json_skip(x->r);
	}
}

static void read_spec(struct reading *p)
{
	struct peer_reader *x = p->x;
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		bool init = str_eq(key, STR("initContainers"));

		if (init || str_eq(key, STR("containers")))
			peer_containers_read(x, init, &p->pod->unjudged[UNJUDGED_PORTS]);
		else if (str_eq(key, STR("overhead")))
			peer_amounts_add(x, &x->overhead);
		else if (str_eq(key, STR("resources")))
			peer_pod_resources_read(x, &x->level);
		else if (str_eq(key, STR("nodeName")))
			p->pod->node = peer_text(x);
		else if (str_eq(key, STR("schedulerName")) && p->keep)
			p->pod->scheduler = peer_text(x);
		else if (p->keep)
			read_placing(x, p->pod, key);
		else
			json_skip(x->r);
	}
}

static void read_condition(struct peer_reader *x)
{
	struct str key, text;
	bool resize = false, infeasible = false;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		bool type = str_eq(key, STR("type"));

		if (!type && !str_eq(key, STR("reason")))
			json_skip(x->r);
		else if (json_null(x->r) || !json_string(x->r, &text))
			continue;
		else if (type)
			resize = str_eq(text, STR("PodResizePending"));
		else
			infeasible = str_eq(text, STR("Infeasible"));
	}
	x->infeasible = x->infeasible || (resize && infeasible);
}

static void read_status(struct peer_reader *x, struct peer_pod *pod)
{
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("phase"))) {
			pod->phase = peer_text(x);
		} else if (str_ends(key, STR("ontainerStatuses"))) {
			peer_statuses_read(x);
		} else if (!str_eq(key, STR("conditions"))) {
			json_skip(x->r);
		} else if (peer_enter(x->r)) {
			while (json_element(x->r))
				read_condition(x);
		}
	}
}

/* What it requests is in x->sum then. */
static void read_pod(struct reading *p, struct str key)
{
	struct peer_reader *x = p->x;

	*p->pod = (struct peer_pod){.created = TIME_ZERO};
	peer_requests_begin(x);
	do
		if (str_eq(key, STR("metadata")))
			read_metadata(x, p->pod);
		else if (str_eq(key, STR("spec")))
			read_spec(p);
		else if (str_eq(key, STR("status")))
			read_status(x, p->pod);
		else
			json_skip(x->r);
	while (json_key(x->r, &key));
	peer_requests_end(x);
}

void peer_pod_read(struct peer_reader *x, struct peer_pod *pod, struct str key)
{
	struct reading p = {x, pod, true};

	read_pod(&p, key);
	pod->requests = sum_take(&x->sum, &x->arena);
}

void peer_pod_sum(struct peer_reader *x, struct peer_pod *pod, struct sum *to, struct str key)
{
	struct reading p = {x, pod, false};

	read_pod(&p, key);
	sum_add_all(to, &x->sum);
}
