/* What a pod requests, by its spec, GPU annotations and claims (rules/01 6.3 steps a to g). Pods
 * with one spec and equal annotations share a struct pod_request. */
#include "model/build/build.h"

#include "model/numbers.h"

#define NANO 1000000000

struct gpu_annotations {
	const struct str *memory, *fraction, *devices, *mig_key, *mig_value;
};

static struct gpu_annotations annotations_of(struct build *b, const struct pod *p)
{
	struct gpu_annotations a = {0};
	const struct labels *l = &p->meta.annotations;
	int64_t v;

	for (int i = 0; i < l->n; i++) {
		struct str key = l->items[i].key;

		if (str_starts(key, STR("gpu-"))) {
			if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_GPU_MEMORY]))
				a.memory = &l->items[i].value;
			else if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_GPU_FRACTION]))
				a.fraction = &l->items[i].value;
			else if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_GPU_DEVICES]))
				a.devices = &l->items[i].value;
		} else if (str_starts(key, POD_ANNOTATION_PREFIX_MIG)) {
			if (parse_int64(l->items[i].value, &v)) { /* the last one wins */
				a.mig_key = &l->items[i].key;
				a.mig_value = &l->items[i].value;
			} else {
				warn_input(b->w, p->meta.name,
					"a MIG annotation of a pod is not a number: ignored");
			}
		}
	}
	return a;
}

static struct mig_request mig_of(struct build *b, struct str name, int64_t quantity)
{
	struct mig_request m = {.name = name, .slot = slots_now(b, name), .quantity = quantity};

	mig_profile(name, &m.gpus, &m.gb);
	return m;
}

/* MIG profiles that the containers request. */
static void container_mig(struct build *b, struct pod_request *r)
{
	const struct amounts *a = &r->spec->requests;

	for (int i = 0; i < a->n; i++)
		r->gpu.n_mig += resource_kind(a->items[i].name) == RES_MIG;
	if (!r->gpu.n_mig)
		return;
	r->gpu.mig = ARENA_ARRAY(&b->c->arena, (size_t)r->gpu.n_mig, struct mig_request);
	r->gpu.n_mig = 0;
	for (int i = 0; i < a->n; i++)
		if (resource_kind(a->items[i].name) == RES_MIG)
			r->gpu.mig[r->gpu.n_mig++] =
				mig_of(b, a->items[i].name, quantity_value(a->items[i].quantity));
}

static void apply_sharing(struct pod_request *r, const struct gpu_annotations *a)
{
	int64_t memory = 0, devices;
	double fraction = 0;
	bool has_memory = a->memory && parse_int64(*a->memory, &memory) && memory > 0;
	bool has_fraction = a->fraction && parse_float64(*a->fraction, &fraction) &&
		!(fraction <= 0) && !(fraction > 1);

	if (has_memory) {
		r->gpu = (struct gpu_request){.count = 1, .memory = memory};
		r->type = REQUEST_GPU_MEMORY;
	}
	if (has_fraction) {
		bool whole = fraction >= 1;

		r->gpu = (struct gpu_request){.count = whole || fraction > 0, .fraction = fraction};
		r->type = REQUEST_FRACTION;
	}
	if ((has_memory || has_fraction) && a->devices && parse_int64(*a->devices, &devices))
		r->gpu = (struct gpu_request){
			.count = devices, .fraction = fraction, .memory = memory};
}

static void fill(
	struct build *b, struct pod_request *r, const struct gpu_annotations *a, int64_t dra)
{
	int64_t quantity;

	r->gpu.count = r->spec->gpu_count;
	r->gpu.fraction = r->spec->gpu_fraction;
	container_mig(b, r);
	apply_sharing(r, a);
	r->gpu.dra = dra;
	if (a->mig_key && parse_int64(*a->mig_value, &quantity)) {
		r->gpu = (struct gpu_request){
			.mig = ARENA_NEW(&b->c->arena, struct mig_request), .n_mig = 1};
		r->gpu.mig[0] = mig_of(b, *a->mig_key, quantity);
		r->legacy_mig = true;
	}
	if (r->gpu.n_mig)
		r->type = REQUEST_MIG;
}

static void key_number(struct strbuf *t, int64_t v)
{
	strbuf_add(t, &v, sizeof v);
}

static void key_text(struct strbuf *t, const struct str *s)
{
	const char *p = s ? s->p : NULL; /* interned */

	strbuf_add(t, &p, sizeof p);
}

struct pod_request *request_of(struct build *b, const struct pod *p, int64_t dra)
{
	struct gpu_annotations a = annotations_of(b, p);
	struct strbuf *t = &b->text;
	struct map_entry *e;
	struct pod_request *r;
	bool fresh;

