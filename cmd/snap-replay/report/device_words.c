/* The devices of a node that has too few of them for a pod's claims (rules/07 C8): compared, and as
 * text and JSON. */
#include "report/explain_json.h"
#include "report/explain_text.h"

enum { EXPRESSION_SHOWN = 60 }; /* bytes */

static bool wants_alike(const struct device_want *a, const struct device_want *b)
{
	bool same = a->claim == b->claim && a->request == b->request && a->count == b->count &&
		a->devices == b->devices && a->allocated == b->allocated && a->free == b->free &&
		a->allocated_fit == b->allocated_fit && a->n_refusals == b->n_refusals &&
		a->agreeing == b->agreeing;

	for (int i = 0; same && i < a->n_refusals; i++) {
		const struct device_refusal *l = &a->refusals[i], *r = &b->refusals[i];

		same = l->why == r->why && l->of_class == r->of_class && l->number == r->number &&
			l->devices == r->devices;
	}
	return same;
}

bool devices_alike(const struct device_details *a, const struct device_details *b)
{
	bool same = a->n == b->n;

	for (int i = 0; same && i < a->n; i++)
		same = wants_alike(&a->items[i], &b->items[i]);
	return same;
}

int64_t devices_missing(const struct device_want *w)
{
	if (w->all && !w->count)
		return 1;
	return w->count > w->agreeing ? w->count - w->agreeing : 0;
}

struct str expression_shown(struct str expression, const char **dots)
{
	size_t n = EXPRESSION_SHOWN;

	*dots = expression.n > n ? "..." : "";
	if (expression.n <= n)
		return expression;
	while (n > 0 && ((unsigned char)expression.p[n] & 0xc0) == 0x80)
		n--;
	return (struct str){expression.p, n};
}

/* ---- text ---- */

static const char *refusal_word(enum device_refusal_why why)
{
	static const char *const words[DEVICE_REFUSAL_COUNT] = {
		[REFUSED_CONDITIONS] = "has binding conditions",
		[REFUSED_COUNTERS] = "takes part in shared counters",
	};

	return words[why];
}

static void refusal_line(struct text *b, const struct device_refusal *r)
{
	const char *dots;
	struct str shown = expression_shown(r->expression, &dots);

	text_addf(b, "          %d refused: ", r->devices);
	if (refusal_word(r->why)) {
		text_addf(b, "%s\n", refusal_word(r->why));
		return;
	}
	text_addf(b, "selector #%d of the %s%s\n            " STR_FMT "%s\n", r->number,
		r->of_class ? "class" : "request",
		r->why == REFUSED_UNKNOWN ? ", which is not replayed" : "", STR_ARG(shown), dots);
}

static void want_text(struct text *b, const struct device_want *w)
{
	text_addf(b, "        request " STR_FMT " of claim " STR_FMT ":\n",
		STR_ARG(w->request->name), STR_ARG(w->claim->meta.name));
	text_ours(b, "          ");
	if (w->all)
		text_ours(b, "all devices");
	else
		text_add_count(b, w->count, "device");
	text_addf(b, " of class " STR_FMT "\n          ", STR_ARG(w->request->device_class));
	text_add_count(b, w->devices, "device");
	text_addf(b, " there: %d allocated, %d free\n", w->allocated, w->free);
	for (int i = 0; i < w->n_refusals; i++)
		refusal_line(b, &w->refusals[i]);
	if (w->attribute.p)
		text_addf(b, "          of those free at most %d agree in " STR_FMT "\n",
			w->agreeing, STR_ARG(w->attribute));
}

void devices_text(struct text *b, const struct device_details *d)
{
	for (int i = 0; i < d->n; i++)
		want_text(b, &d->items[i]);
}

/* ---- JSON ---- */

static void refusals_json(struct jsonw *w, const struct device_want *of)
{
#define REFUSAL_WORD(NAME, word) word,
	static const char *const words[] = {DEVICE_REFUSALS(REFUSAL_WORD)};
#undef REFUSAL_WORD

	jsonw_key(w, "refused");
	jsonw_begin(w, '[');
	for (int i = 0; i < of->n_refusals; i++) {
		const struct device_refusal *r = &of->refusals[i];

		jsonw_begin(w, '{');
		number(w, "devices", r->devices);
		text(w, "by", str_of(words[r->why]));
		if (!refusal_word(r->why)) {
			text(w, "of", str_of(r->of_class ? "class" : "request"));
			number(w, "number", r->number);
			text(w, "expression", r->expression);
		}
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

void devices_json(struct jsonw *w, const struct device_details *d)
{
	jsonw_key(w, "devices");
	jsonw_begin(w, '[');
	for (int i = 0; i < d->n; i++) {
		const struct device_want *one = &d->items[i];

		jsonw_begin(w, '{');
		text(w, "claim", one->claim->meta.name);
		text(w, "request", one->request->name);
		text(w, "class", one->request->device_class);
		text(w, "mode", one->request->allocation_mode);
		number(w, "wanted", one->count);
		number(w, "devices", one->devices);
		number(w, "allocated", one->allocated);
		number(w, "allocatedAccepted", one->allocated_fit);
		number(w, "free", one->free);
		refusals_json(w, one);
		if (one->attribute.p) {
			number(w, "agreeing", one->agreeing);
			text(w, "attribute", one->attribute);
		}
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}
