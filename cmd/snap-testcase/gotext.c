#include "gotext.h"

#include "common/jsonw.h"

void go_string(struct strbuf *out, struct str s)
{
	strbuf_addc(out, '"');
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c == '"' || c == '\\')
			strbuf_addf(out, "\\%c", c);
		else if (c >= ' ' && c < 0x7f)
			strbuf_addc(out, (char)c);
		else
			strbuf_addf(out, "\\x%02x", c);
	}
	strbuf_addc(out, '"');
}

void go_text(struct strbuf *out, const char *name, struct str s)
{
	if (!s.n)
		return;
	strbuf_addf(out, ", %s: ", name);
	go_string(out, s);
}

void go_number(struct strbuf *out, const char *name, double v)
{
	char text[32];
	size_t n = jsonw_format_double(text, v);

	strbuf_addf(out, ", %s: ", name);
	strbuf_add(out, text, n);
}

void go_thousandths(struct strbuf *out, const char *name, int64_t v)
{
	strbuf_addf(out, ", %s: %lld", name, (long long)(v / 1000));
	if (v % 1000) {
		strbuf_addf(out, ".%03lld", (long long)(v % 1000));
		while (out->s[out->len - 1] == '0')
			strbuf_cut(out, out->len - 1);
	}
}
