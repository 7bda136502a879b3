/* Among which domains of a topology one was chosen for a group, and why. */
#include "report/explain_text.h"

enum { DOMAINS_SHOWN = 6 };

static void foreign(struct explanation *e, struct strbuf *b)
{
	text_add(e->b, strbuf_str(b));
	strbuf_clear(b);
}

static void level(struct explanation *e, const char *word, struct str label)
{
	if (label.n)
		text_addf(e->b, ", %s " STR_FMT, word, STR_ARG(short_key(label)));
}

static bool requests_are_equal(const struct confinement *c)
{
	for (int slot = 0; slot < c->need.c->slots.count; slot++)
		if (c->need.sum[slot] != c->need.most[slot] * c->need.pods)
			return false;
	return true;
}

static void head(struct explanation *e, const struct confinement *c)
{
	struct strbuf b = {0};

	text_ours(e->b, "    ");
	if (c->group.n && !str_eq(c->group, STR("default")))
		text_addf(e->b, "sub-group " STR_FMT ": ", STR_ARG(c->group));
	text_addf(e->b, "topology " STR_FMT, STR_ARG(c->constraint.topology));
	for (int i = 1; c->tree && i <= c->tree->n_levels; i++)
		text_addf(e->b, "%s" STR_FMT "%s", i == 1 ? " (" : ", ",
			STR_ARG(level_word(c->tree, i)), i == c->tree->n_levels ? ")" : "");
	level(e, "required", c->constraint.required);
	level(e, "preferred", c->constraint.preferred);
	text_ours(e->b, ", for ");
	text_add_count(e->b, c->need.pods, "pod");
	if (c->need.alike) {
		needed_amounts(&b, e->s, c, c->need.most);
		text_addf(e->b, "%s", !b.len ? "" : requests_are_equal(c) ? " of " : " of up to ");
	} else {
		needed_amounts(&b, e->s, c, c->need.sum);
		text_ours(e->b, " that need ");
	}
	foreign(e, &b);
	if (c->simulated)
		text_ours(e->b, ", in the last scenario, without its victims");
	text_ours(e->b, "\n");
	strbuf_free(&b);
}

/* Where the room was counted, if not in the whole topology. */
static void within(struct explanation *e, const struct confinement *c)
{
	const struct domain *common = c->chosen.common;
	struct strbuf b = {0};

	if (!common || common->depth == 0)
		return;
	domain_name(&b, c->tree, common);
	text_ours(e->b, "      within ");
	foreign(e, &b);
	text_ours(e->b, ", in which all nodes are that it may use\n");
	strbuf_free(&b);
}

static void no_choice(struct explanation *e, const struct confinement *c)
{
	static const char *const words[] = {[CHOSEN] = "",
		[TOPOLOGY_MISSING] = "no topology has that name",
		[LEVEL_MISSING] =
			"its levels do not fit the topology: none is given, one does not exist, or the preferred one is wider than the required one",
		[TOO_LITTLE] = "all nodes together have too little room",
		[NO_DOMAIN] = "no domain is left"};

	if (c->chosen.end != CHOSEN)
		text_addf(e->b, "      %s\n", words[c->chosen.end]);
}

/* ---- one domain ---- */

static int with_room_at(const struct confinement *c, int depth)
{
	int n = 0;

	for (int i = 0; i < c->chosen.n; i++)
		n += c->rows[i].domain->depth == depth;
	return n;
}

static void taken(struct explanation *e, const struct confinement *c, const struct domain_row *row)
{
	const struct domain_row *last = row == c->rows ? NULL : row - 1;
	int depth = row->domain->depth, n = with_room_at(c, depth);

	text_ours(e->b, "taken, ");
	if (last && last->domain->depth == depth)
		text_ours(e->b, "the next fullest");
	else if (n > 1)
		text_addf(e->b, "the fullest of %d with room", n);
	else
		text_ours(e->b, depth ? "the only one with room" : "all its nodes together");
	if (c->chosen.depths.deepest > depth && !with_room_at(c, depth + 1))
		text_addf(e->b, " (no " STR_FMT " has enough)",
			STR_ARG(level_word(c->tree, depth + 1)));
}

static void failed(struct explanation *e, const struct confinement *c, const struct domain_row *row)
{
	text_addf(e->b, "tried as number %d, ", (int)(row - c->rows) + 1);
	if (!row->failed) {
		text_addf(e->b, "sub-group " STR_FMT " found no domain", STR_ARG(row->misfit));
		return;
	}
	text_addf(e->b, "%d of %d pods found a node; " STR_FMT " did not", row->placed,
		c->need.pods, STR_ARG(row->failed->key));
	if (!row->look || !row->look->n_refusals)
		return;
	text_ours(e->b, ": ");
	text_add_count(e->b, row->look->refusals[0].nodes, "node");
	text_ours(e->b, ": ");
	refusal_words(e->b, e->s, &row->look->refusals[0]);
}

static const char *const end_words[DOMAIN_END_COUNT] = {
	[DOMAIN_FAILED] = "tried in vain",
	[DOMAIN_UNTRIED] = "not tried",
	[DOMAIN_SMALL] = "too little room",
	[DOMAIN_ELSEWHERE] = "passed by, as pods of the group run in another one",
	[DOMAIN_UNCOUNTED] = "passed by, as its room is not counted",
};

static void domain(struct explanation *e, const struct confinement *c, const struct domain_row *row)
{
	struct strbuf b = {0};

	domain_name(&b, c->tree, row->domain);
	text_ours(e->b, "      ");
	foreign(e, &b);
	text_ours(e->b, ": ");
	if (row->end == DOMAIN_TAKEN)
		taken(e, c, row);
	else if (row->end == DOMAIN_FAILED)
		failed(e, c, row);
	else
		text_addf(e->b, "%s", end_words[row->end]);
	if (row->end != DOMAIN_UNCOUNTED) {
		if (row->pods != PODS_UNKNOWN) {
			text_ours(e->b, "; room for ");
			text_add_count(e->b, row->pods, "pod");
		}
		domain_room(&b, e->s, c, row);
		text_addf(e->b, "%s", !b.len ? "" : row->pods == PODS_UNKNOWN ? "; " : ", ");
		foreign(e, &b);
	}
	if (row->score != SCORE_NONE) {
		text_ours(e->b, "; score ");
		text_add_number(e->b, (long long)row->score);
	}
	text_ours(e->b, "\n");
	strbuf_free(&b);
}

/* The domains from this row on: the one that was taken, and how many came to each other end. */
static void rest(struct explanation *e, const struct confinement *c, int from)
{
	int n[DOMAIN_END_COUNT] = {0};

	for (int i = from; i < c->n_rows; i++)
		if (c->rows[i].end == DOMAIN_TAKEN)
			domain(e, c, &c->rows[i]);
		else
			n[c->rows[i].end]++;
	for (int end = 0; end < DOMAIN_END_COUNT; end++) {
		if (!n[end])
			continue;
		text_ours(e->b, "      and ");
		text_add_count(e->b, n[end], "more domain");
		text_addf(e->b, ": %s\n", end_words[end]);
	}
}

void domains_text(struct explanation *e, const struct visit *v)
{
	for (int i = 0; i < v->n_confined; i++) {
		const struct confinement *c = v->confined[i];
		int shown = shown_of(e, DOMAINS_SHOWN), at = 0;

		head(e, c);
		within(e, c);
		no_choice(e, c);
		for (; at < c->n_rows && at < shown; at++)
			domain(e, c, &c->rows[at]);
		rest(e, c, at);
	}
}
