#include "common/stop.h"
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>
#include "common/cleanup.h"

enum { SIGNALS = 3 };
static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[SIGNALS];
static _Atomic int asked;

static void on_signal(int sig)
{
	int none = 0;

	if (atomic_compare_exchange_strong(&asked, &none, sig))
		return;
	for (size_t i = 0; i < SIGNALS; i++)
		if (signals[i] == sig && before[i].sa_handler)
			before[i].sa_handler(sig);
}

void stop_watch(void)
{
	struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

	sigfillset(&act.sa_mask);
	for (size_t i = 0; i < SIGNALS; i++)
		/* nohup and background jobs of shells ignore signals on purpose. */
		if (sigaction(signals[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &act, NULL);
}

int stop_asked(void)
{
	return atomic_load(&asked);
}

void stop_unwatch(void)
{
	for (size_t i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &before[i], NULL);
}

void stop_now(int sig)
{
	stop_unwatch();
	raise(sig);
	cleanup_run();
	_exit(128 + sig);
}
