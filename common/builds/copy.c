#include "common/builds/copy.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/proc.h"
#include "common/temporary.h"

/* Runs git with the index and the objects of c; index false: with those of the worktree. out gets
 * the last line of the output; NULL: there is none. */
static bool run(const struct copy *c, bool index, const char *repo, const char *const args[],
	struct strbuf *out, struct error *e)
{
	struct strbuf text = {0}, err = {0};
	const struct git_data data = {index ? c->index.s : NULL, c->objects.s};
	int status;
	bool ok = git_run_with(&data, repo, args, &text, &err, &status, e);

	struct str output = strbuf_str(ok && status != 0 ? &err : &text),
		   line = str_take_last_line(&output);
	if (ok && status != 0)
		ok = error_set(
			e, SNAP_INPUT, "cannot copy the work tree", "git: " STR_FMT, STR_ARG(line));
	if (ok && out)
		strbuf_addstr(out, line);
	strbuf_free(&text);
	strbuf_free(&err);
	return ok;
}

/* New objects go to a folder of our own, which names the repository's as its alternate. */
static bool make_objects(struct copy *c, const char *repo, const char *folder, struct error *e)
{
	struct strbuf path = {0}, line = {0};
	bool ok = git_path(repo, "objects", &line, e);

	strbuf_addc(&line, '\n');
	strbuf_addf(&c->objects, "%s/objects", folder);
	strbuf_addf(&path, "%s/info", c->objects.s);
	ok = ok && (mkdir(c->objects.s, 0700) == 0 || error_path(e, "cannot make", c->objects.s)) &&
		(mkdir(path.s, 0700) == 0 || error_path(e, "cannot make", path.s));
	strbuf_addz(&path, "/alternates");
	int fd = ok ? fd_open(path.s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
	if (ok && (fd < 0 || !write_all(fd, strbuf_str(&line))))
		ok = error_path(e, "cannot write to", path.s);
	if (fd >= 0 && fd_close(fd) != 0 && ok)
		ok = error_path(e, "cannot write to", path.s);
	strbuf_free(&path);
	strbuf_free(&line);
	return ok;
}

static bool copy_file(const char *from, const char *to, struct error *e)
{
	char buffer[1 << 16];
	int in = fd_open(from, O_RDONLY | O_CLOEXEC, 0), out;
	bool ok = true;

	if (in < 0)
		return errno == ENOENT || error_path(e, "cannot open", from);
	out = fd_open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	ok = out >= 0 || error_path(e, "cannot make", to);
	for (ssize_t n; ok && (n = read(in, buffer, sizeof buffer)) != 0;)
		if (n < 0 ? errno != EINTR : !write_all(out, (struct str){buffer, (size_t)n}))
			ok = error_path(e, "cannot copy", from);
	close(in);
	if (out >= 0 && fd_close(out) != 0 && ok)
		ok = error_path(e, "cannot write to", to);
	return ok;
}

/* The user's index, as it has what git add -f added, and spares git to read unchanged files. */
static bool copy_index(struct copy *c, const char *repo, const char *folder, struct error *e)
{
	struct strbuf from = {0};

	strbuf_addf(&c->index, "%s/index", folder);
	bool ok = git_path(repo, "index", &from, e) && copy_file(from.s, c->index.s, e);
	strbuf_free(&from);
	return ok;
}

bool copy_take(struct copy *c, const char *repo, const char *folder, struct error *e)
{
	const char *add[] = {"-c", "core.splitIndex=false", "add", "--all", NULL};
	const char *write_tree[] = {"write-tree", NULL};

	*c = (struct copy){0};
	return make_objects(c, repo, folder, e) && copy_index(c, repo, folder, e) &&
		run(c, true, repo, add, NULL, e) && run(c, true, repo, write_tree, &c->tree, e);
}

bool copy_check_out(const struct copy *c, const char *worktree, struct error *e)
{
	const char *read_tree[] = {"read-tree", "--reset", "-u", c->tree.s, NULL};

	return run(c, false, worktree, read_tree, NULL, e);
}

void copy_free(struct copy *c)
{
	strbuf_free(&c->index);
	strbuf_free(&c->objects);
	strbuf_free(&c->tree);
}
