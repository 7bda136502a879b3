#include "common/grow.h"
#include "common/import/snapshotz.h"
#include "peer_object.h"

static void read_annotations(struct peer_reader *x, struct peer_node *node)
{
	struct str key, value;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (!str_eq(key, STR(UPCOMING_NOTE)))
			json_skip(x->r);
		else if (!json_null(x->r) && json_string(x->r, &value))
			node->placeholder = str_eq(value, STR("true"));
	}
}

static void read_metadata(struct peer_reader *x, struct peer_node *node)
{
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("name"))) {
			node->name = peer_text(x);
		} else if (str_eq(key, STR("labels"))) {
			peer_pairs_read(x);
			node->labels = peer_pairs_kept(x);
			node->n_labels = x->n_pairs;
		} else if (str_eq(key, STR("annotations"))) {
			read_annotations(x, node);
		} else {
			json_skip(x->r);
		}
	}
}

static void read_taint(struct peer_reader *x, struct peer_node *node)
{
	struct peer_taint taint = {0};
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		struct str *to = str_eq(key, STR("key")) ? &taint.key
			: str_eq(key, STR("value"))      ? &taint.value
			: str_eq(key, STR("effect"))     ? &taint.effect
							 : NULL;

		if (to)
			*to = peer_text(x);
		else
			json_skip(x->r);
	}
	ARENA_GROW(&x->arena, node->taints, node->n_taints, node->cap_taints);
	node->taints[node->n_taints++] = taint;
}

static void read_spec(struct peer_reader *x, struct peer_node *node)
{
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("unschedulable"))) {
			node->cordoned = peer_bool(x);
		} else if (!str_eq(key, STR("taints"))) {
			json_skip(x->r);
		} else if (peer_enter(x->r)) {
			while (json_element(x->r))
				read_taint(x, node);
		}
	}
}

static void read_condition(struct peer_reader *x, struct peer_node *node)
{
	struct str key, type = {0}, status = {0}, reason = {0};

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("type")))
			type = peer_text(x);
		else if (str_eq(key, STR("status")))
			status = peer_text(x);
		else if (str_eq(key, STR("reason")))
			reason = peer_text(x);
		else
			json_skip(x->r);
	}
	if (!str_eq(type, STR("Ready")))
		return;
	node->unready = !str_eq(status, STR("True"));
	node->reason = reason;
}

static void read_status(struct peer_reader *x, struct peer_node *node)
{
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("allocatable"))) {
			sum_clear(&x->one);
			peer_amounts_add(x, &x->one);
			node->allocatable = sum_take(&x->one, &x->arena);
		} else if (!str_eq(key, STR("conditions"))) {
			json_skip(x->r);
		} else if (peer_enter(x->r)) {
			while (json_element(x->r))
				read_condition(x, node);
		}
	}
}

void peer_node_read(struct peer_reader *x, struct peer_node *node, struct str key)
{
	do
		if (str_eq(key, STR("metadata")))
			read_metadata(x, node);
		else if (str_eq(key, STR("spec")))
			read_spec(x, node);
		else if (str_eq(key, STR("status")))
			read_status(x, node);
		else
			json_skip(x->r);
	while (json_key(x->r, &key));
}
