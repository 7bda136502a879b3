/* Resource claims (rules/07 C12). */
#include "common/claim_gpus.h"
#include "common/grow.h"
#include "read.h"

/* What a request, or an alternative of it, says. */
struct request_texts {
	struct strbuf class, mode;
	int64_t count;
};

static void read_request(struct reading *p, struct request_texts *t)
{
	struct str key;

	strbuf_clear(&t->class);
	strbuf_clear(&t->mode);
	t->count = 0;
	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "deviceClassName"))
			text(p->r, &t->class);
		else if (IS(key, "allocationMode"))
			text(p->r, &t->mode);
		else if (IS(key, "count"))
			t->count = integer(p->r, 0);
		else
			json_skip(p->r);
	}
}

static void use_class(struct reading *p, struct str class, uint32_t request, uint32_t alternative)
{
	struct claims *c = &p->s->claims;

	if (class.n == 0)
		return;
	ARRAY_GROW(c->class_uses, c->class_use_count, c->class_use_cap);
	c->class_uses[c->class_use_count++] =
		(struct class_use){0, request, alternative, names_put(&p->s->refs, class, NULL)};
}

/* Of alternatives none counts as a GPU (rules/01 6.5). */
static void read_alternatives(struct reading *p, struct request_texts *t, uint32_t request)
{
	if (!enter(p->r))
		return;
	for (uint32_t i = 0; json_element(p->r); i++) {
		read_request(p, t);
		use_class(p, strbuf_str(&t->class), request, i);
	}
}

static void read_requests(struct reading *p, struct claim *claim)
{
	struct request_texts t = {0};
	struct str key;

	if (!enter(p->r))
		return;
	for (uint32_t i = 0; json_element(p->r); i++) {
		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "exactly")) {
				read_request(p, &t);
				use_class(p, strbuf_str(&t.class), i, NO_INDEX);
				gpus_add(&claim->gpus,
					device_request_gpus(strbuf_str(&t.class),
						strbuf_str(&t.mode), t.count));
			} else if (IS(key, "firstAvailable")) {
				read_alternatives(p, &t, i);
			} else {
				json_skip(p->r);
			}
		}
	}
	strbuf_free(&t.class);
	strbuf_free(&t.mode);
}

static void read_spec(struct reading *p, struct claim *claim)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (!IS(key, "devices")) {
			json_skip(p->r);
		} else if (enter(p->r)) {
			while (json_key(p->r, &key)) {
				if (IS(key, "requests"))
					read_requests(p, claim);
				else
					json_skip(p->r);
			}
		}
	}
}

uint32_t device_put(struct reading *p, uint32_t pool, struct str name)
{
	strbuf_clear(&p->path);
	strbuf_add(&p->path, &pool, sizeof pool);
	strbuf_addstr(&p->path, name);
	return names_put(&p->s->claims.devices, strbuf_str(&p->path), NULL);
}

struct result_texts {
	struct strbuf driver, pool, device;
};

static void read_result(struct reading *p, struct result_texts *t, uint32_t at)
{
	struct claims *c = &p->s->claims;
	struct str key, share;
	bool shared = false;

	strbuf_clear(&t->driver);
	strbuf_clear(&t->pool);
	strbuf_clear(&t->device);
	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "driver"))
			text(p->r, &t->driver);
		else if (IS(key, "pool"))
			text(p->r, &t->pool);
		else if (IS(key, "device"))
			text(p->r, &t->device);
		else if (IS(key, "adminAccess"))
			shared = flag(p->r) || shared;
		else if (IS(key, "shareID"))
			shared = (word(p->r, &share) && share.n) || shared;
		else
			json_skip(p->r);
	}
	uint32_t pool = names_put_pair(
		&c->pool_names, strbuf_str(&t->driver), strbuf_str(&t->pool), &p->path);
	ARRAY_GROW(c->results, c->result_count, c->result_cap);
	c->results[c->result_count++] = (struct allocated_device){
		0, at, device_put(p, pool, strbuf_str(&t->device)), shared};
}

static void read_allocation(struct reading *p)
{
	struct result_texts t = {0};
	struct str key;

	json_enter(p->r);
	while (json_key(p->r, &key)) {
		if (!IS(key, "devices")) {
			json_skip(p->r);
		} else if (enter(p->r)) {
			while (json_key(p->r, &key)) {
				if (!IS(key, "results"))
					json_skip(p->r);
				else if (enter(p->r))
					for (uint32_t i = 0; json_element(p->r); i++)
						read_result(p, &t, i);
			}
		}
	}
	strbuf_free(&t.driver);
	strbuf_free(&t.pool);
	strbuf_free(&t.device);
}

/* Only pods are counted. */
static void read_reserved_for(struct reading *p)
{
	struct claims *c = &p->s->claims;
	struct str key, resource;

	if (!enter(p->r))
		return;
	for (uint32_t i = 0; json_element(p->r); i++) {
		struct reservation one = {.at = i};
		bool pod = false;

		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "resource"))
				pod = word(p->r, &resource) && IS(resource, "pods");
			else if (IS(key, "name"))
				one.pod = ref(p);
			else if (IS(key, "uid"))
				one.uid = ref_uid(p);
			else
				json_skip(p->r);
		}
		if (!pod)
			continue;
		ARRAY_GROW(c->reservations, c->reservation_count, c->reservation_cap);
		c->reservations[c->reservation_count++] = one;
	}
}

static void read_status(struct reading *p, struct claim *claim)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "allocation")) {
			if (json_null(p->r))
				continue;
			claim->allocated = true;
			read_allocation(p);
		} else if (IS(key, "reservedFor")) {
			read_reserved_for(p);
		} else {
			json_skip(p->r);
		}
	}
}

/* Gives the lists' new elements to the claim that was just identified, or drops them. */
static void keep(struct reading *p, size_t class_use, size_t result, size_t reservation)
{
	struct claims *c = &p->s->claims;

	if (p->number == 0) {
		c->class_use_count = class_use;
		c->result_count = result;
		c->reservation_count = reservation;
	}
	for (size_t i = class_use; i < c->class_use_count; i++)
		c->class_uses[i].claim = p->number;
	for (size_t i = result; i < c->result_count; i++)
		c->results[i].claim = p->number;
	for (size_t i = reservation; i < c->reservation_count; i++)
		c->reservations[i].claim = p->number;
}

void read_resource_claim(struct reading *p)
{
	struct claims *c = &p->s->claims;
	struct str key;
	struct claim claim = {.index = p->index, .first_pod = c->reservation_count};
	size_t class_use = c->class_use_count, result = c->result_count;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "spec"))
			read_spec(p, &claim);
		else if (IS(key, "status"))
			read_status(p, &claim);
		else
			json_skip(p->r);
	}
	if (json_failed(p->r))
		return;
	identify(p);
	keep(p, class_use, result, claim.first_pod);
	if (p->number == 0)
		return;
	/* Such a claim stands for what the pod requests of its device plugin. */
	if (p->has_mark[MARK_EXTENDED_CLAIM] &&
		str_eq(strbuf_str(&p->marks[MARK_EXTENDED_CLAIM]), STR("true")))
		claim.gpus = 0;
	claim.owner = p->owner;
	claim.pods = c->reservation_count - claim.first_pod;
	c->list = grow(c->list, &c->cap, p->number - 1, sizeof *c->list);
	c->list[p->number - 1] = claim;
}
