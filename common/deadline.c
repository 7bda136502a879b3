#include "common/deadline.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/proc.h"
#include "common/text.h"
#include "common/timefmt.h"

enum { DOING_CHARS = 240, DOING_BYTES = 1024 };

/* Made before, since the handler must not allocate. What is done now stands between front and back;
 * of its two places one is written while the handler may read the other. */
static struct strbuf front, back;
static char doing[2][DOING_BYTES];
static _Atomic int current;
static char *line; /* large enough for all three */
static void (*_Atomic at_end)(void);
static int64_t limit_ms, ends_ms; /* 0: no deadline */

static void on_alarm(int sig)
{
	(void)sig;
	const char *now = doing[current];
	size_t n = strnlen(now, DOING_BYTES);

	memcpy(line, front.s, front.len);
	memcpy(line + front.len, now, n);
	memcpy(line + front.len + n, back.s, back.len);
	void (*last)(void) = at_end;
	if (last)
		last();
	cleanup_run();
	msg_write(line, front.len + n + back.len);
	_exit(SNAP_LIMIT);
}

static void set_timer(int64_t ms)
{
	struct itimerval timer = {
		.it_value = {.tv_sec = ms / 1000, .tv_usec = (suseconds_t)(ms % 1000 * 1000)}};

	setitimer(ITIMER_REAL, &timer, NULL);
}

static void set_error(struct error *e, const char *what)
{
	struct strbuf time = {0};

	duration_format(&time, limit_ms * 1000000);
	error_set(e, SNAP_LIMIT, "time-out", "it takes longer than %s%s", time.s, what);
	error_hint(e, "a longer --timeout");
	strbuf_free(&time);
}

void deadline_set(int64_t ms, const char *input)
{
	struct sigaction act = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
	struct error e = {0};
	sigset_t set;

	limit_ms = ms;
	ends_ms = proc_clock_ms() + ms;
	set_error(&e, "");
	msg_error_text(&front, input, &e);
	strbuf_addc(&front, '\n');
	size_t first = (size_t)(str_find(strbuf_str(&front), '\n') - front.s);
	strbuf_add(&back, front.s + first, front.len - first);
	front.len = first;
	line = xmalloc(front.len + DOING_BYTES + back.len);
	sigfillset(&act.sa_mask);
	sigaction(SIGALRM, &act, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	set_timer(ms);
}

void deadline_doing(const char *fmt, ...)
{
	struct text text = {0};
	va_list args;

	if (!ends_ms)
		return;
	va_start(args, fmt);
	text_ours(&text, ": ");
	text_vaddf(&text, fmt, args);
	va_end(args);
	text_cut(&text, DOING_CHARS);
	struct str made = text_str(&text);
	size_t n = made.n < DOING_BYTES - 1 ? made.n : DOING_BYTES - 1;
	memcpy(doing[!current], made.p, n);
	doing[!current][n] = 0;
	current = !current;
	text_free(&text);
}

void deadline_at_end(void (*last)(void))
{
	at_end = last;
}

int64_t deadline_left(void)
{
	int64_t left = ends_ms - proc_clock_ms();

	return !ends_ms ? -1 : left > 0 ? left : 0;
}

void deadline_hold(void)
{
	if (ends_ms)
		set_timer(0);
}

void deadline_go_on(void)
{
	int64_t left = deadline_left();

	if (left >= 0)
		set_timer(left ? left : 1);
}

bool deadline_passed(struct error *e)
{
	set_error(e, doing[current]);
	return false;
}

void deadline_lift(void)
{
	set_timer(0);
	ends_ms = 0;
	strbuf_free(&front);
	strbuf_free(&back);
	free(line);
	line = NULL;
}
