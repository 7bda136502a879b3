/* Lines cut and wrapped to the width of a terminal, and the lines of progress. */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/msg.h"
#include "common/progress.h"
#include "common/terminal.h"
#include "tap.h"

static void cuts(void)
{
	static const struct {
		const char *text;
		size_t from, columns;
		const char *is;
	} cases[] = {
		{"abcdef\n", 0, 6, "abcdef\n"},
		{"abcdefg\n", 0, 6, "abcde…\n"},
		{"abcdefg", 0, 6, "abcde…"},
		{"abcdefg\n", 0, 0, "abcdefg\n"},
		{"abc\ndefgh\n\nij\n", 0, 3, "abc\nde…\n\nij\n"},
		{"abcdef\nabcdef\n", 7, 3, "abcdef\nab…\n"},
		{"ab\n", 9, 1, "ab\n"},
		{"äöüß\n", 0, 4, "äöüß\n"},
		{"äöüßé\n", 0, 4, "äöü…\n"},
		{"ab\n", 0, 1, "…\n"},
		/* colours take no columns, and end */
		{"\033[31mabc\033[0m\n", 0, 3, "\033[31mabc\033[0m\n"},
		{"\033[31mabcd\033[0m e\n", 0, 3, "\033[31mab…\033[0m\n"},
		{"\033[31ma\033[0mbcd\n", 0, 3, "\033[31ma\033[0mb…\n"},
		{"abcd\033[31me\033[0m\n", 0, 3, "ab…\n"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct text t = {0};

		text_ours(&t, cases[i].text);
		terminal_cut(&t, cases[i].from, cases[i].columns);
		ok(strcmp(t.made.s, cases[i].is) == 0, "line %zu to %zu columns", i,
			cases[i].columns);
		text_free(&t);
	}
	struct text empty = {0};
	terminal_cut(&empty, 0, 5);
	ok(text_str(&empty).n == 0, "an empty text stays empty");
	int null = open("/dev/null", O_RDONLY);
	ok(terminal_columns(null) == 0 && terminal_columns(-1) == 0, "what is no terminal");
	close(null);
}

static void wraps(void)
{
	static const struct {
		const char *text;
		size_t from, columns, hang;
		const char *is;
	} cases[] = {
		{"ab cd ef\n", 0, 8, 0, "ab cd ef\n"},
		{"ab cd ef\n", 0, 7, 0, "ab cd\n    ef\n"},
		{"ab cd ef", 0, 7, 0, "ab cd\n    ef"},
		{"ab cd ef\n", 0, 0, 0, "ab cd ef\n"},
		{"ab cd ef\nab cd ef\n", 9, 5, 0, "ab cd ef\nab cd\n    ef\n"},
		/* as far in as the line, and four more; or as far as wanted */
		{"  ab cd ef gh\n", 0, 8, 0, "  ab cd\n      ef\n      gh\n"},
		{"  ab cd ef gh\n", 0, 8, 1, "  ab cd\n ef gh\n"},
		{"ab cd\n", 0, 3, 9, "ab\n         cd\n"},
		/* words are not broken, blanks at a break and at the end go */
		{"abcdefgh ij\n", 0, 4, 0, "abcdefgh\n    ij\n"},
		{"abcdefgh\n", 0, 4, 0, "abcdefgh\n"},
		{"ab   cdef\n", 0, 6, 0, "ab\n    cdef\n"},
		{"abcd   \n", 0, 4, 0, "abcd\n"},
		/* a comma in the last 16 columns is a better place */
		{"ab 1, cd 2, ef 3\n", 0, 14, 0, "ab 1, cd 2,\n    ef 3\n"},
		{"a, bcde fghi jklm nopq\n", 0, 20, 0, "a,\n    bcde fghi jklm\n    nopq\n"},
		{"a, bcdefghi jklm nopq rs\n", 0, 22, 0, "a, bcdefghi jklm nopq\n    rs\n"},
		/* characters count, colours do not */
		{"äöü ßéà x\n", 0, 7, 0, "äöü ßéà\n    x\n"},
		{"\033[33mab cd\033[0m ef\n", 0, 5, 0, "\033[33mab cd\033[0m\n    ef\n"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct text t = {0};

		text_ours(&t, cases[i].text);
		terminal_wrap(&t, cases[i].from, cases[i].columns, cases[i].hang);
		ok(strcmp(t.made.s, cases[i].is) == 0, "line %zu wrapped to %zu columns", i,
			cases[i].columns);
		text_free(&t);
	}
}

static char written[4096];

/* What has gone to standard error. */
static const char *taken(int from)
{
	ssize_t n = read(from, written, sizeof written - 1);

	written[n > 0 ? n : 0] = 0;
	return written;
}

/* As progress_start for a terminal, two seconds ago. */
static struct progress begun(uint64_t total)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (struct progress){.label = "reclaim",
		.total = total,
		.enabled = 1,
		.started_ms = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000 - 2000};
}

static void progress(void)
{
	int ends[2], old = dup(2);
	char name[200];

	if (pipe(ends) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0 || dup2(ends[1], 2) < 0)
		return;
	struct progress p = begun(0);
	progress_show(&p, STR("ns/job"), 7, "scenario");
	ok(strcmp(taken(ends[0]), "\rreclaim: ns/job: 7 scenarios\033[K") == 0, "a step");
	progress_show(&p, STR("ns/job"), 8, "scenario");
	ok(strcmp(taken(ends[0]), "") == 0, "not again at once");
	p = begun(0);
	progress_part(&p, 3, 12);
	progress_show(&p, STR("ns/job"), 7, "scenario");
	ok(strcmp(taken(ends[0]), "\rreclaim: 3 of 12 groups, ns/job: 7 scenarios\033[K") == 0,
		"a step of a part");
	p = begun(0);
	progress_part(&p, 1, 1);
	progress_show(&p, STR("ns/job"), 1, "scenario");
	ok(strcmp(taken(ends[0]), "\rreclaim: 1 of 1 group, ns/job: 1 scenario\033[K") == 0,
		"one of each");
	p = begun(0);
	memset(name, 'x', sizeof name);
	progress_part(&p, 3, 12);
	progress_show(&p, (struct str){name, sizeof name}, 7, "scenario");
	struct str line = str_of(taken(ends[0]));
	ok(text_width(line) == 1 + 79 + 3 && str_contains(line, STR("xxx…: 7 scenarios")),
		"a long name is cut so that the line does not wrap");
	p = begun(1 << 20);
	progress_update(&p, 1 << 18);
	line = str_of(taken(ends[0]));
	ok(str_contains(line, STR("256.0KiB of 1.0MiB, ")) && str_contains(line, STR("s left")),
		"bytes of a total have a time left");
	p = begun(0);
	progress_update(&p, 1 << 18);
	line = str_of(taken(ends[0]));
	ok(str_contains(line, STR("256.0KiB, ")) && !str_contains(line, STR("left")),
		"bytes of an unknown total have none");
	taken(ends[0]);
	cleanup_run();
	ok(strcmp(taken(ends[0]), "\r\033[J") == 0, "what ends the program clears the line");
	progress_end(&p);
	cleanup_run();
	ok(strcmp(taken(ends[0]), "") == 0, "a line is cleared once");
	p = begun(0);
	progress_update(&p, 1 << 18);
	taken(ends[0]);
	msg_note("x");
	line = str_of(taken(ends[0]));
	ok(str_starts(line, STR("\r\033[J")), "a message stands on a line of its own");
	progress_show(NULL, STR("x"), 1, "scenario");
	progress_part(NULL, 1, 2);
	dup2(old, 2);
}

int main(void)
{
	cuts();
	wraps();
	progress();
	return tap_end();
}
