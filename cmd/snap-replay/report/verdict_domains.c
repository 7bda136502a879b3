/* The verdict on pods that a topology confines to one of its domains. Too little room:
 * verdict_domain_room.c. */
#include "report/verdict.h"

/* ---- what no eviction can mend ---- */

static void topology_missing(
	struct session *s, const struct confinement *c, struct explain_verdict *v)
{
	struct str name = c->constraint.topology;

	v->reason = REASON_NO_TOPOLOGY;
	strbuf_addf(&v->b, "topology " STR_FMT ", to which it is constrained, does not exist",
		STR_ARG(name));
	change_add(explain_at(s), v, CHANGE_TOPOLOGY, name, "a topology " STR_FMT, STR_ARG(name));
}

static void level_missing(struct session *s, const struct confinement *c, struct explain_verdict *v)
{
	struct str required = c->constraint.required, preferred = c->constraint.preferred,
		   topology = c->constraint.topology;
	int must = tree_depth(c->tree, required), wish = tree_depth(c->tree, preferred);
	struct strbuf levels = {0};

	level_names(&levels, c->tree);
	v->reason = REASON_NO_LEVEL;
	if (!required.n && !preferred.n)
		strbuf_addf(&v->b,
			"its constraint to topology " STR_FMT
			" names no level, neither required nor preferred",
			STR_ARG(topology));
	else if ((required.n && must == LEVEL_UNKNOWN) || wish == LEVEL_UNKNOWN)
		strbuf_addf(&v->b, "topology " STR_FMT " has no level " STR_FMT ", which it %s",
			STR_ARG(topology),
			STR_ARG(required.n && must == LEVEL_UNKNOWN ? required : preferred),
			required.n && must == LEVEL_UNKNOWN ? "requires" : "prefers");
	else
		strbuf_addf(&v->b,
			"it prefers level " STR_FMT " of topology " STR_FMT
			", which is wider than the level that it requires, " STR_FMT,
			STR_ARG(preferred), STR_ARG(topology), STR_ARG(required));
	change_add(explain_at(s), v, CHANGE_LEVEL, topology,
		"levels of topology " STR_FMT " in the constraint (" STR_FMT
		", widest first), the preferred one no wider than the required one",
		STR_ARG(topology), STR_ARG(strbuf_str(&levels)));
	strbuf_free(&levels);
}

static bool never_fits(struct session *s, const struct confinement *c, struct explain_verdict *v)
{
	if (c->chosen.end == TOPOLOGY_MISSING)
		topology_missing(s, c, v);
	else if (c->chosen.end == LEVEL_MISSING)
		level_missing(s, c, v);
	else
		return false;
	return true;
}

/* ---- all together ---- */

const struct confinement *verdict_last_choice(const struct visit *at)
{
	return at && at->n_confined ? at->confined[at->n_confined - 1] : NULL;
}

bool verdict_never_fits(struct session *s, const struct visit *at, struct explain_verdict *v)
{
	const struct confinement *c = verdict_last_choice(at);

	return c && never_fits(s, c, v);
}

const struct domain_row *verdict_tried_domain(
	struct session *s, const struct visit *at, struct explain_verdict *v)
{
	const struct confinement *c = verdict_last_choice(at);
	const struct domain_row *best = c ? best_failed(c) : NULL;
	int tried = c ? rows_with_end(c, DOMAIN_FAILED) : 0;

	if (!best || !best->look)
		return NULL;
	strbuf_addf(&v->b, "in " STR_FMT ", ", STR_ARG(domain_name_of(s, c, best->domain)));
	if (tried > 1)
		strbuf_addf(&v->b, "the best of %d domains with room that were tried, ", tried);
	else
		strbuf_addz(&v->b, "the only domain with room, ");
	figure_add(&v->figures, "triedDomains", tried, "domains");
	return best;
}

void verdict_taken_domain(struct session *s, const struct visit *at, struct explain_verdict *v)
{
	for (int i = 0; i < at->n_confined; i++) {
		const struct confinement *c = at->confined[i];
		const struct domain_row *row = taken_row(c);
		int depth = row ? row->domain->depth : 0, n = 0;

		if (!row)
			continue;
		for (int k = 0; k < c->chosen.n; k++)
			n += c->rows[k].domain->depth == depth;
		if (c->group.n && !str_eq(c->group, STR("default")))
			strbuf_addf(&v->b, "; sub-group " STR_FMT " in " STR_FMT, STR_ARG(c->group),
				STR_ARG(domain_name_of(s, c, row->domain)));
		else
			strbuf_addf(
				&v->b, "; in " STR_FMT, STR_ARG(domain_name_of(s, c, row->domain)));
		if (row != c->rows)
			strbuf_addf(&v->b, ", after %d that failed", (int)(row - c->rows));
		else if (n > 1)
			strbuf_addf(&v->b, ", the fullest of %d with room", n);
		else if (depth)
			strbuf_addz(&v->b, ", the only one with room");
	}
}
