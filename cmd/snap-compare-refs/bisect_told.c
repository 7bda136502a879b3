/* What --bisect says at its end. */
#include <string.h>
#include "bisect.h"
#include "table.h"

enum { MOST_NAMED = 10 };

/* "1f2e3d4c5b6a", of a ref with another name "v0.17.0, 1f2e3d4c5b6a". */
static void add_name(struct text *out, const struct ref *r)
{
	struct text commit = {0};

	text_add(&commit, str_of(r->commit));
	text_cut(&commit, LINE_COMMIT);
	text_add(out, str_of(r->name));
	if (!str_starts(str_of(r->commit), str_of(r->name))) {
		text_ours(out, ", ");
		text_add_made(out, text_str(&commit));
	}
	text_free(&commit);
}

static void add_ref(struct text *out, const struct ref *r)
{
	add_name(out, r);
	text_ours(out, " ");
	text_add(out, strbuf_str(&r->subject));
	text_ours(out, "\n");
}

static void add_number(struct text *out, int64_t n, const char *noun)
{
	if (n == UNKNOWN)
		return;
	text_add_count(out, n, noun);
	text_ours(out, ", ");
}

static void add_outcome(struct text *out, const struct row *row)
{
	if (row->status != STATUS_PASS) {
		text_add(out, str_of(status_names[row->status]));
		text_ours(out, ": ");
		text_add(out, strbuf_str(&row->why));
		return;
	}
	add_number(out, row->middle.binds, "bind");
	add_number(out, row->middle.evictions, "eviction");
	table_add_ms(text_numbers(out), row->middle.total_us);
	text_ours(out, " ms");
}

/* What the first bad ref decides otherwise than the last good one. */
static void add_changes(struct text *out, const struct row *good, const struct row *bad)
{
	struct outcome a = {0}, b = {0};
	struct strbuf changes = {0};

	if (good->status != STATUS_PASS || bad->status != STATUS_PASS)
		return;
	row_read_outcome(good, 0, &a);
	row_read_outcome(bad, 0, &b);
	outcome_changes(&a, &b, &changes);
	text_ours(out, "; ");
	text_add(out, changes.len ? strbuf_str(&changes) : STR("the same decisions"));
	strbuf_free(&changes);
	outcome_free(&a);
	outcome_free(&b);
}

static void add_merge(struct text *out, const struct bisect *b, const struct ref *r)
{
	size_t merged = line_merged(&b->settings->build, r);

	if (!merged)
		return;
	text_ours(out, "  a merge of ");
	text_add_count(out, (long long)merged, "commit");
	text_addf(out, "; among these: --bisect %s^1..%s^2\n", r->name, r->name);
}

static void tell_first(const struct bisect *b, struct text *out)
{
	const struct ref *first = &b->refs.all[b->search.bad], *last = &b->refs.all[b->search.good];
	const struct row *bad;
	struct strbuf ignored = {0};

	bisect_judge(b, b->search.bad, &bad, &ignored);
	const struct row *good = bad - (b->search.bad - b->search.good);
	text_ours(out, "first: ");
	add_ref(out, first);
	add_merge(out, b, first);
	if (b->rows->several)
		text_addf(out, "  on %s\n", bad->snapshot);
	text_ours(out, "  before, at ");
	add_name(out, last);
	text_ours(out, ": ");
	add_outcome(out, good);
	text_ours(out, "\n  since then: ");
	add_outcome(out, bad);
	add_changes(out, good, bad);
	text_ours(out, "\n");
	strbuf_free(&ignored);
}

static void tell_candidates(const struct bisect *b, struct bisect_answer *a)
{
	size_t n = b->search.bad - b->search.good;
	struct strbuf names = {0};

	text_ours(&a->text, "not found: the first is one of ");
	text_add_count(&a->text, (long long)n, "ref");
	text_ours(&a->text, ", and all but the last cannot be judged:\n");
	for (size_t i = b->search.good + 1; i <= b->search.bad; i++) {
		text_ours(&a->text, "  ");
		add_ref(&a->text, &b->refs.all[i]);
		if (i - b->search.good <= MOST_NAMED)
			strbuf_addf(&names, " %s", b->refs.all[i].name);
	}
	error_set(&a->none, SNAP_UNTESTED, "not found",
		"the first is one of %zu, and all but the last cannot be judged:%s%s", n, names.s,
		n > MOST_NAMED ? " ..." : "");
	error_hint(&a->none,
		"%s/summary.tsv tells why; what does not build may with another --build",
		b->rows->dir);
	strbuf_free(&names);
}

void bisect_tell(const struct bisect *b, struct bisect_answer *a)
{
	bool doubt = search_in_doubt(&b->search);

	for (size_t i = b->search.good + 1; i <= b->search.bad; i++)
		b->refs.all[i].verdict = doubt ? "candidate" : "first";
	if (doubt) {
		tell_candidates(b, a);
		return;
	}
	tell_first(b, &a->text);
	if (b->settings->format != FORMAT_TEXT)
		msg_note("the first is %s: %s", b->refs.all[b->search.bad].name,
			b->refs.all[b->search.bad].subject.s);
}
