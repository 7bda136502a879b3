/* The verdict on pods for which no domain of a topology has room. */
#include "report/verdict.h"

/* "its 4 pods", "the 2 pods of its sub-group workers" */
static void whose(struct strbuf *b, const struct confinement *c)
{
	bool named = c->group.n && !str_eq(c->group, STR("default"));

	strbuf_addz(b, named ? "the " : c->need.pods == 1 ? "the next pod" : "its ");
	if (named || c->need.pods > 1)
		strbuf_add_count(b, c->need.pods, "pod");
	if (named)
		strbuf_addf(b, " of its sub-group " STR_FMT, STR_ARG(c->group));
}

/* "has room for 2 of them (3 GPUs free)" */
static void has_only(struct session *s, const struct confinement *c, const struct domain_row *row,
	struct explain_verdict *v)
{
	struct strbuf amounts = {0};

	domain_room(&amounts, s, c, row);
	if (row->pods == PODS_UNKNOWN)
		strbuf_addf(&v->b, " has " STR_FMT, STR_ARG(strbuf_str(&amounts)));
	else if (row->pods == 0)
		strbuf_addf(
			&v->b, " has room for %s", c->need.pods == 1 ? "no pod" : "none of them");
	else
		strbuf_addf(&v->b, " has room for %lld of them", (long long)row->pods);
	if (row->pods != PODS_UNKNOWN && amounts.len)
		strbuf_addf(&v->b, " (" STR_FMT ")", STR_ARG(strbuf_str(&amounts)));
	strbuf_free(&amounts);
}

/* How much room the row lacks. */
static void more_room(struct session *s, const struct confinement *c, const struct domain_row *row,
	struct explain_verdict *v)
{
	struct str name = domain_name_of(s, c, row->domain);
	struct strbuf b = {0};
	struct change *change = NULL;
	int pods = c->need.pods - (int)row->pods;

	if (row->pods != PODS_UNKNOWN) {
		needed_amounts(&b, s, c, c->need.most);
		change = change_add(explain_at(s), v, CHANGE_FREE_ROOM, row->domain->id,
			"room for %d more pod%s in " STR_FMT "%s" STR_FMT "%s", pods,
			plural_s(pods), STR_ARG(name),
			!b.len              ? ""
				: pods == 1 ? " (on one node "
					    : " (for each on one node ",
			STR_ARG(strbuf_str(&b)), b.len ? ")" : "");
		figure_add(&change->figures, "pods", pods, "pods");
	}
	for (int slot = 0; slot < s->c->slots.count; slot++) {
		double missing = c->need.sum[slot] - row->free[slot];

		if (!slot_is_needed(c, slot) || missing <= 0)
			continue;
		if (row->pods == PODS_UNKNOWN) {
			bool also = change;

			strbuf_clear(&b);
			verdict_amount(&b, s, slot, missing);
			change = change_add(explain_at(s), v, CHANGE_FREE_ROOM, row->domain->id,
				STR_FMT " more free in " STR_FMT, STR_ARG(strbuf_str(&b)),
				STR_ARG(name));
			change->also = also;
		}
		figure_slot(&change->figures, s, "missing", slot, missing);
	}
	strbuf_free(&b);
}

/* A wider level, or no required one. */
static void relax(struct session *s, const struct confinement *c, struct explain_verdict *v)
{
	const struct domain_tree *t = c->tree;
	struct str required = c->constraint.required;

	if (!c->wider)
		return;
	if (c->wider->depth > 0)
		change_add(explain_at(s), v, CHANGE_LEVEL, c->constraint.topology,
			"level " STR_FMT " required instead of " STR_FMT ": " STR_FMT
			" has the room",
			STR_ARG(t->object->levels[c->wider->depth - 1].label), STR_ARG(required),
			STR_ARG(domain_name_of(s, c, c->wider)));
	else
		change_add(explain_at(s), v, CHANGE_LEVEL, c->constraint.topology,
			"level " STR_FMT
			" preferred instead of required: all nodes of the topology together have the room",
			STR_ARG(required));
}

static void figures(struct session *s, const struct confinement *c, const struct domain_row *row,
	struct explain_verdict *v)
{
	figure_add(&v->figures, "attemptPods", c->need.pods, "pods");
	if (row->pods != PODS_UNKNOWN)
		figure_add(&v->figures, "bestHolds", (double)row->pods, "pods");
	for (int slot = 0; slot < s->c->slots.count; slot++)
		if (slot_is_needed(c, slot) &&
			(slot == SLOT_GPU || c->need.sum[slot] > row->free[slot])) {
			figure_slot(&v->figures, s, "needed", slot, c->need.sum[slot]);
			figure_slot(&v->figures, s, "bestFree", slot, row->free[slot]);
		}
}

