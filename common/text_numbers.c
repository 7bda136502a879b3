/* Numbers as people read them. */
#include "common/text.h"

#include <stdio.h>

void strbuf_add_number(struct strbuf *b, long long n)
{
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%lld", n);

	for (int i = 0; i < length; i++) {
		strbuf_addc(b, digits[i]);
		if ((length - i) % 3 == 1 && i + 1 < length && digits[i] != '-')
			strbuf_addc(b, ',');
	}
}

void strbuf_add_count(struct strbuf *b, long long n, const char *noun)
{
	strbuf_add_number(b, n);
	strbuf_addf(b, " %s%s", noun, plural_s(n));
}
