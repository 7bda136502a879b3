/* Files that are whole or not there; stdout's turn is in the bats files. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <dirent.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/output.h"
#include "common/str.h"
#include "tap.h"

static int files_here(void)
{
	int n = 0;
	DIR *d = opendir(".");

	for (struct dirent *e; d && (e = readdir(d));)
		n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	if (d)
		closedir(d);
	return n;
}

static bool holds(const char *path, const char *text)
{
	char buf[256] = "";
	FILE *f = fopen(path, "r");
	size_t n = f ? fread(buf, 1, sizeof buf - 1, f) : 0;

	if (f)
		fclose(f);
	return f && n == strlen(text) && memcmp(buf, text, n) == 0;
}

static bool write_whole(const char *path, const char *text, struct error *e)
{
	struct output *o = output_open(path, e);

	if (!o)
		return false;
	if (output_write(o, text, strlen(text), e))
		return output_commit(o, e);
	output_abort(o);
	return false;
}

static void memory(void)
{
	static char many[200000];
	struct strbuf to = {0};
	struct error e = {0};
	struct output *o = output_memory(&to);

	strbuf_addz(&to, "before ");
	memset(many, 'm', sizeof many);
	ok(output_fd(o) == -1 && output_write(o, "one ", 4, &e) &&
			output_write(o, many, sizeof many, &e) && output_finish(o, STR("end"), &e),
		"memory is written");
	ok(to.len == 7 + 4 + sizeof many + 3 && memcmp(to.s, "before one mm", 13) == 0 &&
			memcmp(to.s + to.len - 4, "mend", 4) == 0,
		"behind what it has");
	strbuf_free(&to);
}

static void plain_files(void)
{
	struct error e = {0};
	struct stat st;

	umask(022);
	ok(write_whole("a", "one\n", &e) && holds("a", "one\n"), "a file is written");
	ok(stat("a", &st) == 0 && (st.st_mode & 07777) == 0644, "with the usual permissions");
	chmod("a", 0600);
	ok(write_whole("a", "two\n", &e) && holds("a", "two\n"), "and replaced");
	ok(stat("a", &st) == 0 && (st.st_mode & 07777) == 0600, "keeping its permissions");
	struct output *o = output_open("a", &e);
	ok(o && output_write(o, "three", 5, &e) && output_flush(o, &e) && holds("a", "two\n"),
		"until the end the old one is there");
	ok(files_here() == 2, "beside the temporary one");
	output_abort(o);
	ok(holds("a", "two\n") && files_here() == 1,
		"and when it comes to nothing it stays, alone");
	o = output_open("a", &e);
	char *big = xmalloc(1 << 20);
	memset(big, 'x', 1 << 20);
	bool good = o && output_write(o, "y", 1, &e);
	for (int i = 0; good && i < 3; i++)
		good = output_write(o, big, 1 << 20, &e) && output_write(o, "y", 1, &e);
	ok(good && output_commit(o, &e) && stat("a", &st) == 0 &&
			st.st_size == 3 * ((1 << 20) + 1) + 1,
		"big and small pieces in their order");
	free(big);
	ok(!e.status, "no error on the way");
	unlink("a");
}

static void links(void)
{
	struct error e = {0};
	struct stat st;

	mkdir("sub", 0777);
	bool made = symlink("sub/target", "link") == 0 && symlink("link", "link2") == 0;
	ok(made && write_whole("link2", "1", &e) && holds("sub/target", "1"),
		"through a link that leads nowhere yet");
	ok(write_whole("link2", "22", &e) && holds("sub/target", "22"),
		"and to the file behind it");
	ok(lstat("link", &st) == 0 && S_ISLNK(st.st_mode), "the link stays a link");
	made = symlink("loop", "loop") == 0;
	ok(made && !write_whole("loop", "1", &e) && e.status == SNAP_SYSTEM,
		"a loop of links is an error: %s", e.why);
	unlink("link");
	unlink("link2");
	unlink("loop");
	unlink("sub/target");
	rmdir("sub");
}

static void not_plain(void)
{
	struct error e = {0}, full = {0}, dir = {0}, none = {0}, ro = {0};
	struct stat st;

	ok(write_whole("/dev/null", "gone", &e) && stat("/dev/null", &st) == 0 &&
			S_ISCHR(st.st_mode),
		"a device is written to, not replaced");
	ok(!write_whole("/dev/full", "gone", &full) && full.status == SNAP_SYSTEM,
		"a full one is an error: %s: %s", full.what, full.why);
	ok(error_try(&full)[0], "with something to try");
	mkdir("d", 0777);
	ok(!write_whole("d", "x", &dir) && dir.status == SNAP_SYSTEM, "a folder is an error: %s",
		dir.why);
	ok(write_whole("none/a/x", "x", &none) && stat("none/a/x", &st) == 0,
		"missing folders are made");
	unlink("none/a/x");
	rmdir("none/a");
	rmdir("none");
	rmdir("d");
	if (geteuid() != 0) {
		close(open("ro", O_CREAT | O_WRONLY, 0444));
		ok(!write_whole("ro", "x", &ro) && ro.status == SNAP_SYSTEM,
			"a file that may not be written is not replaced");
		unlink("ro");
	}
	ok(files_here() == 0, "nothing left over");
}

static void folders(void)
{
	struct error e = {0}, file = {0}, empty = {0};
	struct stat st;

	ok(output_folder("x/y/z", &e) && stat("x/y/z", &st) == 0 && S_ISDIR(st.st_mode),
		"a folder is made with those above it");
	ok(output_folder("x/y/z", &e) && output_folder("x/y/w/", &e) && !e.status, "or is there");
	write_whole("x/file", "1", &e);
	ok(!output_folder("x/file/z", &file) && file.status == SNAP_SYSTEM,
		"none below a file: %s: %s", file.what, file.why);
	ok(!output_folder("", &empty) && empty.status == SNAP_SYSTEM, "an empty name is an error");
	unlink("x/file");
	rmdir("x/y/z");
	rmdir("x/y/w");
	rmdir("x/y");
	rmdir("x");
}

/* A child is killed while its output is open. */
static void killed(int sig)
{
	struct error e = {0};
	int status, pipes[2];
	char byte;

	write_whole("kept", "old", &e);
	if (pipe(pipes) != 0)
		return;
	pid_t pid = fork();
	if (pid == 0) {
		cleanup_install();
		struct output *o = output_open("kept", &e);
		bool good = o && output_write(o, "new", 3, &e) && output_flush(o, &e) &&
			write(pipes[1], "x", 1) == 1;
		pause();
		_exit(good ? 0 : 99);
	}
	bool ready = read(pipes[0], &byte, 1) == 1;
	int during = files_here();
	kill(pid, sig);
	waitpid(pid, &status, 0);
	ok(ready && during == 2, "a temporary file is there");
	ok(WIFSIGNALED(status) && WTERMSIG(status) == sig, "signal %d ends the program as itself",
		sig);
	ok(files_here() == 1 && holds("kept", "old"), "and leaves the old file alone");
	close(pipes[0]);
	close(pipes[1]);
	unlink("kept");
}

int main(void)
{
	char dir[] = "/tmp/snap-test-XXXXXX";

	if (!mkdtemp(dir) || chdir(dir) != 0)
		return 2;
	msg_init("test_output", true);
	memory();
	plain_files();
	links();
	not_plain();
	folders();
	killed(SIGTERM);
	killed(SIGINT);
	killed(SIGHUP);
	ok(chdir("/") == 0 && rmdir(dir) == 0, "nothing left in the folder");
	return tap_end();
}
