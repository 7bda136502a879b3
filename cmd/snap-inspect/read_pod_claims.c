/* The claims that pods and bind requests name (rules/07 C3 and C4). */
#include "common/grow.h"
#include "read.h"

void read_pod_claims(struct reading *p)
{
	struct claims *c = &p->s->claims;
	struct str key, template;

	if (!enter(p->r))
		return;
	for (uint32_t i = 0; json_element(p->r); i++) {
		struct pod_claim use = {.at = i};

		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "name"))
				use.name = ref(p);
			else if (IS(key, "resourceClaimName"))
				use.claim = ref(p);
			else if (IS(key, "resourceClaimTemplateName"))
				use.template = word(p->r, &template) && template.n;
			else
				json_skip(p->r);
		}
		ARRAY_GROW(c->of_pods, c->of_pods_count, c->of_pods_cap);
		c->of_pods[c->of_pods_count++] = use;
	}
}

void read_claim_statuses(struct reading *p)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_element(p->r)) {
		struct claim_status status = {0, 0};

		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "name"))
				status.name = ref(p);
			else if (IS(key, "resourceClaimName"))
				status.claim = ref(p);
			else
				json_skip(p->r);
		}
		ARRAY_GROW(p->statuses, p->status_count, p->status_cap);
		p->statuses[p->status_count++] = status;
	}
}

/* "ns/name", in refs. */
static uint32_t in_namespace(struct reading *p, uint32_t name)
{
	if (p->ns.len == 0 || name == 0)
		return name;
	strbuf_clear(&p->path);
	strbuf_addstr(&p->path, strbuf_str(&p->ns));
	strbuf_addc(&p->path, '/');
	strbuf_addstr(&p->path, names_text(&p->s->refs, name));
	return names_put(&p->s->refs, strbuf_str(&p->path), NULL);
}

/* Of the entries of status each is looked at once, of whatever number. */
void keep_pod_claims(struct reading *p, size_t first)
{
	struct claims *c = &p->s->claims;

	if (p->number == 0)
		c->of_pods_count = first;
	for (size_t i = 0; i < p->status_count && first < c->of_pods_count; i++) {
		uint32_t name = p->statuses[i].name;

		p->claim_of = grow(p->claim_of, &p->claim_of_cap, name, sizeof *p->claim_of);
		p->claim_of[name] = p->statuses[i].claim;
	}
	for (size_t i = first; i < c->of_pods_count; i++) {
		struct pod_claim *use = &c->of_pods[i];

		use->pod = p->number;
		use->template = use->template && use->claim == 0;
		if (use->template && use->name < p->claim_of_cap)
			use->claim = p->claim_of[use->name];
		use->claim = in_namespace(p, use->claim);
	}
	for (size_t i = 0; i < p->status_count; i++)
		if (p->statuses[i].name < p->claim_of_cap)
			p->claim_of[p->statuses[i].name] = 0;
	p->status_count = 0;
}

void read_bind_claims(struct reading *p)
{
	struct claims *c = &p->s->claims;
	struct str key;

	if (!enter(p->r))
		return;
	for (uint32_t i = 0; json_element(p->r); i++) {
		struct bind_claim use = {(uint32_t)p->s->bind_count, i, 0};

		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "name"))
				use.name = ref(p);
			else
				json_skip(p->r);
		}
		ARRAY_GROW(c->of_binds, c->of_binds_count, c->of_binds_cap);
		c->of_binds[c->of_binds_count++] = use;
	}
}
