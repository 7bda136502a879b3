/* Which lines of kube-scheduler's log are a dump, and when it is whole. */
#include <string.h>
#include "../tap.h"
#include "cmd/snap-fetch/ksched_log.h"

#define H(file, message) "I0314 09:26:53.589793       1 " file "] " message
#define NODES H("dumper.go:52", "\"Dump of cached NodeInfo\" nodes=<\n")
#define NODE "\tNode name: gpu-0\n\t\n"
#define END " >\n"
#define QUEUE H("dumper.go:62", "\"Dump of scheduling queue\" summary=\"activeQ:1\" pods=<\n")
#define POD "\tname: a, namespace: b, uid: c, phase: Pending, nominated node: \n"
#define OTHER H("x.go:1", "\"Other\" body=<\n") "\tNode name: decoy\n >\n"
#define SAME H("comparer.go:64", "\"Cache mismatch\" missedPods=[] redundantPods=[]\n")
#define PLAIN_NODE H("dumper.go:47", "\nNode name: n\n\n")
#define PLAIN_QUEUE H("dumper.go:66", "Dump of scheduling queue:\nname: a\n")
#define JSON(message, rest) "{\"ts\":1.5,\"caller\":\"x\",\"msg\":\"" message "\",\"v\":0" rest "\n"

#define STAMP "2026-03-14T09:26:53Z "
#define STAMPED \
	STAMP H("d", "\"Dump of cached NodeInfo\" nodes=<\r\n") STAMP \
		"\tNode name: a\r\n" STAMP \
		" >\r\n" STAMP H("d", "\"Dump of scheduling queue\" pods=<\r\n") STAMP \
		"\tname: b\r\n" STAMP " >\r\n"

static bool keep(void *ctx, struct str bytes, struct error *e)
{
	(void)e;
	strbuf_addstr(ctx, bytes);
	return true;
}

/* The dump of a log; empty: none is whole. */
static struct strbuf dump_of(const char *before, const char *log, bool quiet)
{
	struct error e = {0};
	struct strbuf dump = {0};
	struct ksched_log *l = ksched_log_open(4096, &e);

	ok(l && ksched_log_feed(l, str_of(before), &e), "read");
	ksched_log_arm(l);
	ok(ksched_log_feed(l, str_of(log), &e), "read on");
	if (quiet)
		ksched_log_quiet(l);
	if (ksched_log_whole(l))
		ksched_log_write(l, keep, &dump, &e);
	ksched_log_close(l);
	return dump;
}

static void is(const char *what, const char *before, const char *log, bool quiet, const char *want)
{
	struct strbuf dump = dump_of(before, log, quiet);

	ok(str_eq(strbuf_str(&dump), str_of(want)), "%s", what);
	strbuf_free(&dump);
}

static void test_text(void)
{
	is("a dump, and nothing of the log", "", OTHER NODES NODE END OTHER QUEUE POD END OTHER,
		false, NODES NODE END QUEUE POD END);
	is("the comparer's words before it", "", SAME OTHER NODES END QUEUE END, false,
		SAME NODES END QUEUE END);
	is("the last one", "", NODES NODE END QUEUE POD END SAME NODES END QUEUE END, false,
		SAME NODES END QUEUE END);
	is("the last whole one", "", NODES NODE END QUEUE POD END NODES NODE, false,
		NODES NODE END QUEUE POD END);
	is("a record without a message", "", NODES NODE END PLAIN_NODE QUEUE POD END, false,
		NODES NODE END QUEUE POD END);
	is("empty values", "",
		H("dumper.go:52", "\"Dump of cached NodeInfo\" nodes=\"\"\n")
			H("dumper.go:62", "\"Dump of scheduling queue\" pods=\"\"\n"),
		false,
		H("dumper.go:52", "\"Dump of cached NodeInfo\" nodes=\"\"\n")
			H("dumper.go:62", "\"Dump of scheduling queue\" pods=\"\"\n"));
	is("stamps and carriage returns", "", STAMPED STAMPED, false, STAMPED);
}

