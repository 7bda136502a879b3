/* Twins: what they tell, that nothing else of them shows, and that they end. */
#include "cmd/snap-minimise/twin.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "tests/unit/tap.h"

static int changed;

/* What a twin sees of itself. */
struct report {
	int changed;
	bool null[3], other_open, handled;
};

static void on_term(int sig)
{
	(void)sig;
}

static bool is_null(int fd)
{
	struct stat is, null;

	return fstat(fd, &is) == 0 && stat("/dev/null", &null) == 0 && is.st_rdev == null.st_rdev;
}

static struct report look(int other)
{
	struct report r = {.changed = ++changed, .other_open = fcntl(other, F_GETFD) >= 0};
	struct sigaction act;

	for (int fd = 0; fd < 3; fd++)
		r.null[fd] = is_null(fd);
	r.handled = sigaction(SIGTERM, NULL, &act) == 0 && act.sa_handler != SIG_DFL;
	return r;
}

/* False: the twin has ended before. */
static bool hear(const struct twin *t, void *bytes, size_t n)
{
	ssize_t got;

	for (char *at = bytes; n > 0; at += got, n -= (size_t)got)
		if ((got = read(t->fd, at, n)) <= 0)
			return false;
	return true;
}

static void tells(void)
{
	int other = open("/dev/zero", O_RDONLY);
	int *shared = twin_share(sizeof *shared);
	struct report r;
	struct twin t;
	char byte;

	signal(SIGTERM, on_term);
	if (twin_start(&t) == TWIN_IS_THIS) {
		r = look(other);
		*shared = 7;
		twin_write(&t, &r, sizeof r);
		_exit(3);
	}
	ok(hear(&t, &r, sizeof r), "a twin's words are read");
	ok(r.changed == 1 && changed == 0, "its memory is its own");
	ok(*shared == 7, "but for what is shared");
	ok(r.null[0] && r.null[1] && r.null[2], "its standard files are /dev/null");
	ok(!r.other_open && fcntl(other, F_GETFD) >= 0, "other files are closed in it");
	ok(!r.handled, "signals end it");
	ok(!hear(&t, &byte, 1), "then it has ended");
	ok(twin_is_gone(&t, true) && t.pid == 0, "it is reaped");
	twin_kill(&t);
	twin_unshare(shared, sizeof *shared);
	close(other);
}

static struct twin sleeper(void)
{
	struct twin t;

	if (twin_start(&t) == TWIN_IS_THIS)
		for (;;)
			pause();
	return t;
}

static void ends(void)
{
	struct twin t = sleeper();
	pid_t pid = t.pid;

	ok(!twin_is_gone(&t, false), "a twin is there");
	twin_kill(&t);
	ok(twin_is_gone(&t, true), "it is killed");
	ok(kill(pid, 0) != 0 && errno == ESRCH, "and is no more");
}

/* More than a pipe holds, from a twin that dies in the middle. */
static void breaks_off(void)
{
	static char many[1 << 20], got[1 << 20];
	struct twin t;

	memset(many, 'x', sizeof many);
	if (twin_start(&t) == TWIN_IS_THIS) {
		twin_write(&t, many, sizeof many);
		twin_write(&t, many, 10);
		raise(SIGKILL);
	}
	ok(hear(&t, got, sizeof got) && !memcmp(got, many, sizeof got), "all of it");
	ok(!hear(&t, got, 11), "half a record is none");
	twin_kill(&t);
	twin_is_gone(&t, true);
}

int main(void)
{
	cleanup_install();
	tells();
	ends();
	breaks_off();
	return tap_end();
}
