#include "model/claims.h"

#include "common/claim_gpus.h"

bool claim_wants_gpus(const struct resource_claim *c)
{
	for (int i = 0; i < c->n_requests; i++)
		if (c->requests[i].exactly && has_gpu_word(c->requests[i].device_class))
			return true;
	return false;
}

struct str claim_pod(const struct resource_claim *c)
{
	for (int i = 0; i < c->n_owners; i++)
		if (str_eq(c->owners[i].kind, STR("Pod")))
			return c->owners[i].uid;
	for (int i = 0; i < c->n_reserved_for; i++)
		if (str_eq(c->reserved_for[i].resource, STR("pods")))
			return c->reserved_for[i].uid;
	return (struct str){0};
}

struct str claim_name(const struct pod *p, const struct claim_reference *r)
{
	if (r->claim.p)
		return r->claim;
	for (int i = 0; r->templated && i < p->n_claim_names; i++)
		if (str_eq(p->claim_names[i].key, r->name) && p->claim_names[i].value.p)
			return p->claim_names[i].value;
	return (struct str){0};
}
