/* Which zones one request gets by the policy of the node (rules/07 B4). */
#include "plugins/numa/fit.h"

enum { MASKS_MAX = 1 << 20 }; /* tried for one request */

double fit_available(const struct fit *f, int zone, int slot)
{
	double v = f->z->items[zone].available[slot];

	return f->drawn ? v - f->drawn[zone * f->p->session->c->zone_slots.count + slot] : v;
}

/* The zones of the mask together have what is requested. */
static bool mask_holds(const struct fit *f, const int *mask, int n)
{
	for (int i = 0; i < f->slots->n; i++) {
		int slot = f->slots->items[i];
		double sum = 0;

		if (f->request[slot] <= 0)
			continue;
		for (int k = 0; k < n; k++)
			sum += fit_available(f, mask[k], slot);
		if (sum < f->request[slot])
			return false;
	}
	return true;
}

static bool lacks(struct fit *f, enum zone_lack why)
{
	f->p->lack = why;
	return false;
}

/* The first zone that holds the whole request. */
static bool fit_single(struct fit *f)
{
	f->n_mask = 1;
	for (int z = 0; z < f->z->n; z++) {
		f->p->mask[0] = z;
		if (mask_holds(f, &z, 1))
			return true;
	}
	return lacks(f, ZONES_NO_SINGLE);
}

/* Makes of the mask the next one of n of the zones, in the order of their lists. False: it is the
 * last. */
static bool next_mask(int *mask, int n, int zones)
{
	int i = n - 1;

	while (i >= 0 && mask[i] == zones - n + i)
		i--;
	if (i < 0)
		return false;
	mask[i]++;
	for (int k = i + 1; k < n; k++)
		mask[k] = mask[k - 1] + 1;
	return true;
}

static bool fit_several(struct fit *f, int width)
{
	int tried = 0;

	f->n_mask = width;
	for (int i = 0; i < width; i++)
		f->p->mask[i] = i;
	do {
		if (mask_holds(f, f->p->mask, width))
			return true;
		if (++tried == MASKS_MAX) {
			warn_doubt(f->p->session->warnings, STR(""), "",
				"a node with so many NUMA zones that the scheduler may not live to try their combinations: the first %d are tried",
				MASKS_MAX);
			break;
		}
	} while (next_mask(f->p->mask, width, f->z->n));
	return lacks(f, ZONES_NO_SEVERAL);
}

/* The fewest zones that could ever hold so much of the resource; 0: all together cannot. */
static int width_of(const struct node_zones *z, int i, double need)
{
	const double *sums = z->greatest + (size_t)i * (size_t)z->n;
	int width = 1;

	if (sums[z->n - 1] < need)
		return 0;
	while (sums[width - 1] < need)
		width++;
	return width;
}

/* Each resource has its width; they must be equal. */
static bool fit_restricted(struct fit *f)
{
	int width = -1, at = 0;

	f->n_mask = 0;
	for (int i = 0; i < f->slots->n; i++) {
		int slot = f->slots->items[i], w;

		if (f->request[slot] <= 0)
			continue;
		while (f->z->reported[at] != slot)
			at++;
		w = width_of(f->z, at, f->request[slot]);
		if (!w)
			return lacks(f, ZONES_TOO_SMALL);
		if (width > 0 && w != width)
			return lacks(f, ZONES_WIDTHS);
		width = f->p->width = w;
	}
	return width < 0 || (width == 1 ? fit_single(f) : fit_several(f, width));
}

static bool is_met(const struct fit *f)
{
	for (int i = 0; i < f->slots->n; i++)
		if (f->p->rest[i] > 0)
			return false;
	return true;
}

/* The zone not taken yet that covers most of the rest; -1: none covers any. */
static int best_cover(const struct fit *f)
{
	double best = 0;
	int found = -1;

	for (int z = 0; z < f->z->n; z++) {
		double cover = 0;

		for (int i = 0; i < f->slots->n && !f->p->taken[z]; i++) {
			double v = fit_available(f, z, f->slots->items[i]), rest = f->p->rest[i];

			if (rest > 0)
				cover += v < rest ? v : rest;
		}
		if (cover > best) {
			best = cover;
			found = z;
		}
	}
	return found;
}

/* Zone by zone, until the request is met. */
static bool fit_best_effort(struct fit *f)
{
	struct numa *p = f->p;
	int z;

	f->n_mask = 0;
	memset(p->taken, 0, (size_t)f->z->n * sizeof *p->taken);
	for (int i = 0; i < f->slots->n; i++)
		p->rest[i] = f->request[f->slots->items[i]];
	while (!is_met(f)) {
		z = best_cover(f);
		p->width = f->z->n;
		if (z < 0)
			return lacks(f, ZONES_NO_SEVERAL);
		p->taken[z] = true;
		p->mask[f->n_mask++] = z;
		for (int i = 0; i < f->slots->n; i++)
			p->rest[i] -= fit_available(f, z, f->slots->items[i]);
	}
	return true;
}

bool fit_request(struct fit *f)
{
	f->p->width = 1;
	f->p->refused = f->request;
	f->p->drawn_before = f->drawn;
	switch (f->z->policy) {
	case ZONES_SINGLE: return fit_single(f);
	case ZONES_RESTRICTED: return fit_restricted(f);
	case ZONES_BEST_EFFORT: return fit_best_effort(f);
	case ZONES_IGNORED: break;
	}
	return true;
}
