#define _XOPEN_SOURCE 700 /* sigaltstack */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/crash.h"
#include "common/msg.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	__has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
void crash_install(void) {}
#else
static const struct {
	int signal;
	const char *what;
} crashes[] = {
	{SIGSEGV, "a wrong address, or the stack is used up"},
	{SIGABRT, "a library gave up"},
	{SIGBUS, "a page cannot be read: its file was cut, or the disk fails"},
	{SIGFPE, "a number that cannot be"},
	{SIGILL, "an instruction that this machine does not have"},
};
enum { CRASHES = sizeof crashes / sizeof *crashes, STACK = 1 << 16 };
static char stack[STACK]; /* separate: the usual stack may be used up */

static void say(const char *text)
{
	msg_write(text, strlen(text));
}

static void say_signal(int sig)
{
	const char *what = "";
	char number[] = {(char)('0' + sig / 10 % 10), (char)('0' + sig % 10), 0};

	for (size_t i = 0; i < CRASHES; i++)
		if (crashes[i].signal == sig)
			what = crashes[i].what;
	say(msg_program());
	say(": crashed: signal ");
	say(sig < 10 ? number + 1 : number);
	say(": ");
	say(what);
	say("\n");
	say(msg_program());
	say(": try: again with more memory; if it crashes again, report it, with the input if you may\n");
}

/* Async-signal-safe. Another thread that crashes meanwhile waits for the end; a crash in here ends
 * the program at once. */
static void on_crash(int sig)
{
	static atomic_flag crashing = ATOMIC_FLAG_INIT;
	static pthread_t first;

	if (!atomic_flag_test_and_set(&crashing)) {
		first = pthread_self();
		say_signal(sig);
		cleanup_run();
	} else if (!pthread_equal(first, pthread_self())) {
		pause();
	}
	_exit(SNAP_SYSTEM);
}

void crash_install(void)
{
	struct sigaction act = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};

	sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = STACK}, NULL);
	sigfillset(&act.sa_mask);
	for (size_t i = 0; i < CRASHES; i++) {
		sigdelset(&act.sa_mask, crashes[i].signal);
		sigaction(crashes[i].signal, &act, NULL);
	}
}
#endif
