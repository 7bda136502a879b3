/* What a program leaves behind is removed, however it ends. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/tree.h"
#include "tap.h"

enum { PATIENCE_MS = 60000, TICK_MS = 20 };

static char top[] = "/tmp/snap-test-XXXXXX", path[256];

static const char *at(const char *name)
{
	snprintf(path, sizeof path, "%s/%s", top, name);
	return path;
}

static void make_file(const char *name)
{
	int fd = open(at(name), O_WRONLY | O_CREAT, 0600);

	if (fd < 0 || close(fd) != 0)
		abort();
}

static void make_folder(const char *name)
{
	if (mkdir(at(name), 0700) != 0)
		abort();
}

static bool there(const char *name)
{
	struct stat st;

	return lstat(at(name), &st) == 0;
}

/* A folder as Go's module cache has them, and a link that leads out of it. */
static void make_tree(const char *name)
{
	char below[64];

	make_folder(name);
	make_file("kept");
	snprintf(below, sizeof below, "%s/read-only", name);
	make_folder(below);
	snprintf(below, sizeof below, "%s/read-only/closed", name);
	make_folder(below);
	snprintf(below, sizeof below, "%s/read-only/file", name);
	make_file(below);
	snprintf(below, sizeof below, "%s/link", name);
	char target[64];
	snprintf(target, sizeof target, "%s/kept", top);
	if (symlink(target, at(below)) != 0)
		abort();
	snprintf(below, sizeof below, "%s/read-only/closed", name);
	chmod(at(below), 0);
	snprintf(below, sizeof below, "%s/read-only", name);
	chmod(at(below), 0500);
}

static void test_tree(void)
{
	make_tree("tree");
	ok(tree_remove(at("tree")) && !there("tree"),
		"a tree is removed, read-only folders included");
	ok(there("kept"), "what a link in it leads to is not");
	ok(tree_remove(at("tree")), "what is not there needs not be removed");
	ok(symlink(top, at("link")) == 0 && tree_remove(at("link")) && !there("link") &&
			there("kept"),
		"a link is removed, not its target");
}

/* A program that registers all it has, says so, closes its stdout, and waits to be killed by sig;
 * 0: it exits. */
static int program(int sig, char *first_bytes, bool *end_of_file)
{
	int fds[2], status = 0;

	if (pipe(fds) != 0)
		abort();
	pid_t pid = fork();
	if (pid == 0) {
		dup2(fds[1], STDOUT_FILENO);
		close(fds[0]);
		close(fds[1]);
		cleanup_install();
		cleanup_add_file(at("file"));
		make_file("file");
		if (!cleanup_add_tree(at("admin/one"), true) ||
			!cleanup_add_tree(at("tree"), false))
			_exit(1);
		cleanup_add_file(at("dropped"));
		cleanup_drop_file(at("dropped"));
		make_folder("admin");
		make_folder("admin/one");
		make_file("admin/one/file");
		make_tree("tree");
		if (write(STDOUT_FILENO, "up", 2) != 2 || close(STDOUT_FILENO) != 0)
			_exit(1);
		if (!sig)
			exit(0);
		for (;;)
			pause();
	}
	close(fds[1]);
	ssize_t n = read(fds[0], first_bytes, 2);
	struct pollfd end = {fds[0], POLLIN, 0};
	*end_of_file = poll(&end, 1, PATIENCE_MS) > 0 && read(fds[0], first_bytes, 1) == 0;
	if (n == 2 && sig)
		kill(pid, sig);
	waitpid(pid, &status, 0);
	close(fds[0]);
	return n == 2 ? status : -1;
}

static void test_end(int sig)
{
	char said[3] = "";
	bool end = false;

	make_file("dropped");
	int status = program(sig, said, &end);
	ok(sig ? WIFSIGNALED(status) && WTERMSIG(status) == sig : status == 0,
		"ended by signal %d: status %d", sig, status);
	ok(end, "the guard does not hold its output");
	/* The guard works on when the program was killed; else the program waits for it. */
	for (int ms = 0; sig == SIGKILL && ms < PATIENCE_MS &&
		(there("file") || there("tree") || there("admin"));
		ms += TICK_MS)
		poll(NULL, 0, TICK_MS);
	ok(!there("file") && !there("tree") && !there("admin"), "its file and folders are gone");
	ok(there("kept") && there("dropped"), "nothing else is");
}

/* A group that is killed as soon as its guard is there: the guard is of another one. */
static void test_killed_group(void)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		setpgid(0, 0);
		if (!cleanup_add_tree(at("group"), false))
			_exit(1);
		make_folder("group");
		kill(0, SIGKILL);
	}
	waitpid(pid, &status, 0);
	for (int ms = 0; ms < PATIENCE_MS && there("group"); ms += TICK_MS)
		poll(NULL, 0, TICK_MS);
	ok(WIFSIGNALED(status) && !there("group"), "the guard outlives the group of its program");
}

int main(void)
{
	cleanup_install();
	if (!mkdtemp(top))
		abort();
	test_tree();
	static const int signals[] = {0, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGKILL};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		test_end(signals[i]);
	test_killed_group();
	ok(tree_remove(top), "all is tidied up");
	return tap_end();
}
