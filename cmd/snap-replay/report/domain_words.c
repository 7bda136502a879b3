/* Phrases about the domains of a topology. */
#include "report/verdict.h"

#define ENDS_WORD(NAME, word) [DOMAIN_##NAME] = (word),
const char *const domain_end_words[DOMAIN_END_COUNT] = {DOMAIN_ENDS(ENDS_WORD)};

struct str short_key(struct str key)
{
	for (size_t i = key.n; i > 0; i--)
		if (key.p[i - 1] == '/')
			return (struct str){key.p + i, key.n - i};
	return key;
}

struct str level_word(const struct domain_tree *t, int depth)
{
	return depth > 0 ? short_key(t->object->levels[depth - 1].label) : STR("topology");
}

void level_names(struct strbuf *b, const struct domain_tree *t)
{
	for (int i = 0; i < t->n_levels; i++)
		strbuf_addf(b, "%s" STR_FMT, i ? ", " : "", STR_ARG(t->object->levels[i].label));
}

void domain_name(struct strbuf *b, const struct domain_tree *t, const struct domain *d)
{
	if (d->depth == 0)
		strbuf_addz(b, "the whole topology");
	else
		strbuf_addf(
			b, STR_FMT " " STR_FMT, STR_ARG(level_word(t, d->depth)), STR_ARG(d->id));
}

struct str domain_name_of(struct session *s, const struct confinement *c, const struct domain *d)
{
	struct strbuf b = {0};
	struct str made;

	domain_name(&b, c->tree, d);
	made = arena_str(&explain_at(s)->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

bool slot_is_needed(const struct confinement *c, int slot)
{
	return c->need.sum[slot] > 0 && slot != SLOT_PODS;
}

/* Of the resources that the pods request the one of which they take the largest part; GPUs go
 * first. -1: none. */
static int scarcest(const struct confinement *c, const struct domain_row *row)
{
	double most = -1;
	int found = -1;

	if (slot_is_needed(c, SLOT_GPU))
		return SLOT_GPU;
	for (int slot = 0; slot < c->need.c->slots.count; slot++) {
		double part = row->free[slot] > 0 ? c->need.sum[slot] / row->free[slot] : 1e300;

		if (!slot_is_needed(c, slot) || part <= most)
			continue;
		most = part;
		found = slot;
	}
	return found;
}

void domain_room(struct strbuf *b, const struct session *s, const struct confinement *c,
	const struct domain_row *row)
{
	int slot = scarcest(c, row);
	const char *between = "";

	for (int i = 0; i < c->need.c->slots.count; i++) {
		bool lacks = row->pods == PODS_UNKNOWN && c->need.sum[i] > row->free[i];

		if (i != slot && !(lacks && slot_is_needed(c, i)))
			continue;
		strbuf_addz(b, between);
		if (lacks)
			strbuf_addz(b, "only ");
		verdict_amount(b, s, i, row->free[i]);
		strbuf_addz(b, " free");
		if (lacks) {
			strbuf_addz(b, " of ");
			verdict_number(b, s, i, c->need.sum[i]);
			strbuf_addz(b, " needed");
		}
		between = ", ";
	}
}

/* "1 GPU, 4 CPUs and 16 GiB of memory" */
void needed_amounts(struct strbuf *b, const struct session *s, const struct confinement *c,
	const double *amounts)
{
	static const int first[] = {SLOT_GPU, SLOT_CPU, SLOT_MEMORY};
	int slots = c->need.c->slots.count, left = 0;

	for (int i = 0; i < slots; i++)
		left += slot_is_needed(c, i);
	for (int i = 0; i < slots; i++) {
		int slot = i < 3 ? first[i] : i;

		if (!slot_is_needed(c, slot))
			continue;
		verdict_amount(b, s, slot, amounts[slot]);
		strbuf_addz(b, --left > 1 ? ", " : left == 1 ? " and " : "");
	}
}
