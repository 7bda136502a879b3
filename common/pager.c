#include "common/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/deadline.h"
#include "common/memlimit.h"
#include "common/temporary.h"

static bool is_longer(struct str text, size_t lines)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n && n <= lines; i++)
		n += text.p[i] == '\n';
	return n > lines;
}

static _Noreturn void become_pager(const char *command, const int pipe_ends[2])
{
	static const int caught[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};

	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
		signal(caught[i], SIG_DFL);
	if (dup2(pipe_ends[0], STDIN_FILENO) < 0)
		_exit(126);
	close(pipe_ends[0]);
	close(pipe_ends[1]);
	memlimit_lift();
	setenv("LESS", "FRX", 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* While the pager is there the terminal's keys are its own, and it may end before it has read all.
 */
static void ignore_keys(struct sigaction old[3], bool ignore)
{
	static const int keys[3] = {SIGINT, SIGQUIT, SIGPIPE};
	const struct sigaction none = {.sa_handler = SIG_IGN};

	for (int i = 0; i < 3; i++)
		if (ignore)
			sigaction(keys[i], &none, &old[i]);
		else
			sigaction(keys[i], &old[i], NULL);
}

static bool give_to_pager(const char *command, struct str text)
{
	struct sigaction old[3];
	int ends[2], status = 0;
	pid_t pid;

	if (pipe(ends) != 0)
		return false;
	pid = fork();
	if (pid == 0)
		become_pager(command, ends);
	close(ends[0]);
	if (pid < 0) {
		close(ends[1]);
		return false;
	}
	ignore_keys(old, true);
	deadline_lift();          /* to read may take any time */
	write_all(ends[1], text); /* a pager that was left early has not read all */
	close(ends[1]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	ignore_keys(old, false);
	/* the shell found no such command, so nothing was shown */
	return !(WIFEXITED(status) && (WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127));
}

bool pager_show(struct str text, size_t lines)
{
	const char *command = getenv("PAGER");

	if (!command)
		command = "less";
	if (!*command || !strcmp(command, "cat") || !is_longer(text, lines))
		return false;
	return give_to_pager(command, text);
}
