/* Two snapshots of any bytes, with a 0xff between them, which no JSON has: what differs from one to
 * the other differs the other way round, and nothing differs from itself. */
#include "cmd/snap-diff/patch.h"
#include "cmd/snap-diff/report.h"
#include "common/json.h"
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_lines(struct str text)
{
	while (text.n) {
		const char *end = str_find(text, '\n');

		check("a line without an end", end != NULL);
		struct json *r = json_over_memory(text.p, (size_t)(end - text.p));
		json_skip(r);
		check("a line that is no JSON", json_finish(r));
		json_free(r);
		text.n -= (size_t)(end + 1 - text.p);
		text.p = end + 1;
	}
}

static void check_reports(const struct comparison *c)
{
	const struct report_options options = {.top = 3};
	struct text text = {0};
	struct strbuf lines = {0};
	struct error e = {0};

	report_text(&text, c, &options);
	check("a report without words", text_str(&text).n != 0);
	struct output *out = output_memory(&lines);
	check("a report that is not written",
		report_json(out, c, &options, &e) && output_commit(out, &e));
	size_t n = lines.len;
	memset(strbuf_reserve(&lines, JSON_PADDING), 0, JSON_PADDING);
	check_lines((struct str){lines.s, n});
	text_free(&text);
	strbuf_free(&lines);
}

static void check_pair(const struct side *a, const struct side *b)
{
	const struct side there[] = {*a, *b}, back[] = {*b, *a}, self[] = {*a, *a};
	struct comparison x = {0}, y = {0}, z = {0};

	comparison_make(&x, there, false);
	comparison_make(&y, back, false);
	comparison_make(&z, self, true);
	check("a difference in one direction alone", x.equal == y.equal);
	check("a snapshot that differs from itself", z.equal);
	check("lists that only one direction has", x.n_lists == y.n_lists);
	for (size_t i = 0; i < x.n_lists; i++)
		check("objects that come and do not go",
			x.lists[i].counts[CHANGE_NEW] == y.lists[i].counts[CHANGE_GONE] &&
				x.lists[i].counts[CHANGE_CHANGED] ==
					y.lists[i].counts[CHANGE_CHANGED]);
	check_reports(&x);
	comparison_free(&x);
	comparison_free(&y);
	comparison_free(&z);
}

static struct str padded(struct strbuf *b)
{
	memset(strbuf_reserve(b, JSON_PADDING), 0, JSON_PADDING);
	return strbuf_str(b);
}

/* Returns the number of operations. */
static size_t make_patch(const struct side *a, const struct side *b, struct strbuf *patch)
{
	const struct side sides[] = {*a, *b};
	struct comparison c = {0};
	struct output *out = output_memory(patch);
	struct error e = {0};
	size_t n;

	comparison_make(&c, sides, true);
	check("a patch that is not written",
		patch_write(out, &c, &n, &e) && output_commit(out, &e));
	comparison_free(&c);
	return n;
}

/* A and the patch are B. */
static void check_patch(const struct side *a, const struct side *b)
{
	struct strbuf patch = {0}, made = {0}, none = {0};
	struct output *out = output_memory(&made);
	struct side side = {.path = "made", .captured = TIME_ZERO};
	struct error e = {0};
	bool blame;

	make_patch(a, b, &patch);
	check("a patch that does not fit",
		patch_apply(out, padded(&patch), a, &blame, &e) && output_commit(out, &e));
	side.text = padded(&made);
	check("a patch that leads to no snapshot", side_index(&side, &e));
	check("a patch that does not lead to B", make_patch(&side, b, &none) == 0);
	side_close(&side);
	strbuf_free(&patch);
	strbuf_free(&made);
	strbuf_free(&none);
}

/* The second text taken for a patch: whatever it is, it is refused or applied. */
static void check_any_patch(const struct side *a, struct str text)
{
	struct strbuf made = {0};
	struct output *out = output_memory(&made);
	struct error e = {0};
	bool blame, good = patch_apply(out, text, a, &blame, &e);

	check("a patch refused without words", good || (e.status && e.what[0]));
	if (good)
		check("memory that fails", output_commit(out, &e));
	else
		output_abort(out);
	strbuf_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *cut = size ? memchr(data, 0xff, size) : NULL;
	size_t first = cut ? (size_t)(cut - data) : size;
	struct strbuf texts[2] = {{0}, {0}};
	struct side sides[2] = {
		{.path = "a", .captured = TIME_ZERO}, {.path = "b", .captured = TIME_ZERO}};
	struct error e = {0};
	bool good = true;

	strbuf_add(&texts[0], data, first);
	if (cut)
		strbuf_add(&texts[1], cut + 1, size - first - 1);
	for (int i = 0; good && i < 2; i++) {
		memset(strbuf_reserve(&texts[i], JSON_PADDING), 0, JSON_PADDING);
		sides[i].text = strbuf_str(&texts[i]);
		good = side_index(&sides[i], &e);
	}
	if (sides[0].n_parts + sides[0].n_lists && (good || sides[1].text.n))
		check_any_patch(&sides[0], sides[1].text);
	if (good) {
		check_pair(&sides[0], &sides[1]);
		check_patch(&sides[0], &sides[1]);
		check_patch(&sides[1], &sides[0]);
	} else {
		check("an error without words", e.status && e.what[0]);
	}
	for (int i = 0; i < 2; i++) {
		side_close(&sides[i]);
		strbuf_free(&texts[i]);
	}
	return 0;
}
