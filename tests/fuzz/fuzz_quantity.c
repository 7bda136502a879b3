/* Quantities, times, durations and sizes of any bytes: no crash, and what was understood can be
 * written and read again. */
#include "check.h"
#include "common/quantity.h"
#include "common/timefmt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void quantities(struct str text)
{
	struct quantity q, minus;
	struct strbuf negated = {0};

	if (!quantity_parse(text, &q))
		return;
	int64_t value = quantity_value(q), milli = quantity_milli(q);
	bool decimal_below_zero = q.nano < 0 && !q.fast; /* goes the wrong way */
	if (quantity_milli_fits(q) && !decimal_below_zero) {
		check("sign",
			(q.nano > 0) == (value > 0) && (q.nano > 0) == (milli > 0) &&
				(q.nano < 0) == (value < 0));
		check("milli is finer", milli / 1000 - value <= 1 && value - milli / 1000 <= 1);
	}
	check("what fits in thousandths fits in units",
		!quantity_milli_fits(q) || quantity_value_fits(q));
	quantity_add(quantity_add(q, q), q);
	if (text.n && text.p[0] != '-' && text.p[0] != '+' &&
		(text.p[0] > ' ' && (unsigned char)text.p[0] < 0x80)) {
		strbuf_addc(&negated, '-');
		strbuf_addstr(&negated, text);
		check("a sign in front changes the sign",
			quantity_parse(strbuf_str(&negated), &minus) && minus.nano == -q.nano);
		check("a sum", quantity_add(q, minus).nano == 0);
	}
	strbuf_free(&negated);
}

static void times(struct str text)
{
	struct instant t, again;
	struct strbuf b = {0};

	if (!rfc3339_parse(text, &t))
		return;
	rfc3339_format(&b, t);
	/* A zone can lead out of the years 0 to 9999, which is all that the format has room for. */
	if (t.sec >= -62167219200 && t.sec <= 253402300799)
		check("time there and back",
			rfc3339_parse(strbuf_str(&b), &again) && instant_cmp(t, again) == 0);
	strbuf_free(&b);
}

static void durations(struct str text)
{
	int64_t ns, again, days;
	struct strbuf b = {0};
	bool known = duration_parse(text, &ns);

	check("days know what Go knows",
		!known || (duration_parse_days(text, &days) && days == ns));
	if (known) {
		duration_format(&b, ns);
		check("duration there and back",
			duration_parse(strbuf_str(&b), &again) && again == ns);
	}
	strbuf_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	uint64_t bytes;
	struct strbuf b = {0};

	quantities(text);
	times(text);
	durations(text);
	if (size_parse(text, &bytes))
		size_format(&b, bytes);
	strbuf_free(&b);
	return 0;
}
