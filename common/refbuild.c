#include "common/refbuild.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#include "common/builds/arch.h"
#include "common/builds/cache.h"
#include "common/builds/command.h"
#include "common/builds/keep.h"
#include "common/git.h"
#include "common/output.h"
#include "common/proc.h"
#include "common/worktree.h"

enum { WAIT_MS = 200 };

/* It becomes part of file names. */
const char *refbuild_arch(const char *arg)
{
	if (!*arg || arg[strspn(arg, "abcdefghijklmnopqrstuvwxyz0123456789_")])
		msg_usage("--arch: not an architecture: '%s' (amd64, arm64)", arg);
	return arg;
}

void refbuild_check(const struct refbuild *b)
{
	if (b->no_build && b->rebuild)
		msg_usage("--no-build or --rebuild, not both");
}

bool refbuild_resolve(
	const struct refbuild *b, const char *ref, char commit[COMMIT_SIZE], struct error *e)
{
	git_forget_surroundings();
	if (strcmp(ref, REF_WORKTREE) == 0)
		return build_commit_of_worktree(b->repo, commit, e);
	return build_commit_resolve(b->repo, ref, commit, e);
}

/* One build: where things are. */
struct ref_build {
	const struct refbuild *b;
	const struct build_watch *watch;
	const char *ref, *commit, *arch;
	struct build_place place;
	struct worktree worktree;
	struct build_record record;
	struct strbuf *log;
	bool ran; /* the build command did, to its end */
};

/* Checks out the commit, or copies the work tree, which must still be as it was resolved. */
static bool check_out(struct ref_build *j, struct error *e)
{
	const char *dirty = strstr(j->commit, BUILD_DIRTY);
	char head[COMMIT_SIZE], now[COMMIT_SIZE];
	struct copy c = {0};

	snprintf(head, sizeof head, "%.*s", dirty ? (int)(dirty - j->commit) : COMMIT_SIZE - 1,
		j->commit);
	j->watch->stage(j->watch->to, dirty ? "copying the work tree" : "checking out");
	bool ok = worktree_open(&j->worktree, j->place.cache.s, j->b->repo, head, dirty != NULL, e);
	if (ok && dirty) {
		ok = build_commit_of_files(j->b->repo, j->worktree.folder.s, &c, now, e);
		if (ok && strcmp(now, j->commit) != 0) {
			ok = error_set(e, SNAP_INPUT, "the work tree changes",
				"its files are not those of a moment ago");
			error_hint(e, "once more, when nothing writes to it");
		}
		ok = ok && copy_check_out(&c, j->worktree.path.s, e);
		copy_free(&c);
	}
	return ok;
}

static bool build(struct ref_build *j, struct strbuf *built, struct error *e)
{
	struct build_command c = {.commit = j->commit,
		.arch = j->arch,
		.own = j->b->build,
		.folder = j->worktree.path.s,
		.tmp = j->worktree.tmp.s,
		.watch = j->watch,
		.log = j->log,
		.used = &j->record.command};
	bool ok = build_command_run(&c, e);

	j->ran = c.ran;
	if (ok && !build_find(&j->worktree, j->arch, built)) {
		ok = error_set(e, SNAP_SYSTEM, "the build failed",
			"%.12s: it left no bin/snapshot-tool-%s", j->commit, j->arch);
		error_hint(e,
			"snap-compare-refs --build CMD with a command that makes it, or --arch A when it has another name");
	}
	return ok;
}

/* Writes the record of a build that ended at last; why: it failed. What cannot be written is only
 * not remembered. */
static void remember(struct ref_build *j, int64_t began_ms, const char *why)
{
	struct error ignored = {0};
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	strbuf_addz(&j->record.ref, j->ref);
	strbuf_addz(&j->record.commit, j->commit);
	strbuf_addz(&j->record.arch, j->arch);
	strbuf_addz(&j->record.why, why);
	j->record.ended = (struct instant){now.tv_sec, 0};
	j->record.took_ms = proc_clock_ms() - began_ms;
	if (*why && !output_whole(j->place.log.s, strbuf_str(j->log), &ignored))
		return;
	if (!build_record_write(&j->place, &j->record, &ignored))
		return;
	unlink(*why ? j->place.tool.s : j->place.log.s);
}

