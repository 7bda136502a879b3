/* Where a whole pod fits: request by request (rules/07 B4). */
#include "plugins/numa/fit.h"

/* Takes the request out of the zones of the mask, one after the other. */
static void draw(struct fit *f)
{
	size_t width = (size_t)f->p->session->c->zone_slots.count;

	for (int i = 0; i < f->slots->n; i++) {
		int slot = f->slots->items[i];
		double need = f->request[slot];

		for (int k = 0; k < f->n_mask && need > 0; k++) {
			double v = fit_available(f, f->p->mask[k], slot);
			double take = v < need ? v : need;

			if (take <= 0)
				continue;
			f->p->drawn[(size_t)f->p->mask[k] * width + (size_t)slot] += take;
			need -= take;
		}
	}
}

bool numa_evaluate(struct numa *p, const struct task *t, const struct node *n)
{
	const struct numa_requests *r = numa_requests_of(p, t->pod, n->zones->per_pod);
	struct fit f = {.p = p,
		.z = n->zones,
		.slots = &p->nodes[n->index].aligned[t->pod->guaranteed],
		.drawn = p->drawn};
	size_t cells = (size_t)n->zones->n * (size_t)p->session->c->zone_slots.count;

	memset(p->drawn, 0, cells * sizeof *p->drawn);
	for (int i = 0; i < r->n_concurrent; i++) {
		f.request = r->concurrent[i];
		if (!fit_request(&f))
			return false;
		draw(&f);
	}
	f.drawn = NULL;
	for (int i = 0; i < r->n_serial; i++) {
		f.request = r->serial[i];
		if (!fit_request(&f))
			return false;
	}
	return true;
}

void numa_details(void *state, const struct task *t, const struct node *n, struct zone_details *out)
{
	struct numa *p = state;
	const struct slot_list *slots = &p->nodes[n->index].aligned[t->pod->guaranteed];

	if (!numa_aligns(p, t, n))
		return;
	out->zones = n->zones;
	out->counted = slots->items;
	out->n_counted = slots->n;
	if (numa_evaluate(p, t, n))
		return;
	out->lack = p->lack;
	out->request = p->refused;
	out->width = p->width;
	out->drawn = p->drawn_before;
}
