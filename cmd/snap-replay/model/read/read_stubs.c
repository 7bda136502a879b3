/* Finished pods as the scheduler's cache keeps them from v0.17.1 on (rules/08 5). */
#include "model/read/pod_parts.h"

/* Leaves of *l the one item of that key. */
static void keep_only(struct labels *l, struct str key)
{
	for (int i = 0; i < l->n; i++)
		if (str_eq(l->items[i].key, key)) {
			l->items[0] = l->items[i];
			l->n = 1;
			return;
		}
	*l = (struct labels){0};
}

static void make_stub(struct pod *p, struct pod_spec *empty)
{
	struct object_meta m = {
		.name = p->meta.name,
		.ns = p->meta.ns,
		.uid = p->meta.uid,
		.labels = p->meta.labels,
		.annotations = p->meta.annotations,
		.creation = TIME_ZERO,
		.deletion = TIME_ZERO,
	};

	keep_only(&m.labels, label_keys[LABEL_SUBGROUP]);
	keep_only(&m.annotations, pod_annotation_keys[POD_ANNOTATION_POD_GROUP]);
	*p = (struct pod){.meta = m, .spec = empty, .phase = p->phase};
}

void make_stubs(struct reader *x)
{
	struct pod_spec *empty = NULL;

	for (int i = 0; i < x->o->pods.n; i++) {
		struct pod *p = x->o->pods.items[i];

		if (!str_eq(p->phase, STR("Succeeded")))
			continue;
		if (!empty)
			empty = pod_spec_make(x, &(struct pod_spec_key){0});
		make_stub(p, empty);
	}
}
