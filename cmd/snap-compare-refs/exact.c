#include "exact.h"
#include "common/utf8.h"

static void add_byte(struct strbuf *b, unsigned char c)
{
	strbuf_addf(b, "%%%02x", c);
}

void exact_str(struct jsonw *w, struct str bytes)
{
	const unsigned char *p = (const unsigned char *)bytes.p;
	struct strbuf text = {0};

	for (size_t i = 0, n; i < bytes.n; i += n) {
		n = utf8_length(p + i, bytes.n - i);
		if (n == 0 || p[i] == '%') {
			add_byte(&text, p[i]);
			n = 1;
		} else {
			strbuf_add(&text, p + i, n);
		}
	}
	jsonw_str(w, strbuf_str(&text));
	strbuf_free(&text);
}

void exact_put(struct jsonw *w, const char *key, struct str bytes)
{
	jsonw_key(w, key);
	exact_str(w, bytes);
}

static int hex_digit(char c)
{
	return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool exact_take(struct json *r, struct strbuf *bytes)
{
	struct str text;

	if (!json_string(r, &text))
		return false;
	for (size_t i = 0; i < text.n; i++) {
		int byte = (unsigned char)text.p[i];

		if (text.p[i] == '%') {
			int high = text.n - i > 2 ? hex_digit(text.p[i + 1]) : -1,
			    low = high < 0 ? -1 : hex_digit(text.p[i + 2]);

			if (low < 0)
				return json_fail(r, "'%%' without two hex digits");
			byte = high * 16 + low;
			i += 2;
		}
		if (!byte)
			return json_fail(r, "a NUL in a name");
		strbuf_addc(bytes, (char)byte);
	}
	return true;
}

bool exact_field(struct json *r, char *field, size_t size)
{
	struct str text;

	if (!json_string(r, &text))
		return false;
	if (text.n >= size || str_find(text, 0))
		return json_fail(r, "too long");
	memset(field, 0, size);
	if (text.n)
		memcpy(field, text.p, text.n);
	return true;
}
