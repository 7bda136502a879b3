/* Device selectors of any bytes: no crash, the same answer twice, and the opposite of it behind an
 * exclamation mark. Behind a NUL the bytes are a text and a version of the device. */
#include "check.h"
#include "cmd/snap-replay/plugins/dynamicresources/cel/cel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* -1: the expression is not compiled. */
static int ask(struct str expression, const struct cel_device *d)
{
	struct arena a = {0}, scratch = {0};
	struct str why = {NULL, 0}, error;
	struct cel_program *p = cel_compile(&a, expression, &why);
	int answer = -1;

	check("a refusal has a reason", p || why.n);
	if (p) {
		answer = (int)cel_evaluate(p, d, &scratch, &error);
		check("the same again", (int)cel_evaluate(p, d, &scratch, &error) == answer);
		check("a reason for errors and the unknown, and for nothing else",
			(answer == CEL_ERROR || answer == CEL_UNKNOWN) == (error.n > 0));
	}
	arena_free(&a);
	arena_free(&scratch);
	return answer;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str expression = {(const char *)data, size}, text = {NULL, 0};
	const char *end = str_find(expression, '\0');
	struct strbuf opposite = {0};

	if (end) {
		expression.n = (size_t)(end - expression.p);
		text = (struct str){end + 1, size - expression.n - 1};
	}
	struct cel_attribute attributes[] = {{STR("s"), CEL_ATTRIBUTE_STRING, 0, false, text},
		{STR("i"), CEL_ATTRIBUTE_INT, 5, false, {NULL, 0}},
		{STR("b"), CEL_ATTRIBUTE_BOOL, 0, true, {NULL, 0}},
		{STR("v"), CEL_ATTRIBUTE_VERSION, 0, false, STR("1.2.3-rc.1")},
		{STR("other/w"), CEL_ATTRIBUTE_VERSION, 0, false, text}};
	struct cel_capacity capacities[] = {{STR("mem"), STR("40Gi")}, {STR("other/mem"), text}};
	struct cel_device d = {STR("d"), attributes, 4, capacities, 2};
	int answer = ask(expression, &d), negated;

	strbuf_addz(&opposite, "!(");
	strbuf_addstr(&opposite, expression);
	strbuf_addz(&opposite, "\n)");
	negated = ask(strbuf_str(&opposite), &d);
	check("the opposite",
		answer < 0 || negated < 0 || (answer > CEL_TRUE && negated >= CEL_ERROR) ||
			(answer <= CEL_TRUE && negated == !answer) || negated == CEL_UNKNOWN);
	d.n_attributes = 5;
	ask(expression, &d);
	strbuf_free(&opposite);
	return 0;
}