	/* A MIG annotation gets a slot only when its name has one by now: pods are taken in
	 * snapshot order (rules/01 6.3). */
	for (int i = 0; i < p->spec->n_request_names; i++)
		slots_add(b, p->spec->request_names[i]);
	if (a.mig_key && slots_now(b, *a.mig_key) < 0)
		warn_input(b->w, p->meta.name,
			"MIG annotation for a profile that no node and no earlier pod has: not counted");
	strbuf_clear(t);
	key_number(t, p->spec->id);
	key_number(t, dra);
	key_text(t, a.memory);
	key_text(t, a.fraction);
	key_text(t, a.devices);
	key_text(t, a.mig_key);
	key_text(t, a.mig_value);
	key_number(t, a.mig_key ? slots_now(b, *a.mig_key) : 0);
	e = map_put(&b->requests, strbuf_str(t), &fresh);
	if (!fresh)
		return e->value;
	e->key = arena_str(&b->c->arena, e->key);
	e->value = r = ARENA_NEW(&b->c->arena, struct pod_request);
	r->spec = p->spec;
	fill(b, r, &a, dra);
	return r;
}

/* A quantity in the units of its slot. Sums of CPU and memory over containers are floating-point
 * numbers in the scheduler, so here they may exceed 64 bits. */
static double counted(enum resource_kind kind, struct quantity q)
{
	if (kind == RES_CPU || kind == RES_MEMORY) {
		/* Whole milli-CPU and bytes: the fraction is dropped. */
		__extension__ const __int128 units =
			q.nano / (kind == RES_CPU ? NANO / 1000 : NANO);

		return (double)units;
	}
	return (double)(kind == RES_SCALAR ? quantity_milli(q) : quantity_value(q));
}

static void fill_vector(struct build *b, struct pod_request *r)
{
	const struct amounts *a = &r->spec->requests;
	double *v = ARENA_ARRAY(&b->c->arena, (size_t)b->c->slots.count, double);

	for (int i = 0; i < a->n; i++) {
		enum resource_kind kind = resource_kind(a->items[i].name);
		int slot = kind == RES_CPU   ? SLOT_CPU
			: kind == RES_MEMORY ? SLOT_MEMORY
					     : slots_now(b, a->items[i].name);

		if (slot >= 0)
			v[slot] = counted(kind, a->items[i].quantity);
	}
	v[SLOT_PODS] = 1;
	v[SLOT_GPU] = gpu_request_gpus(&r->gpu) + (double)r->gpu.dra;
	for (int i = 0; i < r->gpu.n_mig; i++)
		if (r->gpu.mig[i].slot >= 0)
			v[r->gpu.mig[i].slot] = (double)r->gpu.mig[i].quantity;
	r->vector = v;
}

/* Requests that all checks of resources treat alike get the same class. */
static void set_class(struct build *b, struct pod_request *r)
{
	struct strbuf *t = &b->text;
	struct map_entry *e;
	bool fresh;

	strbuf_clear(t);
	key_number(t, r->type);
	key_number(t, r->legacy_mig);
	key_number(t, r->gpu.count);
	strbuf_add(t, &r->gpu.fraction, sizeof r->gpu.fraction);
	key_number(t, r->gpu.memory);
	key_number(t, r->gpu.dra);
	for (int i = 0; i < r->gpu.n_mig; i++) {
		key_text(t, &r->gpu.mig[i].name);
		key_number(t, r->gpu.mig[i].slot);
		key_number(t, r->gpu.mig[i].quantity);
	}
	strbuf_add(t, r->vector, (size_t)b->c->slots.count * sizeof *r->vector);
	e = map_put(&b->request_classes, strbuf_str(t), &fresh);
	if (fresh) {
		e->key = arena_str(&b->c->arena, e->key);
		r->class = b->n_request_classes++;
		e->value = r;
	} else {
		r->class = ((const struct pod_request *)e->value)->class;
	}
}

static bool is_count(int64_t n)
{
	return n >= 0 && n <= UINT32_MAX;
}

/* See cluster.odd_gpus. */
static bool holds_none_or_more(const struct gpu_request *g)
{
	for (int i = 0; i < g->n_mig; i++)
		if (!is_count(g->mig[i].gpus) || !is_count(g->mig[i].quantity))
			return false;
	return is_count(g->count) && is_count(g->dra) && g->fraction >= 0 && g->fraction <= 1 &&
		g->memory == 0;
}

void build_request_vectors(struct build *b)
{
	for (size_t i = 0; i < b->requests.count; i++) {
		struct pod_request *r = b->requests.entries[i].value;

		fill_vector(b, r);
		set_class(b, r);
		b->c->odd_gpus |= !holds_none_or_more(&r->gpu);
	}
}
