#include "common/deadline.h"
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/msg.h"
#include "common/str.h"
#include "common/timefmt.h"

static struct strbuf message; /* made before, since the handler must not allocate */

static void on_alarm(int sig)
{
	(void)sig;
	cleanup_run();
	msg_write(message.s, message.len);
	_exit(SNAP_LIMIT);
}

static void set_timer(int64_t ms)
{
	struct itimerval timer = {
		.it_value = {.tv_sec = ms / 1000, .tv_usec = (suseconds_t)(ms % 1000 * 1000)}};

	setitimer(ITIMER_REAL, &timer, NULL);
}

void deadline_set(int64_t ms, const char *input)
{
	struct sigaction act = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
	struct strbuf time = {0};
	struct error e = {0};
	sigset_t set;

	duration_format(&time, ms * 1000000);
	error_set(&e, SNAP_LIMIT, "time-out", "it takes longer than %s", time.s);
	error_hint(&e, "a longer --timeout");
	msg_error_text(&message, input, &e);
	strbuf_addc(&message, '\n');
	strbuf_free(&time);
	sigfillset(&act.sa_mask);
	sigaction(SIGALRM, &act, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	set_timer(ms);
}

void deadline_lift(void)
{
	set_timer(0);
	strbuf_free(&message);
}
