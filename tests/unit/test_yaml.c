/* YAML as JSON: what scalars, anchors and limits make of it. */
#include <stdio.h>
#include <stdlib.h>

#include "common/document.h"
#include "common/yaml.h"
#include "tap.h"

/* The JSON of a document, or the words of its error. The caller frees it. */
static char *json_of(struct str text, int *status)
{
	struct arena a = {0};
	struct error e = {0};
	struct strbuf out = {0};
	struct value *v = document_parse(&a, text, &e);

	*status = e.status;
	if (v)
		value_write(&out, v);
	else
		strbuf_addf(&out, "%s: %s", e.what, e.why);
	arena_free(&a);
	return out.s;
}

static void is(const char *yaml, const char *json)
{
	int status;
	char *got = json_of(str_of(yaml), &status);

	ok(status == 0 && strcmp(got, json) == 0, "%s is %s, not %s", yaml, json, got);
	free(got);
}

static void fails_as(struct str text, int wanted, const char *words)
{
	int status;
	char *got = json_of(text, &status);

	ok(status == wanted && strstr(got, words), "%.40s: %s, with status %d: %s, %d", text.p,
		words, wanted, got, status);
	free(got);
}

static void scalars(void)
{
	is("[yes, On, TRUE, y, no, off, False, n]",
		"[true,true,true,true,false,false,false,false]");
	is("[yEs, 'yes', \"no\", !!str true]", "[\"yEs\",\"yes\",\"no\",\"true\"]");
	is("- ~\n- null\n- Null\n-\n- 'null'\n", "[null,null,null,null,\"null\"]");
	is("[0x1F, 0o17, 017, 0b101, +12, -0x10, 1_000]", "[31,15,15,5,12,-16,1000]");
	is("[._5, .5_, .5_e1, .5_5, .5e1_0, -._5, 1_.5_]",
		"[\"._5\",\".5_\",\".5_e1\",0.55,5000000000,-0.5,1.5]");
	is("[08, 1.50, .5, 1e3, -1E-2, 1., 0.1.2]", "[8,1.5,0.5,1000,-0.01,1,\"0.1.2\"]");
	is("[9223372036854775807, -9223372036854775808, 18446744073709551615]",
		"[9223372036854775807,-9223372036854775808,18446744073709551615]");
	is("- 18446744073709551616\n- 1e400\n", "[18446744073709552000,\"1e400\"]");
	is("[2026-11-23, 12:30:45, 1.2.3, 1h]", "[\"2026-11-23\",\"12:30:45\",\"1.2.3\",\"1h\"]");
	is("[!!int '7', !!float 7, !!bool 'true', !!null '', !own x]", "[7,7,true,null,\"x\"]");
	is("|\n  a\n  b\n", "\"a\\nb\\n\"");
	is(">-\n  a\n  b\n", "\"a b\"");
	is("", "null");
	is("# nothing\n", "null");
	is("---\na: 1\n...\n", "{\"a\":1}");
	is("a:\n- 1\n-  - 2\n", "{\"a\":[1,[2]]}");
}

static void objects(void)
{
	is("{b: 1, a: 2}", "{\"a\":2,\"b\":1}");
	is("{1: a, true: b, 1.5: c, 'x': d, 0x10: e}",
		"{\"1\":\"a\",\"1.5\":\"c\",\"16\":\"e\",\"true\":\"b\",\"x\":\"d\"}");
	is("{a: 1, a: 2}", "{\"a\":2}");
	is("{\"a\": 1, \"a\": 2}", "{\"a\":2}");
	is("x: &x {a: 1, b: 2}\nw: {<<: *x, b: 3}\n",
		"{\"w\":{\"a\":1,\"b\":3},\"x\":{\"a\":1,\"b\":2}}");
	is("x: &x {a: 1}\nz: &z {a: 2, c: 3}\nw: {<<: [*x, *z]}\n",
		"{\"w\":{\"a\":1,\"c\":3},\"x\":{\"a\":1},\"z\":{\"a\":2,\"c\":3}}");
	is("w: {'<<': 1}", "{\"w\":{\"<<\":1}}");
	is("x: &x {a: 1}\nw: {!!merge <<: *x}\n", "{\"w\":{\"a\":1},\"x\":{\"a\":1}}");
	is("[&a x, *a, &a z, *a]", "[\"x\",\"x\",\"z\",\"z\"]");
	is("{\"a\": \"\\ud83d\\ude00\\/\"}", "{\"a\":\"\xf0\x9f\x98\x80/\"}");
	is("[\"\\u202e\"]", "[\"\\u202e\"]");
}

