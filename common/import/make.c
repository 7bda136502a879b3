/* Queues, priority classes and config maps, of what the pods say. */
#include "common/import/fill.h"
#include "common/kai_config.h"

/* ---- queues ---- */

static void write_queue(struct maker *m, struct str name)
{
	static const char *const resources[] = {"gpu", "cpu", "memory"};
	static const char *const amounts[] = {"quota", "limit", "overQuotaWeight"};
	struct jsonw w = maker_start(m);

	maker_begin(&w, STR(""), name);
	jsonw_key(&w, "spec");
	jsonw_begin(&w, '{');
	jsonw_key(&w, "resources");
	jsonw_begin(&w, '{');
	for (int i = 0; i < 3; i++) {
		jsonw_key(&w, resources[i]);
		jsonw_begin(&w, '{');
		for (int k = 0; k < 3; k++) {
			jsonw_key(&w, amounts[k]);
			jsonw_int(&w, k < 2 ? -1 : 1);
		}
		jsonw_end(&w, '}');
	}
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
	maker_add(m, KIND_QUEUES, STR(""), name);
}

/* Adds the names of the objects of a kind to a set. */
static void add_names(const struct import *im, enum kind kind, struct map *set)
{
	for (size_t i = 0; i < im->kinds[kind].n; i++)
		map_put(set, im->kinds[kind].items[i]->name, NULL);
}

void make_queues(struct maker *m)
{
	long made = 0;
	bool fresh, imported = false;

	add_names(m->im, KIND_QUEUES, &m->queues);
	for (size_t i = 0; i < m->n_made; i++) {
		struct str name = m->made[i]->queue;

		imported = imported || !name.n;
		map_put(&m->queues, name.n ? name : STR(IMPORTED_QUEUE), &fresh);
		if (!fresh)
			continue;
		made++;
		write_queue(m, name.n ? name : STR(IMPORTED_QUEUE));
	}
	if (made)
		import_assume(m->im, "%ld queue%s made, without limits: %s", made, plural_s(made),
			imported ? "of the label " QUEUE_LABEL ", and \"" IMPORTED_QUEUE
				   "\" for pods without it"
				 : "of the label " QUEUE_LABEL);
}

/* ---- priority classes ---- */

static void write_class(struct maker *m, struct str name, int64_t value)
{
	struct jsonw w = maker_start(m);

	maker_begin(&w, STR(""), name);
	jsonw_key(&w, "value");
	jsonw_int(&w, value);
	jsonw_end(&w, '}');
	maker_add(m, KIND_PRIORITY_CLASSES, STR(""), name);
}

void make_classes(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	struct map names = {0};
	long made = 0, conflicts = 0;

	add_names(m->im, KIND_PRIORITY_CLASSES, &names);
	for (size_t i = 0; i < pods->n; i++) {
		struct pod_notes *p = pods->items[i]->pod;
		struct map_entry *e;
		bool fresh;

		if (!p->priority_class.n || !p->has_priority)
			continue;
		e = map_put(&names, p->priority_class, &fresh);
		if (fresh) {
			e->value = p;
			write_class(m, p->priority_class, p->priority);
			made++;
		} else if (e->value) {
			conflicts += ((const struct pod_notes *)e->value)->priority != p->priority;
		}
	}
	if (made)
		import_assume(m->im, "%ld priority class%s made of what the pods say", made,
			made == 1 ? "" : "es");
	if (conflicts)
		import_assume(m->im,
			"%ld pod%s with another priority than the first of the same class: the first one counts",
			conflicts, plural_s(conflicts));
	map_free(&names);
}

/* ---- config maps ---- */

void make_config_maps(struct maker *m)
{
	const struct object_list *pods = list_of(m->im, KIND_PODS);
	struct map seen = {0};
	long made = 0;

	if (m->im->has_kind[KIND_CONFIG_MAPS])
		return;
	for (size_t i = 0; i < pods->n; i++) {
		const struct object *o = pods->items[i];

		for (size_t k = 0; k < o->pod->n_config_maps; k++) {
			struct str name = o->pod->config_maps[k];

			maker_set_key(m, o->ns, name, STR(""));
			if (map_get(&seen, strbuf_str(&m->text)))
				continue;
			map_put(&seen, maker_kept(m), NULL)->value = m;
			struct jsonw w = maker_start(m);
			maker_begin(&w, o->ns, name);
			jsonw_end(&w, '}');
			maker_add(m, KIND_CONFIG_MAPS, o->ns, name);
			made++;
		}
	}
	if (made)
		import_assume(m->im, "%ld config map%s that pods refer to taken to be there", made,
			plural_s(made));
	map_free(&seen);
}
