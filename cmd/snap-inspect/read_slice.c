/* Resource slices: the devices that drivers offer (rules/07 C8 and C12). */
#include "common/grow.h"
#include "read.h"

struct slice_texts {
	struct strbuf driver, pool;
	size_t first_name; /* of the devices, in refs by slice_devices, until the pool is known */
};

static void read_pool(struct reading *p, struct slice *slice, struct slice_texts *t)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "name"))
			text(p->r, &t->pool);
		else if (IS(key, "generation"))
			slice->generation = integer(p->r, 0);
		else if (IS(key, "resourceSliceCount"))
			slice->expected = integer(p->r, 0);
		else
			json_skip(p->r);
	}
}

/* Keeps the names: the pool may be told behind the devices. */
static void read_devices(struct reading *p)
{
	struct claims *c = &p->s->claims;
	struct str key;

	if (!enter(p->r))
		return;
	while (json_element(p->r)) {
		uint32_t name = 0;

		if (enter(p->r)) {
			while (json_key(p->r, &key)) {
				if (IS(key, "name"))
					name = ref(p);
				else
					json_skip(p->r);
			}
		}
		ARRAY_GROW(c->slice_devices, c->slice_device_count, c->slice_device_cap);
		c->slice_devices[c->slice_device_count++] = name;
	}
}

static void read_spec(struct reading *p, struct slice *slice, struct slice_texts *t)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "driver"))
			text(p->r, &t->driver);
		else if (IS(key, "pool"))
			read_pool(p, slice, t);
		else if (IS(key, "nodeName"))
			slice->node = ref(p);
		else if (IS(key, "allNodes"))
			slice->all_nodes = flag(p->r);
		else if (IS(key, "devices"))
			read_devices(p);
		else
			json_skip(p->r);
	}
}

static void keep(struct reading *p, struct slice slice, const struct slice_texts *t)
{
	struct claims *c = &p->s->claims;

	if (p->number == 0) {
		c->slice_device_count = slice.first_device;
		return;
	}
	slice.pool = names_put_pair(
		&c->pool_names, strbuf_str(&t->driver), strbuf_str(&t->pool), &p->path);
	slice.devices = c->slice_device_count - slice.first_device;
	for (size_t i = slice.first_device; i < c->slice_device_count; i++)
		c->slice_devices[i] =
			device_put(p, slice.pool, names_text(&p->s->refs, c->slice_devices[i]));
	c->slices = grow(c->slices, &c->slice_cap, p->number - 1, sizeof *c->slices);
	c->slices[p->number - 1] = slice;
}

void read_resource_slice(struct reading *p)
{
	struct str key;
	struct slice slice = {.index = p->index, .first_device = p->s->claims.slice_device_count};
	struct slice_texts t = {0};

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "spec"))
			read_spec(p, &slice, &t);
		else
			json_skip(p->r);
	}
	if (!json_failed(p->r)) {
		identify(p);
		keep(p, slice, &t);
	}
	strbuf_free(&t.driver);
	strbuf_free(&t.pool);
}