static void errors(void)
{
	fails_as(STR("a: 1\nb: 2\n c: 3\n"), SNAP_INPUT, "line 3, column");
	fails_as(STR("a:\n\tb: 1\n"), SNAP_INPUT, "line 2, column 1");
	fails_as(STR("a: *b\n"), SNAP_INPUT, "an alias without its anchor at line 1, column 4");
	fails_as(STR("a: &a [*a]\n"), SNAP_INPUT, "contains itself");
	fails_as(STR("a: 1\n---\nb: 2\n"), SNAP_INPUT, "a second document begins at line 2");
	fails_as(STR("a: 1\n...\nb: 2\n"), SNAP_INPUT, "a second document begins at line 3");
	fails_as(STR("a: 1\n...\n- [\n"), SNAP_INPUT, "a second document begins at line 3");
	fails_as(STR("%YAML 1.1\na: 1\n"), SNAP_INPUT, "<document start>");
	fails_as(STR("[.inf]"), SNAP_INPUT, "JSON");
	fails_as(STR("[-.inf]"), SNAP_INPUT, "JSON");
	fails_as(STR("a: .nan"), SNAP_INPUT, "a number that JSON does not have");
	fails_as(STR("{[1]: 2}"), SNAP_INPUT, "JSON");
	fails_as(STR("? [1]\n: 2\n"), SNAP_INPUT, "a key that is no text");
	fails_as(STR("? ~\n: 2\n"), SNAP_INPUT, "a key that is no text");
	fails_as(STR("a: {<<: 1}"), SNAP_INPUT, "a merge key (<<) without objects");
	fails_as(STR("a: !!int x"), SNAP_INPUT, "not what its tag says");
	fails_as(STR("a: !!binary aGk="), SNAP_INPUT, "!!binary");
	fails_as(STR("a: \0"), SNAP_INPUT, "line 1, column 4");
	fails_as(STR("a: b\nc: \xff\n"), SNAP_INPUT, "line 2, column 4");
	fails_as(STR("a: \"x\nb: 1\n"), SNAP_INPUT, "unexpected end of stream");
	fails_as(STR("{\"a\": 1"), SNAP_INPUT, "invalid JSON");
}

static struct strbuf repeated(const char *part, int n)
{
	struct strbuf b = {0};

	for (int i = 0; i < n; i++)
		strbuf_addz(&b, part);
	return b;
}

/* Nine levels of nine aliases each. */
static void exploding(void)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "a0: &a0 lol\n");
	for (int i = 1; i <= 12; i++) {
		strbuf_addf(&b, "a%d: &a%d [", i, i);
		for (int k = 0; k < 9; k++)
			strbuf_addf(&b, "%s*a%d", k ? ", " : "", i - 1);
		strbuf_addz(&b, "]\n");
	}
	fails_as(strbuf_str(&b), SNAP_LIMIT, "stands for more than 16 MiB at line");
	strbuf_clear(&b);
	strbuf_addz(&b, "m0: &m0 {k: 1}\n");
	for (int i = 1; i < 5000; i++)
		strbuf_addf(&b, "m%d: &m%d {<<: *m%d, k%d: 1}\n", i, i, i - 1, i);
	fails_as(strbuf_str(&b), SNAP_LIMIT, "stands for more than 16 MiB at line");
	strbuf_free(&b);
}

static void limits(void)
{
	struct strbuf deep = repeated("- ", 600), flow = repeated("[", 100000),
		      directives = repeated("%X 1\n", 200), large = repeated("# comment\n", 900000);

	exploding();
	fails_as(strbuf_str(&deep), SNAP_LIMIT, "nested too deep");
	fails_as(strbuf_str(&flow), SNAP_LIMIT, "");
	fails_as(strbuf_str(&directives), SNAP_LIMIT, "directives");
	fails_as(strbuf_str(&large), SNAP_LIMIT, "more than 8 MiB");
	strbuf_free(&deep);
	strbuf_free(&flow);
	strbuf_free(&directives);
	strbuf_free(&large);
}

int main(void)
{
	scalars();
	objects();
	errors();
	limits();
	return tap_end();
}
