#include "finder.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"

/* A state stands for the beginning of a text that the bytes so far end in. Its children are a list:
 * most have one. 0: none; state 0 is the empty text. */
struct state {
	uint32_t child, sibling;
	uint32_t fail; /* the longest proper end of this one that is a state */
	uint32_t hit; /* the longest end that is a whole text: itself, or a state on the way of fail
		       */
	uint32_t length;
	unsigned char byte;
	bool whole;
};

struct finder {
	struct state *states;
	size_t n, cap;
	const void **what;   /* by state */
	uint32_t first[256]; /* children of state 0 */
	bool linked;
};

static uint32_t new_state(struct finder *s, unsigned char byte, uint32_t length)
{
	size_t before = s->cap;

	ARRAY_GROW(s->states, s->n, s->cap);
	if (s->cap != before)
		s->what = xrealloc_array(s->what, s->cap, sizeof *s->what);
	s->states[s->n] = (struct state){.byte = byte, .length = length};
	s->what[s->n] = NULL;
	return (uint32_t)s->n++;
}

struct finder *finder_new(void)
{
	struct finder *s = xcalloc(1, sizeof *s);

	new_state(s, 0, 0);
	return s;
}

void finder_free(struct finder *s)
{
	if (s) {
		free(s->states);
		free(s->what);
	}
	free(s);
}

static uint32_t child_of(const struct finder *s, uint32_t state, unsigned char byte)
{
	if (state == 0)
		return s->first[byte];
	uint32_t c = s->states[state].child;
	while (c && s->states[c].byte != byte)
		c = s->states[c].sibling;
	return c;
}

void finder_add(struct finder *s, struct str text, const void *what)
{
	uint32_t at = 0;

	for (size_t i = 0; i < text.n; i++) {
		unsigned char byte = (unsigned char)text.p[i];
		uint32_t next = child_of(s, at, byte);

		if (!next) {
			next = new_state(s, byte, (uint32_t)i + 1);
			if (at == 0) {
				s->first[byte] = next;
			} else {
				s->states[next].sibling = s->states[at].child;
				s->states[at].child = next;
			}
		}
		at = next;
	}
	if (at && !s->states[at].whole) {
		s->states[at].whole = true;
		s->what[at] = what;
	}
}

static uint32_t step(const struct finder *s, uint32_t state, unsigned char byte)
{
	for (;;) {
		uint32_t next = child_of(s, state, byte);

		if (next || state == 0)
			return next;
		state = s->states[state].fail;
	}
}

/* In order of length, so that a state's fail is complete before its children need it. */
static void link_all(struct finder *s)
{
	uint32_t *queue = xmalloc((s->n + 1) * sizeof *queue);
	size_t from = 0, to = 0;

	for (int i = 0; i < 256; i++)
		if (s->first[i])
			queue[to++] = s->first[i];
	while (from < to) {
		uint32_t at = queue[from++];
		struct state *me = &s->states[at];

		me->hit = me->whole ? at : s->states[me->fail].hit;
		for (uint32_t c = me->child; c; c = s->states[c].sibling) {
			s->states[c].fail = step(s, me->fail, s->states[c].byte);
			queue[to++] = c;
		}
	}
	free(queue);
	s->linked = true;
}

/* The longest accepted text that ends at `to`; false: none. */
static bool ends_at(const struct finder *s, uint32_t state, struct str in, size_t to,
	finder_accept *accept, const void *ctx, struct found *f)
{
	for (uint32_t hit = s->states[state].hit; hit; hit = s->states[s->states[hit].fail].hit) {
		size_t from = to - s->states[hit].length;

		enum finding counts = accept ? accept(ctx, in, from, to) : FOUND;

		if (counts == FOUND_NO_END)
			return false;
		if (counts == FOUND_NOT)
			continue;
		*f = (struct found){from, to, s->what[hit]};
		return true;
	}
	return false;
}

bool finder_next(struct finder *s, struct str in, size_t *at, finder_accept *accept,
	const void *ctx, struct found *f)
{
	struct found one;
	uint32_t state = 0;
	bool have = false;

	if (!s->linked)
		link_all(s);
	for (size_t i = *at; i < in.n; i++) {
		state = step(s, state, (unsigned char)in.p[i]);
		/* What is still to come begins where the state does, or later. */
		if (have && i + 1 - s->states[state].length > f->from)
			break;
		if (ends_at(s, state, in, i + 1, accept, ctx, &one) &&
			(!have || one.from <= f->from)) {
			*f = one;
			have = true;
		}
	}
	*at = have ? f->to : in.n;
	return have;
}
