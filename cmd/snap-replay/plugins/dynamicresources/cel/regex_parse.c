/* Regular expressions to instructions. */
#include "regex_reader.h"

#define MOST_DEPTH 100
#define MOST_ATOMS 10000 /* copies of repetitions included */

static const struct range LINE_END[] = {{'\n', '\n'}};

static struct part choices(struct reader *r);

/* Behind its parenthesis. */
static struct part group(struct reader *r)
{
	bool fold = r->fold;
	struct part p;

	if (regex_take(r, "?")) {
		bool flag = regex_take(r, "i");

		if (flag && regex_take(r, ")")) { /* up to the end of the group around it */
			r->fold = true;
			return regex_single(r, (struct step){.kind = STEP_EMPTY});
		}
		r->fold |= flag;
		r->bad |= !regex_take(r, ":");
	}
	p = choices(r);
	r->bad |= !regex_take(r, ")");
	r->fold = fold;
	return p;
}

static struct part atom(struct reader *r)
{
	struct step any = {.kind = STEP_CHARS, .negated = true, .ranges = LINE_END, .n_ranges = 1};

	r->bad |= ++r->atoms > MOST_ATOMS;
	if (!r->bad && regex_take(r, "("))
		return group(r);
	if (regex_take(r, "["))
		return regex_class(r);
	if (regex_take(r, "."))
		return regex_single(r, any);
	if (regex_take(r, "^"))
		return regex_single(r, (struct step){.kind = STEP_EMPTY, .where = WHERE_BEGIN});
	if (regex_take(r, "$"))
		return regex_single(r, (struct step){.kind = STEP_EMPTY, .where = WHERE_END});
	if (regex_take(r, "\\"))
		return regex_escape(r);
	r->bad |= strchr("*+?", regex_now(r)) != NULL;
	return regex_literal(r, regex_take_char(r));
}

/* {n}, {n,} and {n,m}: to is -1 without an end. False: r stands before something else. */
static bool counts(struct reader *r, int *from, int *to)
{
	size_t at = r->at;
	int *number = from;

	*from = *to = -2;
	if (!regex_take(r, "{"))
		return false;
	for (; !r->bad; r->at++) {
		if (is_digit(regex_now(r))) {
			*number = (*number < 0 ? 0 : *number) * 10 + (regex_now(r) - '0');
			r->bad |= *number > MOST_STEPS;
		} else if (regex_now(r) == ',' && number == from && *from >= 0) {
			number = to;
			*to = -1;
		} else {
			break;
		}
	}
	if (*to == -2)
		*to = *from;
	if (*from >= 0 && regex_take(r, "}")) {
		r->bad |= *to >= 0 && *to < *from;
		return true;
	}
	r->at = at;
	return false;
}

/* The atom at `begin`, read anew for each copy of it. */
static struct part repeat(struct reader *r, size_t begin, int from, int to, bool lazy)
{
	size_t end = r->at;
	bool fold = r->fold;
	struct part all = regex_single(r, (struct step){.kind = STEP_EMPTY}), one;
	int copies = to < 0 ? (from > 1 ? from : 1) : to, leave = -1;

	for (int i = 0; i < copies && !r->bad; i++) {
		bool last = to < 0 && i == copies - 1;

		r->at = begin;
		one = atom(r);
		if (last)
			one = from ? regex_once_or_more(r, one, lazy)
				   : regex_any_times(r, one, lazy);
		if (!last && i >= from && !r->bad) { /* (x(x)?)?: all forks leave behind the end */
			int entry = -1, at = regex_fork(r, one.start, lazy, &entry);

			leave = r->bad ? -1 : regex_both(r->x, leave, entry);
			one.start = at;
		}
		if (!r->bad)
			all = regex_sequence(r, all, one);
	}
	if (!r->bad)
		all.ends = regex_both(r->x, all.ends, leave);
	all.nullable |= from == 0;
	r->at = end;
	r->fold = fold;
	return all;
}

/* An atom with what repeats it. */
static struct part piece(struct reader *r)
{
	size_t begin = r->at, end;
	int steps = r->x->n, from, to;
	struct part p = atom(r);
	char sign;

	end = r->at;
	if (r->bad)
		return p;
	if (regex_now(r) == '{' && counts(r, &from, &to)) {
		bool lazy = regex_take(r, "?");

		size_t behind = r->at;
		r->x->n = steps;
		r->at = end;
		p = repeat(r, begin, from, to, lazy);
		r->at = behind;
	} else if (regex_now(r) && strchr("*+?", regex_now(r))) {
		sign = regex_now(r);
		r->at++;
		bool lazy = regex_take(r, "?");

		p = sign == '*'       ? regex_any_times(r, p, lazy)
			: sign == '+' ? regex_once_or_more(r, p, lazy)
				      : regex_optional(r, p, lazy);
	} else {
		return p;
	}
	size_t at = r->at;
	/* nothing repeats a repetition */
	r->bad |= (regex_now(r) && strchr("*+?", regex_now(r))) ||
		(regex_now(r) == '{' && counts(r, &from, &to));
	r->at = at;
	return p;
}

static struct part choice(struct reader *r)
{
	struct part all = regex_single(r, (struct step){.kind = STEP_EMPTY}), next;

	while (!r->bad && r->at < r->s.n && regex_now(r) != '|' && regex_now(r) != ')') {
		next = piece(r);
		if (!r->bad)
			all = regex_sequence(r, all, next);
	}
	return all;
}

static struct part choices(struct reader *r)
{
	struct part all, next;

	r->bad |= ++r->depth > MOST_DEPTH;
	all = choice(r);
	while (!r->bad && regex_take(r, "|")) {
		int i = regex_add(r, (struct step){.kind = STEP_SPLIT});

		next = choice(r);
		if (r->bad)
			break;
		r->x->steps[i].next = all.start;
		r->x->steps[i].other = next.start;
		all = (struct part){
			i, regex_both(r->x, all.ends, next.ends), all.nullable || next.nullable};
	}
	r->depth--;
	return all;
}

struct regex *regex_compile(struct arena *a, struct str pattern)
{
	struct step steps[MOST_STEPS];
	struct regex x = {.steps = steps}, *made;
	struct reader r = {.arena = a, .x = &x, .s = pattern};
	struct part all = choices(&r);
	int match = regex_add(&r, (struct step){.kind = STEP_MATCH});

	if (r.bad || r.at < r.s.n)
		return NULL;
	regex_join(&x, all.ends, match);
	x.start = all.start;
	made = ARENA_NEW(a, struct regex);
	*made = x;
	made->steps = ARENA_ARRAY(a, (size_t)x.n, struct step);
	memcpy(made->steps, x.steps, (size_t)x.n * sizeof *x.steps);
	return made;
}

int regex_size(const struct regex *x)
{
	return x->n;
}