static bool build_and_keep(struct ref_build *j, struct error *e)
{
	struct strbuf built = {0};
	int64_t began_ms = proc_clock_ms();

	bool ok = check_out(j, e), made = ok && build(j, &built, e);
	if (j->ran && !made)
		remember(j, began_ms, e->why);
	ok = made && build_keep(&j->worktree, built.s, j->place.tool.s, e);
	if (ok)
		remember(j, began_ms, "");
	worktree_close(&j->worktree);
	strbuf_free(&built);
	return ok;
}

/* Sets *e and the log if an earlier build of it failed. */
static bool failed_before(const struct ref_build *j, struct error *e)
{
	struct build_record r;
	struct strbuf time = {0};

	if (!build_record_read(&j->place, &r))
		return false;
	bool failed = r.why.len > 0;
	if (failed) {
		rfc3339_format(&time, r.ended);
		error_set(e, SNAP_SYSTEM, "the build failed", "%s (tried at %s)", r.why.s, time.s);
		error_hint(e, "--rebuild, if it can be built by now");
		build_read_file(j->place.log.s, j->log);
	}
	build_record_free(&r);
	strbuf_free(&time);
	return failed;
}

static int take_turn(const struct ref_build *j, struct error *e)
{
	int fd = build_lock(j->place.lock.s, LOCK_EX | LOCK_NB);

	if (fd < 0 && errno == EWOULDBLOCK)
		j->watch->stage(j->watch->to, "waiting for another run that builds it");
	while (fd < 0 && errno == EWOULDBLOCK) {
		poll(NULL, 0, WAIT_MS);
		j->watch->tick(j->watch->to, (struct str){0});
		fd = build_lock(j->place.lock.s, LOCK_EX | LOCK_NB);
	}
	if (fd < 0)
		error_path(e, "cannot lock", j->place.lock.s);
	return fd;
}

/* True: there is nothing to build, since there is a tool, or *e is set. */
static bool is_settled(const struct ref_build *j, struct error *e)
{
	if (j->b->rebuild)
		return false;
	return build_place_has_tool(&j->place) || failed_before(j, e);
}

static bool locked_build(struct ref_build *j, struct error *e)
{
	int lock = take_turn(j, e);

	if (lock < 0)
		return false;
	/* Whoever held the lock may have built it. */
	bool ok = is_settled(j, e) ? e->status == 0 : build_and_keep(j, e);
	close(lock);
	return ok;
}

/* The lock of use lasts until the process has ended. A cache that cannot be written needs none. */
static bool take_use(const struct ref_build *j, struct error *e)
{
	if (!build_cache_make(j->place.cache.s, e))
		return false;
	return build_lock(j->place.use.s, LOCK_SH) >= 0 ||
		error_path(e, "cannot lock", j->place.use.s);
}

static bool find_or_build(struct ref_build *j, struct error *e)
{
	struct error read_only = {0};
	bool writable = take_use(j, &read_only);

	if (is_settled(j, e))
		return e->status == 0;
	if (j->b->no_build) {
		error_set(e, SNAP_INPUT, "not built yet", "%.12s is not in %s", j->commit,
			j->place.cache.s);
		error_hint(e, "without --no-build");
		return false;
	}
	if (!writable) {
		*e = read_only;
		return false;
	}
	worktree_sweep(j->place.cache.s);
	return locked_build(j, e);
}

bool refbuild_tool(const struct refbuild *b, const char *ref, const char *commit,
	struct strbuf *path, struct strbuf *log, struct error *e)
{
	struct plain_watch plain;
	struct build_watch usual = plain_watch_start(&plain, ref);
	struct ref_build j = {.b = b,
		.watch = b->watch ? b->watch : &usual,
		.ref = ref,
		.commit = commit,
		.arch = b->arch ? b->arch : build_arch_here(),
		.log = log};

	git_forget_surroundings();
	bool ok = build_place_init(&j.place, commit, j.arch, b->build, e) && find_or_build(&j, e);
	if (ok) {
		build_record_touch(&j.place);
		strbuf_addstr(path, strbuf_str(&j.place.tool));
	}
	plain_watch_end(&plain);
	build_place_free(&j.place);
	build_record_free(&j.record);
	return ok;
}
