/* Amounts of all resources, whatever they are called: of nodes, and of what pods request. */
#ifndef INSPECT_PEER_AMOUNTS_H
#define INSPECT_PEER_AMOUNTS_H
#include "common/arena.h"
#include "common/jsonw.h"
#include "names.h"

/* Numbers of resources that have a meaning here; others follow as they come. */
enum { RESOURCE_CPU = 1, RESOURCE_MEMORY, RESOURCE_PODS, RESOURCE_STORAGE, RESOURCE_FIRST_OTHER };
void resources_begin(struct names *resources);

/* In thousandths of the resource's unit, at most INT64_MAX. */
struct amount {
	uint32_t resource;
	int64_t n;
};
/* Sorted by the number of the resource. */
struct amounts_of {
	struct amount *items;
	size_t n;
};

/* A sum under way. Start with {0}; sum_free releases it. */
struct sum {
	int64_t *of; /* by the number of the resource; 0 where it is not in `has` */
	bool *in;
	size_t cap, cap_in;
	uint32_t *has;
	size_t n, cap_has;
};

void sum_add(struct sum *s, uint32_t resource, int64_t n);
/* At least n. */
void sum_max(struct sum *s, uint32_t resource, int64_t n);
void sum_set(struct sum *s, uint32_t resource, int64_t n);
void sum_add_all(struct sum *s, const struct sum *other);
void sum_max_all(struct sum *s, const struct sum *other);
void sum_add_amounts(struct sum *s, const struct amounts_of *a, int sign);
void sum_clear(struct sum *s);
/* The amounts, in the arena; the sum is empty then. */
struct amounts_of sum_take(struct sum *s, struct arena *arena);
void sum_free(struct sum *s);

/* 0: it is not there. */
int64_t amounts_get(const struct amounts_of *a, uint32_t resource);
/* GPUs of all makers. */
int64_t amounts_gpus(const struct amounts_of *a, const struct names *resources);
/* As far as n tells it: whole units, rounded up; of CPUs thousandths. */
int64_t amount_units(uint32_t resource, int64_t n);

struct amount_shown {
	struct str name;
	uint32_t resource;
	int64_t n; /* thousandths */
};
/* a->n amounts: CPUs, memory, pods and storage, then others by name. The caller frees them. */
struct amount_shown *amounts_shown(const struct amounts_of *a, const struct names *resources);
/* The same as one object. */
void amounts_json(struct jsonw *w, const char *key, const struct amounts_of *a,
	const struct names *resources);

/* Sums do not wrap. */
int64_t add_saturating(int64_t a, int64_t b);

#endif
