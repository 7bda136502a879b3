#include "common/import/cut.h"

struct str cut_blanks(struct str s)
{
	while (s.n && memchr(" \t\r\n", s.p[0], 4))
		s = (struct str){s.p + 1, s.n - 1};
	return s;
}

struct str cut_line(struct str s)
{
	s = cut_blanks(s);
	while (s.n && memchr("\r\n", s.p[s.n - 1], 2))
		s.n--;
	return s;
}

bool cut_prefix(struct str *s, struct str prefix)
{
	if (!str_starts(*s, prefix))
		return false;
	*s = (struct str){s->p + prefix.n, s->n - prefix.n};
	return true;
}

bool cut_until(struct str *s, struct str end, struct str *taken)
{
	for (size_t i = 0; i + end.n <= s->n; i++)
		if (memcmp(s->p + i, end.p, end.n) == 0) {
			*taken = (struct str){s->p, i};
			*s = (struct str){s->p + i + end.n, s->n - i - end.n};
			return true;
		}
	return false;
}
