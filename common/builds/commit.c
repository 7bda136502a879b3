#include "common/builds/commit.h"
#include <stdio.h>
#include <sys/wait.h>
#include "common/builds/cache.h"
#include "common/git.h"
#include "common/worktree.h"

enum { TREE_SHOWN = 12 };

static bool succeeded(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool is_repository(const char *repo, struct error *e)
{
	const char *inside[] = {"rev-parse", "--git-dir", NULL};
	struct strbuf err = {0};
	int status;

	bool ok = git_run(repo, inside, NULL, &err, &status, e);
	if (ok && !succeeded(status)) {
		struct str text = strbuf_str(&err), why = str_take_last_line(&text);

		ok = error_set(e, SNAP_INPUT, "not a git repository", "%s: " STR_FMT,
			repo ? repo : "the current folder", STR_ARG(why));
		error_hint(e, "--repo DIR with DIR a clone of the scheduler's repository");
	}
	strbuf_free(&err);
	return ok;
}

/* The hash of an object that git calls name; "": there is none. */
static bool hash_of(const char *repo, const char *name, char hash[COMMIT_SIZE], struct error *e)
{
	const char *verify[] = {"rev-parse", "--verify", "--quiet", "--end-of-options", name, NULL};
	struct strbuf out = {0};
	int status;

	bool ok = git_run(repo, verify, &out, NULL, &status, e);
	struct str output = strbuf_str(&out), line = str_take_last_line(&output);
	bool found = ok && succeeded(status) && line.n < COMMIT_SIZE;
	if (ok)
		snprintf(hash, COMMIT_SIZE, STR_FMT, found ? (int)line.n : 0, line.p);
	strbuf_free(&out);
	return ok;
}

bool build_commit_resolve(
	const char *repo, const char *ref, char commit[COMMIT_SIZE], struct error *e)
{
	struct strbuf spec = {0};

	strbuf_addf(&spec, "%s^{commit}", ref);
	bool ok = is_repository(repo, e) && hash_of(repo, spec.s, commit, e);
	if (ok && !commit[0]) {
		ok = error_set(e, SNAP_INPUT, "unknown ref", "git knows no commit '%s'", ref);
		error_hint(e, "git fetch --tags in the repository, or another spelling");
	}
	strbuf_free(&spec);
	return ok;
}

/* Adds the hash of the files to commit, which is HEAD, if they differ from it. */
static bool add_changes(
	const char *repo, const struct copy *c, char commit[COMMIT_SIZE], struct error *e)
{
	char tree[COMMIT_SIZE];

	if (!hash_of(repo, "HEAD^{tree}", tree, e))
		return false;
	if (str_eq(strbuf_str(&c->tree), str_of(tree)))
		return true;
	size_t n = strlen(commit);
	snprintf(commit + n, COMMIT_SIZE - n, BUILD_DIRTY "%.*s", TREE_SHOWN, c->tree.s);
	return true;
}

bool build_commit_of_files(const char *repo, const char *folder, struct copy *c,
	char commit[COMMIT_SIZE], struct error *e)
{
	return build_commit_resolve(repo, "HEAD", commit, e) && copy_take(c, repo, folder, e) &&
		add_changes(repo, c, commit, e);
}

bool build_commit_of_worktree(const char *repo, char commit[COMMIT_SIZE], struct error *e)
{
	struct strbuf cache = {0};
	struct worktree scratch = {.lock = -1};
	struct copy c = {0};

	bool ok = is_repository(repo, e) && build_cache(&cache, e) &&
		build_cache_make(cache.s, e) && worktree_scratch(&scratch, cache.s, e) &&
		build_commit_of_files(repo, scratch.folder.s, &c, commit, e);
	copy_free(&c);
	worktree_close(&scratch);
	strbuf_free(&cache);
	return ok;
}
