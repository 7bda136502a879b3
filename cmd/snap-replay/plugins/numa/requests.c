/* What a pod asks of zones (rules/07 B3). */
#include "plugins/numa/numa.h"

#include "model/go_numbers.h"

/* NULL: the list has no such resource. */
static const struct quantity *quantity_of(const struct amounts *a, struct str name)
{
	int low = 0, high = a->n;

	while (low < high) {
		int mid = (low + high) / 2, order = str_cmp(a->items[mid].name, name);

		if (order == 0)
			return &a->items[mid].quantity;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

/* Milli-CPU that the container has for itself: only in Guaranteed pods, and only whole CPUs. */
static double exclusive_cpu(const struct pod *pod, const struct amounts *requests)
{
	const struct quantity *q = quantity_of(requests, STR("cpu"));

	if (!pod->guaranteed || !q || go_mul(quantity_value(*q), 1000) != quantity_milli(*q))
		return 0;
	return (double)quantity_milli(*q);
}

static void set_cpu(const struct zone_slots *s, double *vector, double milli)
{
	int slot = zone_slot(s, STR("cpu"));

	if (slot >= 0)
		vector[slot] = milli;
}

/* ---- container by container ---- */

static double *container_vector(
	struct numa *p, const struct pod *pod, const struct container_request *c)
{
	const struct zone_slots *s = &p->session->c->zone_slots;
	double *v = ARENA_ARRAY(&p->session->arena, (size_t)s->count, double);

	zone_add_amounts(s, c->amounts, v);
	if (p->session->c->objects->follows.numa_whole_cpus)
		set_cpu(s, v, exclusive_cpu(pod, &c->amounts));
	return v;
}

static void by_container(struct numa *p, const struct pod *pod, struct numa_requests *r)
{
	const struct pod_spec *spec = pod->spec;
	size_t n = (size_t)spec->n_containers;

	r->concurrent = ARENA_ARRAY(&p->session->arena, n, double *);
	r->serial = ARENA_ARRAY(&p->session->arena, n, double *);
	for (int i = 0; i < spec->n_containers; i++) {
		double *v = container_vector(p, pod, &spec->containers[i]);

		if (spec->containers[i].role == CONTAINER_INIT)
			r->serial[r->n_serial++] = v;
		else
			r->concurrent[r->n_concurrent++] = v;
	}
}

/* ---- the whole pod ---- */

/* A pod's request of one resource while its containers start one after the other: the greater of
 * what runs in the end and what an init container needs with the sidecars before it. */
struct peak {
	struct quantity running, sidecars, init;
};

static struct quantity greater(struct quantity a, struct quantity b)
{
	return a.nano >= b.nano ? a : b;
}

static struct peak *peak_of(struct map *peaks, struct arena *a, struct str name)
{
	struct map_entry *e = map_put(peaks, name, NULL);

	if (!e->value)
		e->value = ARENA_NEW(a, struct peak);
	return e->value;
}

static void add_container(struct map *peaks, struct arena *a, const struct container_request *c)
{
	for (int i = 0; i < c->amounts.n; i++) {
		struct peak *k = peak_of(peaks, a, c->amounts.items[i].name);
		struct quantity q = c->amounts.items[i].quantity;

		if (c->role == CONTAINER_INIT) {
			k->init = greater(k->init, quantity_add(q, k->sidecars));
			continue;
		}
		k->running = quantity_add(k->running, q);
		if (c->role == CONTAINER_SIDECAR)
			k->sidecars = quantity_add(k->sidecars, q);
	}
}

static struct quantity pod_quantity(const struct pod_spec *spec, struct str name, struct peak k)
{
	const struct quantity *level =
		numa_is_gated(name) ? quantity_of(&spec->pod_level, name) : NULL;
	const struct quantity *more = quantity_of(&spec->overhead, name);
	struct quantity q = level ? *level : greater(k.running, k.init);

	return more ? quantity_add(q, *more) : q;
}

static double pod_exclusive_cpu(const struct pod *pod)
{
	const struct pod_spec *spec = pod->spec;
	double running = 0, sidecars = 0, init = 0;

	for (int i = 0; i < spec->n_containers; i++) {
		double cpu = exclusive_cpu(pod, &spec->containers[i].amounts);

		if (spec->containers[i].role == CONTAINER_INIT) {
			init = sidecars + cpu > init ? sidecars + cpu : init;
			continue;
		}
		running += cpu;
		if (spec->containers[i].role == CONTAINER_SIDECAR)
			sidecars += cpu;
	}
	return running > init ? running : init;
}

static void whole_pod(struct numa *p, const struct pod *pod, struct numa_requests *r)
{
	const struct zone_slots *s = &p->session->c->zone_slots;
	const struct pod_spec *spec = pod->spec;
	struct arena a = {0};
	struct map peaks = {0};
	double *v = ARENA_ARRAY(&p->session->arena, (size_t)s->count, double);

	for (int i = 0; i < spec->n_containers; i++)
		add_container(&peaks, &a, &spec->containers[i]);
	for (int i = 0; i < spec->pod_level.n; i++)
		peak_of(&peaks, &a, spec->pod_level.items[i].name);
	for (int i = 0; i < spec->overhead.n; i++)
		peak_of(&peaks, &a, spec->overhead.items[i].name);
	for (size_t i = 0; i < peaks.count; i++) {
		struct amount one = {.name = peaks.entries[i].key};

		one.quantity = pod_quantity(spec, one.name, *(struct peak *)peaks.entries[i].value);
		zone_add_amounts(s, (struct amounts){&one, 1}, v);
	}
	if (p->session->c->objects->follows.numa_whole_cpus)
		set_cpu(s, v, pod_exclusive_cpu(pod));
	map_free(&peaks);
	arena_free(&a);
	r->concurrent = ARENA_ARRAY(&p->session->arena, 1, double *);
	r->concurrent[0] = v;
	r->n_concurrent = 1;
}

const struct numa_requests *numa_requests_of(struct numa *p, const struct pod *pod, bool per_pod)
{
	struct numa_requests **kept =
		&p->requests[4 * pod->spec->id + 2 * pod->guaranteed + per_pod];
	struct numa_requests *r = *kept;

	if (r)
		return r;
	r = *kept = ARENA_NEW(&p->session->arena, struct numa_requests);
	if (per_pod)
		whole_pod(p, pod, r);
	else
		by_container(p, pod, r);
	return r;
}