static void test_broken(void)
{
	is("begun before the signal", NODES NODE, END QUEUE POD END, true, "");
	is("nodes without an end", "", NODES NODE QUEUE POD END, true, "");
	is("a queue without an end", "", NODES NODE END QUEUE POD OTHER, true, "");
	is("a queue without nodes", "", QUEUE POD END, true, "");
	is("another record's value", "", H("x.go:1", "\"Other\" body=<\n") "\t" NODES END QUEUE END,
		true, "");
	is("words within a record", "",
		H("x.go:1", "\"It says\" text=\"Dump of cached NodeInfo\"\n") QUEUE POD END, true,
		"");
}

static void test_plain(void)
{
	const char dump[] =
		H("dumper.go:46", "Dump of cached NodeInfo\n") PLAIN_NODE PLAIN_NODE PLAIN_QUEUE;

	is("an old release, before its end is known", "", dump, false, "");
	is("once nothing more comes", "", dump, true, dump);
	is("not within a line", "", H("d", "Dump of cached NodeInfo\n") PLAIN_QUEUE "na", true, "");
	is("once another record comes", "", H("d", "Dump of cached NodeInfo\n") PLAIN_QUEUE OTHER,
		false, H("d", "Dump of cached NodeInfo\n") PLAIN_QUEUE);
	is("a node's record alone", "", PLAIN_NODE PLAIN_QUEUE, true, "");
}

static void test_json(void)
{
	const char dump[] = JSON("Dump of cached NodeInfo", ",\"nodes\":\"Node name: a\\n\"}")
		JSON("Dump of scheduling queue", ",\"pods\":\"\"}");

	is("JSON", "", dump, false, dump);
	is("JSON whose queue is cut", "",
		JSON("Dump of cached NodeInfo", "}") JSON("Dump of scheduling queue", ""), true,
		"");
	is("JSON whose nodes are cut", "",
		JSON("Dump of cached NodeInfo", "") JSON("Dump of scheduling queue", "}"), true,
		"");
	is("a message in a message", "",
		JSON("x", ",\"t\":\"{\\\"msg\\\":\\\"Dump of cached NodeInfo\\\"}\"}")
			JSON("Dump of scheduling queue", "}"),
		true, "");
}

static void test_limit(void)
{
	struct error e = {0};
	struct ksched_log *l = ksched_log_open(300, &e);
	bool good = true;

	ksched_log_arm(l);
	for (int i = 0; good && i < 100; i++)
		good = ksched_log_feed(l, STR(OTHER), &e);
	ok(good, "lines that are no part count for nothing");
	for (int i = 0; good && i < 100; i++)
		good = ksched_log_feed(l, i ? STR(NODE) : STR(NODES), &e);
	ok(!good && e.status == SNAP_LIMIT && e.hint[0], "a dump that is too big");
	ksched_log_close(l);
}

/* A dump of more bytes than memory is used for, and then a small one. */
static void test_big(void)
{
	struct error e = {0};
	struct strbuf want = {0}, dump = {0};
	struct ksched_log *l = ksched_log_open(1 << 20, &e);

	strbuf_addz(&want, NODES);
	for (int i = 0; i < 9000; i++)
		strbuf_addf(&want, "\tNode name: n-%d\n", i);
	strbuf_addz(&want, END QUEUE POD END);
	ksched_log_arm(l);
	ok(want.len > 160000 && ksched_log_feed(l, strbuf_str(&want), &e) && ksched_log_whole(l) &&
			ksched_log_write(l, keep, &dump, &e) &&
			str_eq(strbuf_str(&dump), strbuf_str(&want)),
		"a big dump");
	ok(ksched_log_feed(l, strbuf_str(&want), &e) && ksched_log_feed(l, STR(STAMPED), &e),
		"more dumps");
	strbuf_clear(&dump);
	ok(ksched_log_write(l, keep, &dump, &e) && str_eq(strbuf_str(&dump), STR(STAMPED)),
		"the small one behind big ones");
	ksched_log_close(l);
	strbuf_free(&want);
	strbuf_free(&dump);
}

int main(void)
{
	test_text();
	test_broken();
	test_plain();
	test_json();
	test_limit();
	test_big();
	return tap_end();
}
