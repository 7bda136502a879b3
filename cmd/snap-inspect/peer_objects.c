/* The list of objects beside a dump. */
#include "common/grow.h"
#include "common/import/items.h"
#include "peer_dump.h"

static void read_item(void *ctx, enum kind kind, struct str lead, struct str key)
{
	struct peer_dump *d = ctx;

	(void)lead;
	if (kind == KIND_NODES) {
		ARRAY_GROW(d->api_nodes, d->n_api_nodes, d->cap_api_nodes);
		d->api_nodes[d->n_api_nodes] = (struct peer_node){0};
		peer_node_read(&d->x, &d->api_nodes[d->n_api_nodes++], key);
	} else if (kind == KIND_PODS) {
		ARRAY_GROW(d->api_pods, d->n_api_pods, d->cap_api_pods);
		struct peer_known *known = &d->api_pods[d->n_api_pods++];

		*known = (struct peer_known){.at = -1};
		peer_pod_read(&d->x, &known->pod, key);
		known->finished = str_eq(known->pod.phase, STR("Succeeded")) ||
			str_eq(known->pod.phase, STR("Failed"));
	} else {
		do
			json_skip(d->x.r);
		while (json_key(d->x.r, &key));
	}
}

bool peer_objects_read(struct peer_dump *d, struct feed *f, struct error *e)
{
	struct items items = {.r = json_over_stream(feed_next, f), .ctx = d, .item = read_item};
	bool good;

	d->x.r = items.r;
	good = items_read(&items, e);
	if (good && !d->n_api_nodes && !d->n_api_pods)
		good = items_refuse(items.given, e);
	d->x.r = NULL;
	json_free(items.r);
	items_free(&items);
	return good;
}
