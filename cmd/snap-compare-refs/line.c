#include "line.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include "common/git.h"
#include "common/mem.h"

void line_parse(struct line *l, const char *arg)
{
	const char *dots = strstr(arg, "..");

	if (!dots || dots[2] == '.' || strstr(dots + 2, "..") || strlen(arg) == 2)
		msg_usage("--bisect: not GOOD..BAD: '%s'", arg);
	l->range = arg;
}

/* As in git, an end that is left out is HEAD. */
static const char *end_of(struct line *l, struct str name)
{
	return arena_str(&l->names, name.n ? name : STR("HEAD")).p;
}

static bool git(
	const struct refbuild *b, const char *const args[], struct strbuf *out, struct error *e)
{
	struct strbuf err = {0};
	int status = 0;
	bool ok = git_run(b->repo, args, out, &err, &status, e);

	if (ok && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
		struct str text = strbuf_str(&err), why = str_take_last_line(&text);

		ok = error_set(e, SNAP_SYSTEM, "git failed", STR_FMT, STR_ARG(why));
	}
	strbuf_free(&err);
	return ok;
}

static struct ref *add_ref(struct refs *refs, const char *name, const char *commit)
{
	struct ref *r = &refs->all[refs->n++];

	*r = (struct ref){.name = name, .kind = REF_GIT};
	snprintf(r->commit, sizeof r->commit, "%s", commit);
	return r;
}

static void add_commit(struct line *l, struct refs *refs, struct str commit)
{
	struct str name = {commit.p, commit.n < LINE_COMMIT ? commit.n : LINE_COMMIT};
	char whole[COMMIT_SIZE];

	snprintf(whole, sizeof whole, STR_FMT, STR_ARG(commit));
	add_ref(refs, arena_str(&l->names, name).p, whole);
}

/* The hashes of the commits behind good, the oldest first, one a line. */
static bool list(const struct refbuild *b, const char *good, const char *bad, struct strbuf *hashes,
	struct error *e)
{
	struct strbuf exclude = {0};

	strbuf_addf(&exclude, "^%s", good);
	const char *args[] = {
		"rev-list", "--first-parent", "--reverse", bad, exclude.s, "--", NULL};
	bool ok = git(b, args, hashes, e);
	if (e->status == SNAP_LIMIT)
		error_hint(e, "a GOOD that is nearer to BAD");
	strbuf_free(&exclude);
	return ok;
}

/* Where the way of the first commit comes from. */
static bool find_fork(
	const struct refbuild *b, struct str first, char fork[COMMIT_SIZE], struct error *e)
{
	struct error unknown = {0};
	struct strbuf parent = {0};

	strbuf_addf(&parent, STR_FMT "^", STR_ARG(first));
	bool ok = build_commit_resolve(b->repo, parent.s, fork, &unknown);
	if (!ok) {
		error_set(e, SNAP_INPUT, "no common history",
			"no commit of GOOD's is among the first parents of BAD");
		error_hint(e, "git fetch --unshallow, if the repository is a shallow clone");
	}
	strbuf_free(&parent);
	return ok;
}

static size_t count_lines(struct str text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n;
}

/* Takes a line with its end from *text. */
static struct str take_line(struct str *text)
{
	const char *end = str_find(*text, '\n');
	struct str line = {text->p, end ? (size_t)(end - text->p) : text->n};

	text->p += end ? line.n + 1 : line.n;
	text->n -= end ? line.n + 1 : line.n;
	return line;
}

/* The ends of the line. */
struct end {
	const char *name;
	char commit[COMMIT_SIZE];
};

static void add_refs(struct line *l, const struct end *good, const struct end *bad,
	const char *fork, struct str hashes, struct refs *refs)
{
	l->forked = strcmp(fork, good->commit) != 0;
	refs->all = xcalloc(count_lines(hashes) + 2, sizeof *refs->all);
	add_ref(refs, good->name, good->commit);
	if (l->forked)
		add_commit(l, refs, str_of(fork));
	while (hashes.n)
		add_commit(l, refs, take_line(&hashes));
	refs->all[refs->n - 1].name = bad->name;
}

bool line_find(struct line *l, const struct refbuild *b, struct refs *refs, struct error *e)
{
	const char *dots = strstr(l->range, "..");
	struct end good = {end_of(l, (struct str){l->range, (size_t)(dots - l->range)}), ""},
		   bad = {end_of(l, str_of(dots + 2)), ""};
	char fork[COMMIT_SIZE];
	struct strbuf hashes = {0};

	bool ok = build_commit_resolve(b->repo, good.name, good.commit, e) &&
		build_commit_resolve(b->repo, bad.name, bad.commit, e) &&
		list(b, good.commit, bad.commit, &hashes, e);
	struct str left = strbuf_str(&hashes), first = take_line(&left);
	if (ok && !first.n) {
		ok = error_set(e, SNAP_INPUT, "nothing to search", "%s is %s, or lies before it",
			bad.name, good.name);
		error_hint(e, "--bisect GOOD..BAD, the older one first");
	}
	ok = ok && find_fork(b, first, fork, e);
	if (ok)
		add_refs(l, &good, &bad, fork, strbuf_str(&hashes), refs);
	strbuf_free(&hashes);
	return ok;
}

bool line_subject(const struct refbuild *b, struct ref *r, struct error *e)
{
	const char *args[] = {"log", "-1", "--no-color", "--no-show-signature", "--encoding=UTF-8",
		"--format=%s", r->commit, "--", NULL};
	struct strbuf out = {0};
	bool ok = git(b, args, &out, e);
	struct str text = strbuf_str(&out);

	strbuf_clear(&r->subject);
	strbuf_addstr(&r->subject, take_line(&text));
	strbuf_free(&out);
	return ok;
}

size_t line_merged(const struct refbuild *b, const struct ref *r)
{
	struct error ignored = {0};
	struct strbuf from = {0}, out = {0};
	size_t n = 0;

	strbuf_addf(&from, "%s^1..%s^2", r->commit, r->commit);
	const char *args[] = {"rev-list", "--count", from.s, "--", NULL};
	if (git(b, args, &out, &ignored))
		n = strtoul(out.s, NULL, 10);
	strbuf_free(&from);
	strbuf_free(&out);
	return n;
}

void line_free(struct line *l)
{
	arena_free(&l->names);
}
