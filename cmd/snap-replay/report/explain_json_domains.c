/* The event of kind "domains": a choice among the domains of a topology. */
#include "report/explain_json.h"

static void amounts(struct jsonw *w, const char *key, const struct session *s,
	const struct confinement *c, const double *values)
{
	jsonw_key(w, key);
	jsonw_begin(w, '{');
	for (int slot = 0; slot < s->c->slots.count; slot++)
		if (slot_is_needed(c, slot)) {
			jsonw_keys(w, s->c->slots.names[slot]);
			jsonw_double(w, values[slot]);
		}
	jsonw_end(w, '}');
}

static struct str level_label(const struct domain_tree *t, int depth)
{
	return t && depth > 0 ? t->object->levels[depth - 1].label : STR("root");
}

static void levels(struct jsonw *w, const struct domain_tree *t)
{
	jsonw_key(w, "levels");
	jsonw_begin(w, '[');
	for (int i = 0; i < t->n_levels; i++)
		jsonw_str(w, t->object->levels[i].label);
	jsonw_end(w, ']');
}

static void failure(struct jsonw *w, const struct domain_row *row)
{
	number(w, "placed", row->placed);
	if (row->failed)
		text(w, "failed", row->failed->key);
	else
		text(w, "failedSubGroup", row->misfit);
}

static void domain(struct jsonw *w, const struct session *s, const struct confinement *c,
	const struct domain_row *row)
{
	jsonw_begin(w, '{');
	text(w, "domain", row->domain->id);
	text(w, "level", level_label(c->tree, row->domain->depth));
	text(w, "result", str_of(domain_end_words[row->end]));
	if (row->end != DOMAIN_UNCOUNTED) {
		if (row->pods != PODS_UNKNOWN)
			number(w, "holds", row->pods);
		amounts(w, "free", s, c, row->free);
		real(w, "fullness", row->ratio);
	}
	if (row->score != SCORE_NONE)
		real(w, "score", row->score);
	if (row->end == DOMAIN_FAILED)
		failure(w, row);
	jsonw_end(w, '}');
}

void domains_json(struct events *ev, const struct session *s, const struct subject *u,
	const char *action, const struct confinement *c)
{
	static const char *const ends[] = {[CHOSEN] = "failed",
		[TOPOLOGY_MISSING] = "topology-missing",
		[LEVEL_MISSING] = "level-missing",
		[TOO_LITTLE] = "too-little-room",
		[NO_DOMAIN] = "no-domain"};
	struct jsonw *w = &ev->w;
	const struct domain_row *taken = taken_row(c);

	explain_begin(ev, s, u, "domains", action);
	if (c->group.n)
		text(w, "subGroup", c->group);
	text(w, "topology", c->constraint.topology);
	if (c->tree)
		levels(w, c->tree);
	if (c->constraint.required.n)
		text(w, "required", c->constraint.required);
	if (c->constraint.preferred.n)
		text(w, "preferred", c->constraint.preferred);
	jsonw_key(w, "simulated");
	jsonw_bool(w, c->simulated);
	number(w, "pods", c->need.pods);
	amounts(w, "needed", s, c, c->need.sum);
	if (c->chosen.common)
		text(w, "within", c->chosen.common->id);
	text(w, "result", str_of(taken ? "taken" : ends[c->chosen.end]));
	if (taken)
		text(w, "taken", taken->domain->id);
	jsonw_key(w, "domains");
	jsonw_begin(w, '[');
	for (int i = 0; i < c->n_rows; i++)
		domain(w, s, c, &c->rows[i]);
	jsonw_end(w, ']');
	event_end(ev);
}
