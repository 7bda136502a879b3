/* A map of any bytes, and any text beside it: what is read of it is numbered in order, written, and
 * read again the same. */
#include "check.h"
#include "cmd/snap-redact/book.h"
#include "cmd/snap-redact/map_file.h"
#include "common/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_map(struct book *b, struct str text)
{
	struct strbuf padded = {0};
	struct error e = {0};

	strbuf_addstr(&padded, text);
	memset(strbuf_reserve(&padded, JSON_PADDING), 0, JSON_PADDING);
	bool good = map_parse((struct str){padded.s, text.n}, b, &e);
	check("a refusal without words", good == !e.status && (good || (e.what[0] && e.why[0])));
	strbuf_free(&padded);
	return good;
}

static void check_order(const struct book *b)
{
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		for (size_t i = 0; i < b->kinds[kind].count; i++) {
			const struct name *n = b->kinds[kind].entries[i].value;

			check("a name without a new one", n->to.p);
			check("a name that stays is another", !n->stays || str_eq(n->old, n->to));
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const more[] = {"a", "b-0", "m", "zz"};
	struct book b = {0}, again = {0};
	struct strbuf first = {0}, second = {0};

	if (read_map(&b, (struct str){(const char *)data, size})) {
		map_text(&first, &b);
		check("what was written is no map", read_map(&again, strbuf_str(&first)));
		map_text(&second, &again);
		check("another map", str_eq(strbuf_str(&first), strbuf_str(&second)));
		for (size_t i = 0; i < sizeof more / sizeof *more; i++)
			book_add(&b, NAMES_POD, str_of(more[i]));
		book_number(&b);
		check_order(&b);
	}
	strbuf_free(&first);
	strbuf_free(&second);
	book_free(&b);
	book_free(&again);
	return 0;
}
