#include "model/pod_terms.h"

#include "model/selectors.h"

bool pod_term_matches(const struct pod_term *term, struct str owner, const struct pod *pod)
{
	static const struct labels none = {0};
	bool in_namespace = false;

	if (term->n_namespaces == 0 && !term->namespace_selector)
		in_namespace = same_text(owner, pod->meta.ns);
	for (int i = 0; i < term->n_namespaces && !in_namespace; i++)
		in_namespace = same_text(term->namespaces[i], pod->meta.ns);
	if (!in_namespace && !selector_matches(term->namespace_selector, &none))
		return false;
	return selector_matches(term->selector, &pod->meta.labels);
}

bool pod_terms_match(const struct pod_terms *terms, struct str owner, const struct pod *pod)
{
	for (int i = 0; i < terms->n; i++)
		if (!pod_term_matches(&terms->items[i], owner, pod))
			return false;
	return true;
}

struct key_list {
	struct str *items; /* capacity: all of them */
	int n;
};

static void add_keys(struct key_list *keys, const struct pod_terms *terms)
{
	for (int i = 0; i < terms->n; i++) {
		bool known = false;

		for (int k = 0; k < keys->n && !known; k++)
			known = same_text(keys->items[k], terms->items[i].topology_key);
		if (!known)
			keys->items[keys->n++] = terms->items[i].topology_key;
	}
}

static const struct pod_terms *terms_of(const struct pod_spec *s, enum which_terms which, bool anti)
{
	if (which == REQUIRED_TERMS)
		return anti ? &s->anti_affinity : &s->affinity;
	return anti ? &s->preferred_anti_affinity : &s->preferred_affinity;
}

/* Looks at each spec once: pods of one workload share it. */
static struct key_list collect_keys(
	const struct cluster *c, struct arena *a, enum which_terms which)
{
	unsigned char *seen = ARENA_ARRAY(a, (size_t)c->objects->n_specs, unsigned char);
	struct key_list keys = {0};
	size_t upper = 0;

	for (int i = 0; i < c->n_tasks; i++) {
		const struct pod_spec *spec = c->tasks[i].pod->spec;

		if (!seen[spec->id])
			upper += (size_t)terms_of(spec, which, false)->n +
				(size_t)terms_of(spec, which, true)->n;
		seen[spec->id] = 1;
	}
	if (upper == 0)
		return keys;
	keys.items = ARENA_ARRAY(a, upper, struct str);
	for (int i = 0; i < c->n_tasks; i++) {
		const struct pod_spec *spec = c->tasks[i].pod->spec;

		if (seen[spec->id] == 1) {
			add_keys(&keys, terms_of(spec, which, false));
			add_keys(&keys, terms_of(spec, which, true));
		}
		seen[spec->id] = 2;
	}
	return keys;
}

/* Numbers the values of the key, from d->count on. Returns the row of d->of_node. */
static int *number_values(
	struct domains *d, const struct cluster *c, struct arena *a, struct str key)
{
	int *of_node = ARENA_ARRAY(a, (size_t)c->n_nodes, int);
	struct map values = {0};

	for (int i = 0; i < c->n_nodes; i++) {
		const struct str *value = label_value(&c->nodes[i].object->meta.labels, key);
		struct map_entry *e = value ? map_put(&values, *value, NULL) : NULL;

		if (e && !e->value)
			e->value =
				(void *)(intptr_t)++d->count; /* numbers from 1: NULL means fresh */
		of_node[i] = e ? (int)(intptr_t)e->value - 1 : -1;
	}
	map_free(&values);
	return of_node;
}

bool domains_open(
	struct domains *d, const struct cluster *c, struct arena *a, enum which_terms which)
{
	struct key_list keys = collect_keys(c, a, which);

	*d = (struct domains){.keys = keys.items, .n_keys = keys.n};
	if (!keys.n)
		return false;
	d->of_node = ARENA_ARRAY(a, (size_t)d->n_keys, int *);
	for (int k = 0; k < d->n_keys; k++)
		d->of_node[k] = number_values(d, c, a, d->keys[k]);
	return true;
}

const int *domains_of_key(const struct domains *d, struct str key)
{
	for (int k = 0; k < d->n_keys; k++)
		if (same_text(d->keys[k], key))
			return d->of_node[k];
	return NULL;
}