static void too_little(struct session *s, const struct confinement *c, struct explain_verdict *v)
{
	const struct domain_row *row = c->rows, *best = c->n_rows > 1 ? row + 1 : row;
	struct strbuf levels = {0};

	if (!c->tree->root->n_nodes) {
		level_names(&levels, c->tree);
		strbuf_addf(&v->b, "no node is in topology " STR_FMT ": none has all of its labels",
			STR_ARG(c->constraint.topology));
		change_add(explain_at(s), v, CHANGE_LABEL, STR(""),
			"nodes with all labels of the topology: " STR_FMT,
			STR_ARG(strbuf_str(&levels)));
		strbuf_free(&levels);
		return;
	}
	whose(&v->b, c);
	if (best != row)
		strbuf_addf(&v->b,
			" must run in one " STR_FMT " of topology " STR_FMT
			"; of these the best, " STR_FMT ",",
			STR_ARG(level_word(c->tree, best->domain->depth)),
			STR_ARG(c->constraint.topology),
			STR_ARG(domain_name_of(s, c, best->domain)));
	else if (row->domain->depth == 0)
		strbuf_addf(&v->b, " must run in topology " STR_FMT ", which as a whole",
			STR_ARG(c->constraint.topology));
	else
		strbuf_addf(&v->b, " must run in " STR_FMT ", which",
			STR_ARG(domain_name_of(s, c, row->domain)));
	has_only(s, c, best, v);
	figures(s, c, best, v);
	more_room(s, c, best, v);
}

/* The scheduler counts room only within the lowest common domain of the nodes that it offers, even
 * if the required level is wider (rules/07 A13, quirk 1). */
static void uncounted(struct session *s, const struct confinement *c, struct explain_verdict *v)
{
	struct str required = c->constraint.required;

	strbuf_addf(&v->b,
		"all nodes that it may use are in " STR_FMT
		", and the scheduler counts room in no domain that is wider, so in none of the required level " STR_FMT,
		STR_ARG(domain_name_of(s, c, c->chosen.common)), STR_ARG(required));
	change_add(explain_at(s), v, CHANGE_LEVEL, c->constraint.topology,
		"level " STR_FMT " preferred, too, beside required", STR_ARG(required));
}

static void no_domain(struct session *s, const struct confinement *c, struct explain_verdict *v)
{
	int small = rows_with_end(c, DOMAIN_SMALL), elsewhere = rows_with_end(c, DOMAIN_ELSEWHERE);
	const struct domain_row *best = c->rows;
	struct str level = level_word(c->tree, c->chosen.depths.widest);

	if (!small && rows_with_end(c, DOMAIN_UNCOUNTED)) {
		uncounted(s, c, v);
		return;
	}
	whose(&v->b, c);
	strbuf_addf(&v->b, " must run in one " STR_FMT " of topology " STR_FMT, STR_ARG(level),
		STR_ARG(c->constraint.topology));
	if (!small) {
		strbuf_addz(&v->b,
			", that of the pods that run already, and these are outside the topology");
		return;
	}
	while (best->end != DOMAIN_SMALL || best->domain->depth != c->chosen.depths.widest)
		best++;
	if (elsewhere)
		strbuf_addf(&v->b, ", where its other pods run; %s" STR_FMT,
			small > 1 ? "the best of these, " : "",
			STR_ARG(domain_name_of(s, c, best->domain)));
	else
		strbuf_addf(&v->b, "; %s" STR_FMT ",",
			small > 1 ? "the best of them, " : "the only one, ",
			STR_ARG(domain_name_of(s, c, best->domain)));
	has_only(s, c, best, v);
	figure_add(&v->figures, "domains", c->n_rows, "domains");
	figures(s, c, best, v);
	more_room(s, c, best, v);
	relax(s, c, v);
}

bool verdict_no_domain(struct session *s, const struct visit *at, struct explain_verdict *v)
{
	const struct confinement *c = verdict_last_choice(at);

	if (!c || (c->chosen.end != TOO_LITTLE && c->chosen.end != NO_DOMAIN))
		return false;
	if (c->chosen.end == TOO_LITTLE)
		too_little(s, c, v);
	else
		no_domain(s, c, v);
	return true;
}
