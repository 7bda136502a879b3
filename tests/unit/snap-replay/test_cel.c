/* Device selectors: the table tests/data/cel/selectors.tsv, whose answers come from the scheduler's
 * own evaluator, and what no table can hold (rules/07 C11). */
#include <stdio.h>
#include <stdlib.h>

#include "cmd/snap-replay/plugins/dynamicresources/cel/cel.h"
#include "tests/unit/tap.h"

#define TABLE "tests/data/cel/selectors.tsv"
#define MOST_DEVICES 32
#define MOST_NAMES 32

struct named_device {
	struct str name;
	struct cel_device device;
	struct cel_attribute attributes[MOST_NAMES];
	struct cel_capacity capacities[MOST_NAMES];
};
static struct named_device devices[MOST_DEVICES];
static int n_devices;

/* What stands in front of mark, or all; it is taken from *rest. */
static struct str cut(struct str *rest, char mark)
{
	const char *at = str_find(*rest, mark);
	struct str part = *rest;

	if (at)
		part.n = (size_t)(at - rest->p);
	*rest = at ? (struct str){at + 1, rest->n - part.n - 1} : (struct str){NULL, 0};
	return part;
}

static int64_t number(struct str digits)
{
	char text[32];

	snprintf(text, sizeof text, STR_FMT, STR_ARG(digits));
	return strtoll(text, NULL, 10);
}

/* NAME SPEC, as the head of the table describes them. */
static void add_device(struct str line)
{
	static const char kinds[] = "nibsv"; /* as enum cel_attribute_kind */
	struct named_device *d = &devices[n_devices++];

	d->name = cut(&line, '\t');
	d->device = (struct cel_device){.driver = cut(&line, '|'),
		.attributes = d->attributes,
		.capacities = d->capacities};
	while (line.n) {
		struct str value = cut(&line, '|'), name = cut(&value, '='),
			   kind = cut(&value, ':');
		char letter = kind.n ? *kind.p : 'n';

		if (letter == 'q') {
			d->capacities[d->device.n_capacities++] =
				(struct cel_capacity){name, value};
			continue;
		}
		d->attributes[d->device.n_attributes++] = (struct cel_attribute){name,
			(enum cel_attribute_kind)(strchr(kinds, letter) - kinds),
			letter == 'i' ? number(value) : 0, str_eq(value, STR("true")), value};
	}
}

static const struct cel_device *find_device(struct str name)
{
	for (int i = 0; i < n_devices; i++)
		if (str_eq(devices[i].name, name))
			return &devices[i].device;
	return NULL;
}

/* "true", "error" ...; *text says more. */
static const char *answer(
	struct arena *a, struct str expression, const struct cel_device *d, struct str *text)
{
	static const char *const words[] = {"false", "true", "error", "unknown"};
	struct cel_program *p = cel_compile(a, expression, text);

	return p ? words[cel_evaluate(p, d, a, text)] : "outside";
}

static void test_row(struct str line)
{
	struct str name = cut(&line, '\t'), want = cut(&line, '\t'), text = cut(&line, '\t'),
		   got = {0};
	const struct cel_device *d = find_device(name);
	struct arena a = {0};
	const char *word = d ? answer(&a, line, d, &got) : "no device";

	if (!ok(str_eq(want, str_of(word)) && str_eq(text, got), STR_FMT " " STR_FMT, STR_ARG(name),
		    STR_ARG(line)))
		printf("# %s: " STR_FMT "\n# and not " STR_FMT ": " STR_FMT "\n", word,
			STR_ARG(got), STR_ARG(want), STR_ARG(text));
	arena_free(&a);
}

static void test_table(void)
{
	FILE *f = fopen(TABLE, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	ok(f != NULL, TABLE);
	while (f && (n = getline(&line, &size, f)) > 0) {
		struct str text = {line, (size_t)n - (line[n - 1] == '\n')}, rest = text;

		if (*line == '#')
			continue;
		if (!str_eq(cut(&rest, '\t'), STR("device"))) {
			test_row(text);
			continue;
		}
		add_device(rest);
		line = NULL; /* the device refers to it */
	}
	free(line);
	if (f)
		fclose(f);
}

/* `count` times `open`, then `middle`, then `count` times `close`. */
static struct str nest(
	struct strbuf *b, int count, const char *open, const char *middle, const char *close)
{
	strbuf_clear(b);
	for (int i = 0; i < count; i++)
		strbuf_addz(b, open);
	strbuf_addz(b, middle);
	for (int i = 0; i < count; i++)
		strbuf_addz(b, close);
	return strbuf_str(b);
}

/* A constant of 100,000 bytes. */
#define GROWING \
	"size('a'.replace('', 'bbbbbbbbb').replace('', 'bbbbbbbbb').replace('', 'bbbbbbbbb').replace('', 'bbbbbbbbb'))"

static void test_size(void)
{
	static const struct {
		int count;
		const char *open, *middle, *close, *want;
	} cases[] = {{100, "(", "true", ")", "true"}, {500000, "(", "true", ")", "outside"},
		{1000000, "(", "", "", "outside"}, {40000, "[", "", "", "outside"},
		{90000, "!", "true", "", "true"}, {40000, "true?", "true", ":true", "outside"},
		{5000, "", "true", "&&true", "true"}, {10000, "1+", "1", "", "outside"},
		{900, "1+", "1", " > 0", "outside"}, {500, "1+", "1 > 0", "", "true"},
		{9000, "", "device", ".a", "outside"}, {9000, "[", "1", "]", "outside"},
		{65, "cel.bind(x, true, ", "x", ")", "outside"},
		{500, GROWING " + ", "0 > 0", "", "outside"},
		{1, GROWING " + ", "0 > 0", "", "true"},
		{30, "matches('a', '(", "a", "){1}')", "outside"},
		{60, "cel.bind(x, true, ", "x", ")", "true"}};
	const struct cel_device bare = {.driver = STR("d")};
	struct strbuf b = {0};
	struct str text;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct str e =
			nest(&b, cases[i].count, cases[i].open, cases[i].middle, cases[i].close);
		const char *word = answer(&a, e, &bare, &text);

		ok(strcmp(word, cases[i].want) == 0, "%d times %s%s%s: %s", cases[i].count,
			cases[i].open, cases[i].middle, cases[i].close, word);
		arena_free(&a);
	}
	strbuf_free(&b);
}

/* What tier 1 of the rule needs takes no memory, so that many devices can be asked. */
static void test_memory(void)
{
	struct str e = STR("device.attributes['gpu.nvidia.com'].driverVersion.compareTo("
			   "semver('550.0.0')) >= 0 && device.capacity['gpu.nvidia.com'].memory."
			   "isGreaterThan(quantity('1Gi')) && 'type' in "
			   "device.attributes['gpu.nvidia.com'] && has(device.driver) && "
			   "device.attributes['gpu.nvidia.com'].type in ['gpu', 'mig']"),
		   text;
	struct arena a = {0}, scratch = {0};
	struct cel_program *p = cel_compile(&a, e, &text);
	const struct cel_device *d = find_device(STR("a100"));

	ok(p && d && cel_evaluate(p, d, &scratch, &text) == CEL_TRUE && scratch.total == 0,
		"a common selector takes no memory per device");
	arena_free(&a);
}

int main(void)
{
	test_table();
	test_size();
	test_memory();
	return tap_end();
}
