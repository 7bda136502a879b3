/* Lines of the scheduler's log: colours, fields, patterns, numbers. */
#include <string.h>
#include "../tap.h"
#include "cmd/snap-replay/tool/log_numbers.h"
#include "common/log_line.h"

static void test_colours(void)
{
	char line[] = "a\033[34mINFO\033[0m\033b\033[1;3", empty[] = "";
	size_t n = log_strip_colours(line, sizeof line - 1);

	ok(str_eq((struct str){line, n}, STR("aINFOb")),
		"colours, lone escapes and a sequence that is cut go");
	ok(log_strip_colours(empty, 0) == 0, "nothing");
}

static void test_fields(void)
{
	struct log_line l = log_line_parse(STR(
		"2026-07-07T19:58:11.123+0300\tERROR\tx/y.go:5\t[snapshot-runner] [preempt] text\twith tab"));

	ok(str_eq(l.level, STR("ERROR")) && str_eq(l.caller, STR("x/y.go:5")), "level and caller");
	ok(str_eq(l.action, STR("preempt")) && str_eq(l.text, STR("text\twith tab")),
		"action and text");
	l = log_line_parse(STR(
		"2026-07-07T19:58:11.123Z\tINFO\tx/y.go:5\t[snapshot-runner] text [not an action]"));
	ok(l.action.n == 0 && str_eq(l.text, STR("text [not an action]")), "no action yet");
	static const char *const loose[] = {"", "\t", "panic: x",
		"goroutine 1 [running]:", "yesterday\tINFO\tx\ty",
		"2026-07-07T19:58:11Z\tDEBUG\tx\ty", "2026-07-07T19:58:11.123+03\tINFO\tx\ty"};
	for (size_t i = 0; i < sizeof loose / sizeof *loose; i++) {
		l = log_line_parse(str_of(loose[i]));
		ok(l.level.n == 0 && str_eq(l.text, str_of(loose[i])),
			"not a line of its own: '%s'", loose[i]);
	}
}

static void test_time(void)
{
	struct instant a = {0}, b = {0};

	ok(log_time_parse(STR("2026-07-07T19:58:11.123+0300"), &a) &&
			rfc3339_parse(STR("2026-07-07T16:58:11.123Z"), &b) &&
			instant_cmp(a, b) == 0,
		"a zone without a colon");
	ok(log_time_parse(STR("2026-07-07T16:58:11.123Z"), &a) && instant_cmp(a, b) == 0, "UTC");
	ok(!log_time_parse(STR("+0300"), &a) && !log_time_parse(STR(""), &a), "no time");
}

static void test_match(void)
{
	struct str c[4];

	ok(log_match(STR("bind <a/b> to <n>"), "bind <%> to <%>", c) && str_eq(c[0], STR("a/b")) &&
			str_eq(c[1], STR("n")),
		"captures");
	ok(log_match(STR("done in 3ms"), "done in %", c) && str_eq(c[0], STR("3ms")), "the rest");
	ok(log_match(STR("done in "), "done in %", c) && c[0].n == 0, "an empty rest");
	ok(log_match(STR("Session  with <1>"), "Session % with <%>", c) && c[0].n == 0 &&
			str_eq(c[1], STR("1")),
		"an empty capture");
	ok(log_match(STR("x: <1>, and more"), "x: <%>, *", c), "any rest");
	ok(!log_match(STR("bind <a> to <n> more"), "bind <%> to <%>", c), "more than the pattern");
	ok(!log_match(STR("bind <a> to "), "bind <%> to <%>", c), "less than the pattern");
	ok(!log_match(STR(""), "x%", c) && log_match(STR(""), "", c), "nothing");
}

static void test_figures(void)
{
	struct log_queue q;
	int64_t n = 7;
#define PART(a, b) \
	"deserved: <" a ">, requested: <" b \
	">, maxAllowed: <1>, allocated: <0.5>, historicalUsage: <0>, fairShare: <2>"
	ok(queue_numbers_parse(STR("GPU: " PART("Unlimited", "1.25") " CPU (cores): " PART(
				       "3", "0.007") " memory (GB): " PART("0", "16389.595") " "),
		   &q),
		"the line of a queue");
	ok(q.figures[LOG_DESERVED][LOG_GPU] == -1 && q.figures[LOG_REQUESTED][LOG_GPU] == 1.25,
		"GPUs");
	ok(q.figures[LOG_DESERVED][LOG_CPU] == 3000 && q.figures[LOG_REQUESTED][LOG_CPU] == 7,
		"cores are thousandths of CPUs");
	ok(q.figures[LOG_REQUESTED][LOG_MEMORY] == 16389595000000 &&
			q.figures[LOG_ALLOCATED][LOG_MEMORY] == 500000000,
		"bytes");
	ok(!queue_numbers_parse(STR("GPU: " PART("x", "1") " CPU (cores): " PART(
					"3", "1") " memory (GB): " PART("0", "1") " "),
		   &q),
		"not a number");
	ok(!queue_numbers_parse(STR("GPU: "), &q), "cut");
	ok(!count_of(STR(""), &n) && !count_of(STR("-1"), &n) &&
			!count_of(STR("9999999999999999999"), &n) && n == 7,
		"no counts");
}

static void test_fit_error(void)
{
	struct log_events t = {0};
	struct log_pending p = {0};

	fit_error_split(&t,
		STR("\nReason.\none. \nstill one..\n<rack>: two.\nsubgroup x: three.\nfour."), &p);
	ok(str_eq(p.reason, STR("Reason")), "the reason");
	ok(p.n_messages == 2 && str_eq(p.messages[0], STR("one. \nstill one.")) &&
			str_eq(p.messages[1], STR("four")),
		"messages as in the condition, those worded otherwise left out");
	p = (struct log_pending){0};
	fit_error_split(&t, STR(""), &p);
	ok(p.reason.n == 0 && p.n_messages == 0, "nothing");
	log_events_free(&t);
}

int main(void)
{
	test_colours();
	test_fields();
	test_time();
	test_match();
	test_figures();
	test_fit_error();
	return tap_end();
}
