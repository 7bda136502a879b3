#include "search.h"
#include <stdint.h>
#include <stdlib.h>
#include "common/mem.h"

/* What does not build breaks for a while: a ref that is so far from the next skipped one is taken
 * to be skipped as likely as not, and one between two of them is tried when it tells so many times
 * as much as others. */
enum { USUAL_BREAK = 3, BETWEEN = 50 };

void search_init(struct search *s, size_t n)
{
	*s = (struct search){.verdicts = xcalloc(n, sizeof *s->verdicts), .n = n, .bad = n - 1};
}

void search_free(struct search *s)
{
	free(s->verdicts);
}

void search_set(struct search *s, size_t ref, enum verdict verdict)
{
	s->verdicts[ref] = verdict;
	if (verdict == VERDICT_GOOD && ref > s->good && ref < s->bad)
		s->good = ref;
	if (verdict == VERDICT_BAD && ref > s->good && ref < s->bad)
		s->bad = ref;
}

/* What is skipped around a ref: the distance to the next one on each side; SIZE_MAX: none. */
struct around {
	size_t below, above;
};

/* Of each ref between the ends. The caller frees it. */
static struct around *look_around(const struct search *s)
{
	struct around *around = xcalloc(s->n, sizeof *around);
	size_t d = SIZE_MAX;

	for (size_t i = s->good + 1; i < s->bad; i++) {
		d = s->verdicts[i] == VERDICT_SKIPPED ? 0 : d == SIZE_MAX ? d : d + 1;
		around[i].below = d;
	}
	d = SIZE_MAX;
	for (size_t i = s->bad; i-- > s->good + 1;) {
		d = s->verdicts[i] == VERDICT_SKIPPED ? 0 : d == SIZE_MAX ? d : d + 1;
		around[i].above = d;
	}
	return around;
}

/* How much a try tells: how many refs need none any longer, if it is not skipped. */
static double worth(const struct search *s, size_t ref, struct around a)
{
	size_t below = ref - s->good, above = s->bad - ref,
	       near = a.below < a.above ? a.below : a.above;
	double tells = (double)(below < above ? below : above);

	if (near != SIZE_MAX)
		tells *= (double)near / (double)(near + USUAL_BREAK);
	return a.below == SIZE_MAX || a.above == SIZE_MAX ? tells : tells / BETWEEN;
}

size_t search_next(const struct search *s)
{
	struct around *around = look_around(s);
	size_t best = SIZE_MAX;
	double most = 0;

	for (size_t i = s->good + 1; i < s->bad; i++)
		if (s->verdicts[i] == VERDICT_NONE && worth(s, i, around[i]) > most) {
			most = worth(s, i, around[i]);
			best = i;
		}
	free(around);
	return best;
}

size_t search_left(const struct search *s)
{
	size_t left = 0;

	for (size_t i = s->good + 1; i < s->bad; i++)
		left += s->verdicts[i] == VERDICT_NONE;
	return left;
}

size_t search_steps(const struct search *s)
{
	size_t steps = 0;

	for (size_t left = search_left(s); left; left /= 2)
		steps++;
	return steps;
}

bool search_in_doubt(const struct search *s)
{
	return s->bad - s->good > 1;
}
