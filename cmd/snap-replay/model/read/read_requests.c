/* What the containers of a pod request together (rules/01 6.3 steps 1 to 3). */
#include "common/doubts.h"
#include "model/go_numbers.h"
#include "model/read/pod_parts.h"
#include "model/resources.h"

#define NANO 1000000000

struct gpu_part { /* fraction of each of count devices */
	double fraction;
	int64_t count;
};
struct containers_request {
	struct amounts amounts; /* rounded by kind; without GPUs */
	struct gpu_part gpu;
};

__extension__ typedef __int128 wide;

/* A container's request as a number: decimals, whose sums wrap. */
static struct quantity whole_quantity(int64_t n)
{
	return (struct quantity){.nano = (wide)n * NANO, .scale = -9};
}

static struct quantity milli_quantity(int64_t n)
{
	return (struct quantity){.nano = (wide)n * (NANO / 1000), .scale = -9};
}

static struct quantity bigger(struct quantity a, struct quantity b)
{
	return a.nano > b.nano ? a : b;
}

/* The sum of counts in 64 bits; CPUs and memory are added as floating-point numbers, which do
 * not wrap. */
static struct quantity wrapped(struct str name, struct quantity q)
{
	enum resource_kind kind = resource_kind(name);

	if (quantity_milli_fits(q) || kind == RES_CPU || kind == RES_MEMORY)
		return q;
	return kind == RES_SCALAR ? milli_quantity(quantity_milli(q))
				  : whole_quantity(quantity_value(q));
}

static struct quantity counts_add(struct quantity a, struct quantity b)
{
	return (struct quantity){.nano = a.nano + b.nano, .scale = -9};
}

/* Both lists are in name order; so is the result. A name missing in one counts as 0 there. */
static struct amounts merge(struct reader *x, struct amounts a, struct amounts b,
	struct quantity op(struct quantity, struct quantity))
{
	size_t begin = list_begin(x);
	int i = 0, j = 0;
	struct amounts result;

	while (i < a.n || j < b.n) {
		int order = i == a.n ? 1
			: j == b.n   ? -1
				     : str_cmp(a.items[i].name, b.items[j].name);
		struct amount m = {.quantity.fast = true};

		if (order < 0)
			m.quantity = op(a.items[i].quantity, m.quantity);
		else if (order > 0)
			m.quantity = op(m.quantity, b.items[j].quantity);
		else
			m.quantity = op(a.items[i].quantity, b.items[j].quantity);
		m.name = order > 0 ? b.items[j].name : a.items[i].name;
		m.quantity = op == counts_add ? wrapped(m.name, m.quantity) : m.quantity;
		i += order <= 0;
		j += order >= 0;
		list_add(x, &m, sizeof m);
	}
	result.items = list_end(x, begin, sizeof *result.items, &result.n);
	return result;
}

static void add_devices(struct gpu_part *g, int64_t v)
{
	if (v >= 1) {
		g->count = go_add(g->count, v);
		g->fraction = 1;
	} else {
		g->fraction += (double)v;
		g->count = 1;
	}
}

static struct quantity rounded(struct str name, struct quantity q)
{
	enum resource_kind kind = resource_kind(name);

	return kind == RES_CPU || kind == RES_SCALAR ? milli_quantity(quantity_milli(q))
						     : whole_quantity(quantity_value(q));
}

/* Quantities in the scheduler's units; leaves out names that it does not count. */
static struct containers_request convert(struct reader *x, struct amounts a)
{
	size_t begin = list_begin(x);
	struct containers_request r = {0};

	for (int i = 0; i < a.n; i++) {
		enum resource_kind kind = resource_kind(a.items[i].name);
		struct amount m = {.name = a.items[i].name,
			.quantity = rounded(a.items[i].name, a.items[i].quantity)};

		if (kind == RES_GPU)
			add_devices(&r.gpu, quantity_value(a.items[i].quantity));
		else if (kind != RES_OTHER && kind != RES_PODS)
			list_add(x, &m, sizeof m);
	}
	r.amounts.items = list_end(x, begin, sizeof *r.amounts.items, &r.amounts.n);
	return r;
}

/* Amounts without MIG profiles, which are left out where GPU fractions differ (rules/01 6.3). */
static struct amounts without_mig(struct reader *x, struct amounts a)
{
	size_t begin = list_begin(x);

	for (int i = 0; i < a.n; i++)
		if (resource_kind(a.items[i].name) != RES_MIG)
			list_add(x, &a.items[i], sizeof a.items[i]);
	a.items = list_end(x, begin, sizeof *a.items, &a.n);
	return a;
}

