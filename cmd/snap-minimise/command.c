#include "command.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/temporary.h"

static _Noreturn void become(const char *command, int in)
{
	if (dup2(in, STDIN_FILENO) == STDIN_FILENO)
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

bool command_accepts(const char *command, struct str text)
{
	struct error ignored = {0};
	int fd = temporary_unlinked(&ignored), status = -1;
	pid_t pid;

	if (fd < 0 || !write_all(fd, text) || lseek(fd, 0, SEEK_SET) != 0)
		return false;
	pid = fork();
	if (pid == 0)
		become(command, fd);
	close(fd);
	if (pid < 0)
		return false;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
