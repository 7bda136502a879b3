#include <stdlib.h>
#include <string.h>
#include "common/follows.h"
#include "common/mem.h"
#include "common/options.h"
#include "common/program.h"
#include "ref.h"

static const char *followed_version(const char *version)
{
	struct follows ignored;
	struct error e = {0};

	if (!*version)
		msg_usage("--refs: native@ needs a version: native@v0.16.8");
	if (strcmp(version, FOLLOWS_AUTO) == 0 || follows_find(str_of(version), &ignored))
		return version;
	follows_refuse(str_of(version), "--refs", "", &e);
	error_hint(&e, "--refs %.80s asks that version's own snapshot-tool", version);
	exit(program_close(msg_error(NULL, &e)));
}

void refs_add_one(struct refs *refs, const char *name)
{
	struct ref r = {.name = name, .kind = REF_GIT};

	if (strcmp(name, "native") == 0)
		r.kind = REF_NATIVE;
	else if (strcmp(name, "native:live") == 0)
		r.kind = REF_NATIVE_LIVE;
	else if (strncmp(name, "native@", 7) == 0)
		r.kind = REF_NATIVE, r.follows = followed_version(name + 7);
	else if (strncmp(name, "native:", 7) == 0)
		msg_usage("--refs: unknown kind of native: '%s': native or native:live", name);
	else if (strncmp(name, "tool:", 5) == 0)
		r.kind = REF_TOOL;
	if (r.kind == REF_TOOL && !name[5])
		msg_usage("--refs: tool: needs a path");
	refs->all = xrealloc_array(refs->all, refs->n + 1, sizeof *refs->all);
	refs->all[refs->n++] = r;
}

void refs_add(struct refs *refs, char *list)
{
	for (const char *next = list; next;) {
		struct str item = options_item(&next);
		char *name = list + (item.p - list);

		name[item.n] = 0;
		if (item.n)
			refs_add_one(refs, name);
	}
}

/* A real tool drops evicted pods at once. Beside one, native does so, too: else the decisions would
 * differ for that reason alone. */
void refs_like_with_like(struct refs *refs, bool tools)
{
	for (size_t i = 0; i < refs->n; i++)
		tools = tools || refs->all[i].kind == REF_TOOL || refs->all[i].kind == REF_GIT;
	for (size_t i = 0; i < refs->n; i++)
		refs->all[i].like_tool = tools && refs->all[i].kind == REF_NATIVE;
}

bool ref_is_native(const struct ref *r)
{
	return r->kind == REF_NATIVE || r->kind == REF_NATIVE_LIVE;
}

void ref_resolve(const struct refbuild *b, struct ref *r)
{
	if (r->kind == REF_TOOL)
		strbuf_addz(&r->tool, r->name + strlen("tool:"));
	if (r->kind == REF_GIT && !r->commit[0])
		refbuild_resolve(b, r->pinned ? r->pinned : r->name, r->commit, &r->error);
}

bool ref_needs_build(const struct ref *r)
{
	return r->kind == REF_GIT && r->error.status == 0;
}

void ref_build(const struct refbuild *b, struct ref *r)
{
	refbuild_tool(b, r->name, r->commit, &r->tool, &r->build_log, &r->error);
}

void ref_share(struct ref *r, const struct ref *built)
{
	if (!ref_needs_build(r) || strcmp(r->commit, built->commit) != 0)
		return;
	strbuf_addstr(&r->tool, strbuf_str(&built->tool));
	strbuf_addstr(&r->build_log, strbuf_str(&built->build_log));
	r->error = built->error;
}

void refs_free(struct refs *refs)
{
	for (size_t i = 0; i < refs->n; i++) {
		strbuf_free(&refs->all[i].tool);
		strbuf_free(&refs->all[i].build_log);
		strbuf_free(&refs->all[i].subject);
	}
	free(refs->all);
}
