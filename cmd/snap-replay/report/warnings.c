/* The events `warning` and `unsupported`, and the lines on stderr for what makes the answer
 * doubtful. */
#include "common/msg.h"
#include "report/event_writer.h"

static void member(struct events *ev, const char *key, struct str value)
{
	jsonw_key(&ev->w, key);
	jsonw_str(&ev->w, value);
}

static bool is_continuation(char c) /* of a character in UTF-8 */
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* For the eyes: a long text loses its middle. Of an expression the beginning is left, and why it is
 * not replayed, which stands at the end. */
static struct str shown(struct strbuf *b, struct str text)
{
	enum { HEAD = 240, TAIL = 120 };
	size_t head = HEAD, tail = text.n - TAIL;

	if (text.n <= HEAD + TAIL)
		return text;
	while (head && is_continuation(text.p[head]))
		head--;
	while (tail < text.n && is_continuation(text.p[tail]))
		tail++;
	strbuf_add(b, text.p, head);
	strbuf_addz(b, " … ");
	strbuf_add(b, text.p + tail, text.n - tail);
	return strbuf_str(b);
}

static void warning_json(struct events *ev, const struct warning *one)
{
	bool unsupported = one->kind == WARNING_UNSUPPORTED;

	event_begin(ev, unsupported ? "unsupported" : "warning");
	member(ev, unsupported ? "feature" : "what", one->what);
	if (unsupported || one->count > 1) {
		jsonw_key(&ev->w, "count");
		jsonw_int(&ev->w, one->count);
	}
	member(ev, unsupported ? "example" : "where", one->where);
	if (one->advice.n)
		member(ev, "advice", one->advice);
	event_end(ev);
}

static void warning_text(struct events *ev, const struct warning *one)
{
	struct text *out = &ev->page.sections[SECTION_WARNINGS].rows;
	struct strbuf b = {0};
	struct str what = shown(&b, one->what);

	text_addf(out, "%s: " STR_FMT "%s" STR_FMT,
		one->kind == WARNING_UNSUPPORTED ? "not replayed" : "warning", STR_ARG(what),
		one->where.n ? ": " : "", STR_ARG(one->where));
	if (one->count > 1)
		text_addf(out, " (%d in all)", one->count);
	if (one->kind == WARNING_UNSUPPORTED)
		text_ours(out,
			"; what is decided on pod groups with" DOUBTFUL_MARK
			" is not to be trusted");
	text_ours(out, "\n");
	if (one->advice.n)
		text_addf(out, "  try: " STR_FMT "\n", STR_ARG(one->advice));
	page_row(&ev->page, SECTION_WARNINGS);
	strbuf_free(&b);
}

void events_warnings(struct events *ev, const struct warnings *w, int from)
{
	for (int i = from; i < w->n; i++)
		if (events_as_text(ev))
			warning_text(ev, &w->items[i]);
		else
			warning_json(ev, &w->items[i]);
}

static void print_doubt(const struct warning *one)
{
	char count[40] = "";

	if (one->count > 1)
		snprintf(count, sizeof count, " (%d in all)", one->count);
	msg_warn(NULL, STR_FMT "%s" STR_FMT "%s", STR_ARG(one->what), one->where.n ? ": " : "",
		STR_ARG(one->where), count);
	if (one->advice.n)
		msg_note("try: " STR_FMT, STR_ARG(one->advice));
}

void warnings_print(const struct warnings *w)
{
	struct strbuf b = {0};

	for (int i = 0; i < w->n; i++) {
		const struct warning *one = &w->items[i];
		struct str what;

		if (one->kind == WARNING_DOUBT || one->kind == WARNING_PANIC)
			print_doubt(one);
		if (one->kind != WARNING_UNSUPPORTED)
			continue;
		strbuf_clear(&b);
		what = shown(&b, one->what);
		msg_warn(NULL,
			"not replayed: " STR_FMT " (%d in the snapshot, for instance " STR_FMT ")",
			STR_ARG(what), one->count, STR_ARG(one->where));
	}
	strbuf_free(&b);
}

bool warnings_fine(const struct warnings *w)
{
	for (int i = 0; i < w->n; i++)
		if (w->items[i].kind == WARNING_PANIC || w->items[i].kind == WARNING_UNSUPPORTED)
			return false;
	return true;
}