static void set_error(struct reader *x, struct pod_spec *s)
{
	if (!s->request_error.p)
		s->request_error =
			objects_intern(x->o, STR("GPU portions of the containers differ"));
}

static void add_request(struct reader *x, struct containers_request *to,
	const struct containers_request *r, struct pod_spec *s)
{
	bool fits = true;

	if (to->gpu.fraction == 0 && to->gpu.count == 0)
		to->gpu = r->gpu;
	else if (r->gpu.fraction != 0 || r->gpu.count != 0) {
		fits = to->gpu.fraction == r->gpu.fraction;
		if (fits)
			to->gpu.count = go_add(to->gpu.count, r->gpu.count);
		else
			set_error(x, s);
	}
	to->amounts =
		merge(x, to->amounts, fits ? r->amounts : without_mig(x, r->amounts), counts_add);
}

static void max_request(struct reader *x, struct containers_request *to,
	const struct containers_request *r, struct pod_spec *s)
{
	bool fits = to->gpu.fraction == 0 || r->gpu.fraction == 0 ||
		to->gpu.fraction == r->gpu.fraction;

	if (!fits)
		set_error(x, s);
	else if (gpu_round(r->gpu.fraction, r->gpu.count) >
		gpu_round(to->gpu.fraction, to->gpu.count))
		to->gpu = r->gpu;
	to->amounts = merge(x, to->amounts, fits ? r->amounts : without_mig(x, r->amounts), bigger);
}

static void add_names(struct reader *x, const struct containers *c)
{
	for (int i = 0; c && i < c->n; i++)
		for (int k = 0; k < c->items[i].requests.n; k++) {
			const struct str *name = &c->items[i].requests.items[k].name;
			enum resource_kind kind = resource_kind(*name);

			if (kind == RES_MIG || kind == RES_BYTES || kind == RES_SCALAR)
				list_add(x, name, sizeof *name);
		}
}

/* Sets request_names. */
static void note_names(struct reader *x, const struct containers *main,
	const struct containers *init, struct pod_spec *s)
{
	size_t begin = list_begin(x);

	add_names(x, main);
	add_names(x, init);
	s->request_names = named_end(x, begin, sizeof *s->request_names, &s->n_request_names);
}

static void doubt_amounts(const struct amounts *a, struct pod_spec *s)
{
	for (int i = 0; i < a->n; i++) {
		s->negative |= a->items[i].quantity.nano < 0;
		s->huge |= a->items[i].quantity.nano >= 0 &&
			doubtful_amount(a->items[i].name, a->items[i].quantity);
	}
}

static struct amounts with_overhead(
	struct reader *x, struct amounts requests, const struct pod_spec *s)
{
	return merge(x, requests, without_mig(x, convert(x, s->overhead).amounts), counts_add);
}

/* NULL: it is as it is now. */
static struct plain_requests *plain_requests(struct reader *x, struct containers_request total,
	const struct containers *init, struct pod_spec *s)
{
	struct plain_requests *p;
	bool sidecar = false;

	for (int i = 0; init && i < init->n; i++)
		sidecar |= init->items[i].always;
	if (!sidecar)
		return NULL;
	for (int i = 0; i < init->n; i++) {
		struct containers_request r = convert(x, init->items[i].requests);

		max_request(x, &total, &r, s);
	}
	p = ARENA_NEW(&x->o->arena, struct plain_requests);
	p->requests = with_overhead(x, total.amounts, s);
	p->gpu_fraction = total.gpu.fraction;
	p->gpu_count = total.gpu.count;
	return p;
}

void sum_requests(struct reader *x, const struct containers *main, const struct containers *init,
	struct pod_spec *s)
{
	struct amounts sum = {0};
	struct containers_request total, sidecars = {0}, peak = {0};

	doubt_amounts(&s->overhead, s);
	for (int i = 0; main && i < main->n; i++) {
		sum = merge(x, sum, main->items[i].requests, quantity_add);
		doubt_amounts(&main->items[i].requests, s);
	}
	total = convert(x, sum);
	s->plain = plain_requests(x, total, init, s);
	for (int i = 0; init && i < init->n; i++) {
		struct containers_request r = convert(x, init->items[i].requests);

		doubt_amounts(&init->items[i].requests, s);
		if (init->items[i].always) {
			add_request(x, &sidecars, &r, s);
		} else {
			add_request(x, &r, &sidecars, s);
			max_request(x, &peak, &r, s);
		}
	}
	add_request(x, &total, &sidecars, s);
	max_request(x, &total, &peak, s);
	s->requests = with_overhead(x, total.amounts, s);
	s->gpu_fraction = total.gpu.fraction;
	s->gpu_count = total.gpu.count;
	note_names(x, main, init, s);
}
