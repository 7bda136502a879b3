/* Metadata with the owners of an object (rules/01 1.3). */
#include "model/read/reader.h"

struct owned_meta { /* meta first: its fields are read into it as into a struct object_meta */
	struct object_meta meta;
	struct owner *owners;
	int n_owners;
};
_Static_assert(offsetof(struct owned_meta, meta) == 0, "fields of struct object_meta");

void read_owner(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("kind", read_text, struct owner, kind),
		FIELD("name", read_text, struct owner, name),
		FIELD("uid", read_text, struct owner, uid),
		FIELD("controller", read_bool, struct owner, controller),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_owners(struct reader *x, void *at)
{
	struct owned_meta *m = at;

	m->owners = read_list(x, struct owner, read_owner, &m->n_owners);
}

void read_owned_meta(
	struct reader *x, struct object_meta *meta, struct owner **owners, int *n_owners)
{
	static const struct field fields[] = {
		FIELD("name", read_text, struct object_meta, name),
		FIELD("namespace", read_text, struct object_meta, ns),
		FIELD("uid", read_text, struct object_meta, uid),
		FIELD("labels", read_labels, struct object_meta, labels),
		FIELD("annotations", read_labels, struct object_meta, annotations),
		FIELD("creationTimestamp", read_instant, struct object_meta, creation),
		FIELD("deletionTimestamp", read_instant, struct object_meta, deletion),
		FIELD_SAME("ownerReferences", read_owners),
		FIELDS_END,
	};
	struct owned_meta m = {*meta, *owners, *n_owners};

	read_object(x, &m, fields);
	read_newest(x, m.meta.creation);
	*meta = m.meta;
	*owners = m.owners;
	*n_owners = m.n_owners;
}
