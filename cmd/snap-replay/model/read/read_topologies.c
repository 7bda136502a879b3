/* Topologies. */
#include "model/read/reader.h"

static void read_level(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("nodeLabel", read_text, struct topology_level, label),
		FIELD("alias", read_text, struct topology_level, alias),
		FIELDS_END,
	};

	read_object(x, at, fields);
	label_mark_wanted(x, ((struct topology_level *)at)->label);
}

static void read_levels(struct reader *x, void *at)
{
	struct topology_object *t = at;

	t->levels = read_list(x, struct topology_level, read_level, &t->n_levels);
}

static void read_topology_spec(struct reader *x, void *at)
{
	static const struct field fields[] = {FIELD_SAME("levels", read_levels), FIELDS_END};

	read_object(x, at, fields);
}

void read_topology(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("metadata", read_meta, struct topology_object, meta),
		FIELD_SAME("spec", read_topology_spec),
		FIELDS_END,
	};

	read_object(x, at, fields);
}
