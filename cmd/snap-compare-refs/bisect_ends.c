/* The ends of --bisect, which are judged before the search. */
#include "bisect.h"

/* Of a ref that cannot be judged. */
static bool refuse_skipped(struct bisect_answer *a, const struct ref *r, const struct row *which,
	const struct strbuf *why)
{
	error_set(&a->none, which->no_snapshot ? SNAP_INPUT : SNAP_UNTESTED,
		"an end cannot be judged", "%s: %s", r->name, why->s);
	if (which->status != STATUS_PASS) /* else --until is at fault */
		error_hint(&a->none, "another commit beside %s, or %s", r->name, which->log.s);
	return false;
}

/* Of a ref that is good where it must be bad, or the other way round. */
static bool refuse(const struct bisect *b, struct bisect_answer *a, size_t ref, bool holds)
{
	const char *first = b->refs.all[0].name;
	struct strbuf says = {0};

	until_says(&b->settings->until, holds, first, &says);
	error_set(&a->none, SNAP_NO, "nothing to search", "%s %s%s", b->refs.all[ref].name, says.s,
		holds ? " already" : "");
	if (ref == 1 && holds)
		error_hint(&a->none, "--bisect %s..%s: there the history of %s leaves that of %s",
			b->refs.all[1].name, b->refs.all[b->refs.n - 1].name,
			b->refs.all[b->refs.n - 1].name, first);
	strbuf_free(&says);
	return false;
}

static bool check(const struct bisect *b, struct bisect_answer *a, size_t ref, enum verdict wanted)
{
	enum verdict verdict = b->search.verdicts[ref];
	const struct row *which;
	struct strbuf why = {0};
	bool ok = verdict == wanted;

	if (verdict == VERDICT_SKIPPED) {
		bisect_judge(b, ref, &which, &why);
		ok = refuse_skipped(a, &b->refs.all[ref], which, &why);
	} else if (!ok) {
		ok = refuse(b, a, ref, verdict == VERDICT_BAD);
	}
	strbuf_free(&why);
	return ok;
}

/* Where the histories part a ref that cannot be judged is one that is skipped. */
bool bisect_ends(const struct bisect *b, struct bisect_answer *a)
{
	size_t fork = b->settings->bisect.forked ? 1 : 0;

	if (!check(b, a, 0, VERDICT_GOOD) || !check(b, a, b->refs.n - 1, VERDICT_BAD))
		return false;
	return b->search.verdicts[fork] == VERDICT_SKIPPED || check(b, a, fork, VERDICT_GOOD);
}
