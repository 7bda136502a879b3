#include "tool/log_numbers.h"
#include <math.h>
#include <stdlib.h>
#include "common/log_line.h"

bool count_of(struct str text, int64_t *n)
{
	int64_t v = 0;

	if (text.n == 0 || text.n > 18)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '9')
			return false;
		v = 10 * v + (text.p[i] - '0');
	}
	*n = v;
	return true;
}

/* Digits; beyond 18 of them they are rounded. */
static bool whole_part(struct str text, double *v)
{
	enum { MOST = 400 }; /* a double has at most 309 */
	char digits[MOST + 1];
	int64_t exact;

	if (count_of(text, &exact)) {
		*v = (double)exact;
		return true;
	}
	if (!text.n || text.n > MOST)
		return false;
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] < '0' || text.p[i] > '9')
			return false;
	memcpy(digits, text.p, text.n);
	digits[text.n] = 0;
	*v = strtod(digits, NULL);
	return isfinite(*v);
}

/* Digits with at most three decimals, times unit: exact in integers as far as the log is. */
static bool amount(struct str text, int64_t unit, double *v)
{
	int64_t thousandths = 0;
	double whole;
	bool below_zero = text.n && text.p[0] == '-';

	if (str_eq(text, STR("Unlimited"))) {
		*v = -1;
		return true;
	}
	if (below_zero)
		text = (struct str){text.p + 1, text.n - 1};
	const char *dot = str_find(text, '.');
	struct str front = text;
	if (dot) {
		struct str back = {dot + 1, text.n - (size_t)(dot + 1 - text.p)};

		front.n = (size_t)(dot - text.p);
		if (back.n > 3 || !count_of(back, &thousandths))
			return false;
		for (size_t i = back.n; i < 3; i++)
			thousandths *= 10;
	}
	if (!whole_part(front, &whole))
		return false;
	*v = whole * (double)unit + (double)thousandths * (double)unit / 1000;
	if (below_zero)
		*v = -*v;
	return isfinite(*v);
}

bool queue_numbers_parse(struct str text, struct log_queue *q)
{
	static const char one[] =
		"deserved: <%>, requested: <%>, maxAllowed: <%>, allocated: <%>, historicalUsage: <%>, fairShare: <%>";
	static const struct {
		const char *label;
		int resource;
		int64_t unit;
	} parts[] = {{"GPU: ", LOG_GPU, 1}, {" CPU (cores): ", LOG_CPU, 1000},
		{" memory (GB): ", LOG_MEMORY, 1000000000}};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct strbuf pattern = {0};
		struct str c[7];

		strbuf_addf(&pattern, "%s%s%%", parts[i].label, one);
		bool ok = log_match(text, pattern.s, c);
		strbuf_free(&pattern);
		if (!ok ||
			!amount(c[0], parts[i].unit,
				&q->figures[LOG_DESERVED][parts[i].resource]) ||
			!amount(c[1], parts[i].unit,
				&q->figures[LOG_REQUESTED][parts[i].resource]) ||
			!amount(c[3], parts[i].unit,
				&q->figures[LOG_ALLOCATED][parts[i].resource]) ||
			!amount(c[5], parts[i].unit,
				&q->figures[LOG_FAIR_SHARE][parts[i].resource]))
			return false;
		text = c[6];
	}
	return true;
}

/* A line, without the full stop that ends it. One that ends in ". " goes on behind the newline: so
 * are parts of one message joined. */
static struct str next_line(struct str *rest)
{
	struct str line = {rest->p, 0};

	while (line.n < rest->n &&
		(line.p[line.n] != '\n' ||
			(line.n > 1 && memcmp(line.p + line.n - 2, ". ", 2) == 0)))
		line.n++;
	size_t used = line.n < rest->n ? line.n + 1 : line.n;
	*rest = (struct str){used ? rest->p + used : rest->p, rest->n - used};
	if (line.n && line.p[line.n - 1] == '.')
		line.n--;
	return line;
}

void fit_error_split(struct log_events *t, struct str text, struct log_pending *p)
{
	size_t lines = 1;

	for (size_t i = 0; i < text.n; i++)
		lines += text.p[i] == '\n';
	p->messages = ARENA_ARRAY(&t->arena, lines, struct str);
	next_line(&text);
	p->reason = next_line(&text);
	while (text.n) {
		struct str message = next_line(&text);

		if (message.n && message.p[0] != '<' && !str_starts(message, STR("subgroup ")))
			p->messages[p->n_messages++] = message;
	}
}
