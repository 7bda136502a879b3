/* What a pod requests, as kube-scheduler sums it up: containers with sidecars, or the init
 * container that needs most; or what the pod as a whole is given; and the overhead. While a
 * container's size changes, the largest of what it asks for, is given and has counts; what is
 * infeasible does not. */
#include <stdlib.h>
#include "common/grow.h"
#include "peer_object.h"

/* A pod with more containers is not looked up by their names. */
enum { MOST_CONTAINERS = 1000 };

/* `requests` of the next value, behind x->pool. */
static bool read_requests(struct peer_reader *x)
{
	struct str key;

	if (!peer_enter(x->r))
		return false;
	while (json_key(x->r, &key))
		if (str_eq(key, STR("requests")))
			peer_amounts_read(x);
		else
			json_skip(x->r);
	return true;
}

static void read_name(struct peer_reader *x, size_t *at, size_t *n)
{
	struct str name;

	*at = x->text.len;
	*n = 0;
	if (json_null(x->r) || !json_string(x->r, &name))
		return;
	strbuf_addstr(&x->text, name);
	*n = name.n;
}

static bool read_ports(struct peer_reader *x)
{
	struct str key;
	int64_t port;
	bool any = false;

	if (!peer_enter(x->r))
		return false;
	while (json_element(x->r)) {
		if (!peer_enter(x->r))
			continue;
		while (json_key(x->r, &key))
			if (str_eq(key, STR("hostPort")) && !json_null(x->r))
				any = (json_int(x->r, &port) && port != 0) || any;
			else
				json_skip(x->r);
	}
	return any;
}

static void read_container(struct peer_reader *x, bool init, bool *ports)
{
	struct peer_container c = {.init = init, .from = x->n_pool};
	struct str key, policy;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("resources")))
			read_requests(x);
		else if (str_eq(key, STR("name")))
			read_name(x, &c.name, &c.name_n);
		else if (str_eq(key, STR("ports")))
			*ports = read_ports(x) || *ports;
		else if (init && str_eq(key, STR("restartPolicy")))
			c.sidecar = !json_null(x->r) && json_string(x->r, &policy) &&
				str_eq(policy, STR("Always"));
		else
			json_skip(x->r);
	}
	c.n = x->n_pool - c.from;
	ARRAY_GROW(x->containers, x->n_containers, x->cap_containers);
	x->containers[x->n_containers++] = c;
}

void peer_containers_read(struct peer_reader *x, bool init, bool *ports)
{
	if (!peer_enter(x->r))
		return;
	while (json_element(x->r))
		read_container(x, init, ports);
}

static struct peer_container *called(struct peer_reader *x, size_t at, size_t n)
{
	struct str name = strbuf_part(&x->text, at, at + n);

	for (size_t i = 0; i < x->n_containers && x->n_containers <= MOST_CONTAINERS; i++) {
		struct peer_container *c = &x->containers[i];

		if (str_eq(name, strbuf_part(&x->text, c->name, c->name + c->name_n)))
			return c;
	}
	return NULL;
}

/* Only a status that has resources counts. */
static void read_status(struct peer_reader *x)
{
	size_t from = x->n_pool, at = 0, n = 0;
	struct peer_container *c;
	bool resources = false;
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("resources")))
			resources = read_requests(x);
		else if (str_eq(key, STR("allocatedResources")))
			peer_amounts_read(x);
		else if (str_eq(key, STR("name")))
			read_name(x, &at, &n);
		else
			json_skip(x->r);
	}
	c = resources ? called(x, at, n) : NULL;
	if (!c)
		return;
	c->told = from;
	c->n_told = x->n_pool - from;
	c->has_told = true;
}

void peer_statuses_read(struct peer_reader *x)
{
	if (!peer_enter(x->r))
		return;
	while (json_element(x->r))
		read_status(x);
}

void peer_pod_resources_read(struct peer_reader *x, struct sum *to)
{
	size_t from = x->n_pool;

	read_requests(x);
	for (size_t i = from; i < x->n_pool; i++)
		sum_add(to, x->pool[i].resource, x->pool[i].n);
	x->n_pool = from;
}

void peer_requests_begin(struct peer_reader *x)
{
	struct sum *sums[] = {&x->overhead, &x->level, &x->sum, &x->sidecars, &x->peak, &x->one};

	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		sum_clear(sums[i]);
	strbuf_clear(&x->text);
	x->n_pool = x->n_containers = 0;
	x->infeasible = false;
}

/* What one container requests, in x->one. */
static void one_container(struct peer_reader *x, const struct peer_container *c)
{
	sum_clear(&x->one);
	if (!c->has_told || !x->infeasible)
		for (size_t i = c->from; i < c->from + c->n; i++)
			sum_max(&x->one, x->pool[i].resource, x->pool[i].n);
	for (size_t i = c->told; i < c->told + c->n_told; i++)
		sum_max(&x->one, x->pool[i].resource, x->pool[i].n);
}

/* Of the requests of a pod as a whole, those of CPUs, memory and huge pages count. */
static bool counts_for_pods(const struct peer_reader *x, uint32_t resource)
{
	return resource == RESOURCE_CPU || resource == RESOURCE_MEMORY ||
		str_starts(names_text(&x->resources, resource), STR("hugepages-"));
}

void peer_requests_end(struct peer_reader *x)
{
	for (size_t i = 0; i < x->n_containers; i++) {
		const struct peer_container *c = &x->containers[i];

		one_container(x, c);
		if (!c->init || c->sidecar)
			sum_add_all(&x->sum, &x->one);
		if (!c->init)
			continue;
		sum_add_all(
			c->sidecar ? &x->sidecars : &x->one, c->sidecar ? &x->one : &x->sidecars);
		sum_max_all(&x->peak, c->sidecar ? &x->sidecars : &x->one);
	}
	sum_max_all(&x->sum, &x->peak);
	for (size_t i = 0; i < x->level.n; i++) {
		uint32_t resource = x->level.has[i];

		if (counts_for_pods(x, resource))
			sum_set(&x->sum, resource, x->level.of[resource]);
	}
	sum_add_all(&x->sum, &x->overhead);
}
