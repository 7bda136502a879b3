/* Runs a regular expression: all threads walk over the text side by side, those of higher priority
 * first; two threads at one instruction are one. */
#include "chars.h"
#include "regex_program.h"

struct thread {
	int at;
	size_t begin; /* where its match began */
};

struct threads {
	struct thread *list;
	int n;
	size_t *seen; /* by instruction: 1 + the position at which it was added */
};

struct matching {
	const struct regex *x;
	struct str text;
	int *stack;
};

static bool is_word(struct str s, size_t at)
{
	char c = at < s.n ? s.p[at] : ' ';

	return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool holds(enum where where, struct str s, size_t at)
{
	bool edge = (at > 0 && is_word(s, at - 1)) != is_word(s, at);

	switch (where) {
	case WHERE_BEGIN: return at == 0;
	case WHERE_END: return at == s.n;
	case WHERE_WORD_EDGE: return edge;
	case WHERE_INSIDE: return !edge;
	default: return true;
	}
}

/* Adds a thread at instruction `at`, and those that it splits into, in order of priority. */
static void start(struct matching *m, struct threads *t, int at, size_t begin, size_t position)
{
	int depth = 0;

	m->stack[depth++] = at;
	while (depth) {
		const struct step *step;

		at = m->stack[--depth];
		if (t->seen[at] == position + 1)
			continue;
		t->seen[at] = position + 1;
		step = &m->x->steps[at];
		if (step->kind == STEP_SPLIT) {
			m->stack[depth++] = step->other;
			m->stack[depth++] = step->next;
		} else if (step->kind != STEP_EMPTY) {
			t->list[t->n++] = (struct thread){at, begin};
		} else if (holds(step->where, m->text, position)) {
			m->stack[depth++] = step->next;
		}
	}
}

static bool in_ranges(const struct step *step, uint32_t c)
{
	for (int i = 0; i < step->n_ranges; i++)
		if (c >= step->ranges[i].from && c <= step->ranges[i].to)
			return true;
	return false;
}

/* Without regard to case: U+017F and U+212A are forms of s and k. */
static bool takes(const struct step *step, uint32_t c)
{
	bool is = in_ranges(step, c);

	if (step->fold && !is) {
		if (c == 0x17f || c == 0x212a)
			c = c == 0x17f ? 's' : 'k';
		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
			is = in_ranges(step, c) || in_ranges(step, c ^ 0x20);
	}
	return is != step->negated;
}

static struct threads new_threads(struct arena *scratch, int n)
{
	return (struct threads){ARENA_ARRAY(scratch, (size_t)n, struct thread), 0,
		ARENA_ARRAY(scratch, (size_t)n, size_t)};
}

bool regex_find(const struct regex *x, struct str text, size_t from, struct arena *scratch,
	struct str *found)
{
	struct threads t = new_threads(scratch, x->n), next = new_threads(scratch, x->n), swap;
	struct matching m = {x, text, ARENA_ARRAY(scratch, (size_t)x->n * 2 + 2, int)};
	bool any = false;

	for (size_t at = from, n; at <= text.n; at += n) {
		uint32_t c = 0xfffd;

		if (!any)
			start(&m, &t, x->start, at, at);
		n = at < text.n ? char_length(text, at) : 1;
		if (at < text.n && utf8_length((const unsigned char *)text.p + at, text.n - at))
			c = utf8_char((const unsigned char *)text.p + at, n);
		next.n = 0;
		for (int i = 0; i < t.n; i++) {
			const struct step *step = &x->steps[t.list[i].at];

			if (step->kind == STEP_MATCH) {
				any = true;
				if (!found)
					return true;
				*found = (struct str){
					text.p + t.list[i].begin, at - t.list[i].begin};
				break; /* the others have less priority */
			}
			if (at < text.n && takes(step, c))
				start(&m, &next, step->next, t.list[i].begin, at + n);
		}
		swap = t;
		t = next;
		next = swap;
		if (any && !t.n)
			break;
	}
	return any;
}
