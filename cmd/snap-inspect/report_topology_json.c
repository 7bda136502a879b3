/* Topologies as JSON: all domains. */
#include "report_parts.h"

static void room_json(struct jsonw *w, const struct room *room)
{
	report_number(w, "nodes", room->nodes);
	jsonw_key(w, "gpus");
	jsonw_begin(w, '{');
	jsonw_key(w, "total");
	jsonw_double(w, room->gpus);
	jsonw_key(w, "used");
	jsonw_double(w, room->used);
	jsonw_key(w, "free");
	jsonw_double(w, room_free(room));
	jsonw_end(w, '}');
}

static void levels_json(struct jsonw *w, const struct topology_view *v)
{
	jsonw_key(w, "levels");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < v->topology->count; i++) {
		uint32_t alias = v->s->topologies.levels[v->topology->first + i].alias;

		jsonw_begin(w, '{');
		jsonw_key(w, "label");
		jsonw_str(w, level_label(v, i));
		if (alias) {
			jsonw_key(w, "alias");
			jsonw_str(w, names_text(&v->s->refs, alias));
		}
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void domains_json(struct jsonw *w, const struct topology_view *v)
{
	uint32_t path[LEVELS_MAX];

	jsonw_key(w, "domains");
	jsonw_begin(w, '[');
	for (size_t i = 0; i < v->tree.count; i++) {
		const struct domain *d = &v->tree.domains[i];

		path[d->depth] = d->label;
		jsonw_begin(w, '{');
		jsonw_key(w, "level");
		jsonw_str(w, level_label(v, d->depth));
		jsonw_key(w, "path");
		jsonw_begin(w, '[');
		for (unsigned l = 0; l <= d->depth; l++)
			jsonw_str(w, names_second(&v->s->topologies.labels, path[l]));
		jsonw_end(w, ']');
		room_json(w, &d->room);
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

static void topology_json(struct jsonw *w, const struct topology_view *v)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "name");
	jsonw_str(w, names_text(&v->s->ids[KIND_TOPOLOGIES], v->number));
	levels_json(w, v);
	report_number(w, "podGroups", v->topology->pod_groups);
	if (!v->unusable) {
		room_json(w, &v->tree.inside);
		jsonw_key(w, "lackingLabels");
		jsonw_begin(w, '{');
		room_json(w, &v->tree.without);
		jsonw_end(w, '}');
		domains_json(w, v);
	}
	jsonw_end(w, '}');
}

void topologies_json(struct jsonw *w, const struct summary *s)
{
	jsonw_key(w, "topologies");
	jsonw_begin(w, '[');
	for (uint32_t i = 1; i <= s->ids[KIND_TOPOLOGIES].count; i++) {
		struct topology_view v;

		topology_view_open(&v, s, i);
		topology_json(w, &v);
		topology_view_close(&v);
	}
	jsonw_end(w, ']');
}
