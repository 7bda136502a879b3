#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/temporary.h"

enum { IN, OUT, ERR, STREAMS };

static _Noreturn void become(const char *const argv[], const int fds[STREAMS])
{
	static const char failed[] = "it cannot be run\n";

	for (int i = 0; i < STREAMS; i++)
		if (fds[i] >= 0 && dup2(fds[i], i) != i)
			_exit(127);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	if (write(STDERR_FILENO, failed, sizeof failed - 1) < 0)
		_exit(126);
	_exit(127);
}

static bool open_streams(int fds[STREAMS], struct str text, const bool wanted[STREAMS])
{
	struct error ignored = {0};
	bool good = true;

	for (int i = 0; i < STREAMS; i++) {
		fds[i] = wanted[i] ? temporary_unlinked(&ignored) : -1;
		good = good && (!wanted[i] || fds[i] >= 0);
	}
	return good && write_all(fds[IN], text) && lseek(fds[IN], 0, SEEK_SET) == 0;
}

static void take(int fd, struct strbuf *to)
{
	enum { BLOCK = 1 << 16 };
	ssize_t n = 1;

	if (!to || lseek(fd, 0, SEEK_SET) != 0)
		return;
	while (n > 0 || (n < 0 && errno == EINTR)) {
		n = read(fd, strbuf_reserve(to, BLOCK), BLOCK);
		to->len += n > 0 ? (size_t)n : 0;
	}
	*strbuf_reserve(to, 1) = 0;
}

int command_run(const char *const argv[], struct str text, struct strbuf *out, struct strbuf *err)
{
	const bool wanted[STREAMS] = {true, out != NULL, err != NULL};
	int fds[STREAMS], status = -1;
	pid_t pid = open_streams(fds, text, wanted) ? fork() : -1;

	if (pid == 0)
		become(argv, fds);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	if (pid > 0) {
		take(fds[OUT], out);
		take(fds[ERR], err);
	}
	for (int i = 0; i < STREAMS; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return status;
}

bool command_accepts(const char *command, struct str text)
{
	const char *const argv[] = {"/bin/sh", "-c", command, NULL};
	int status = command_run(argv, text, NULL, NULL);

	return status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
