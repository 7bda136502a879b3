#include "modes.h"
#include <string.h>
#include "common/operand.h"

bool modes_has_refs(const struct settings *s)
{
	return s->cache == CACHE_NONE && !s->collect;
}

static void check_cache(const struct settings *s, size_t n)
{
	if (s->unused_ns && s->cache != CACHE_PRUNE)
		msg_usage("--older-than goes with --cache prune");
	if (s->cache != CACHE_NONE && (s->refs.n || s->bisect.range || n))
		msg_usage("--cache replays nothing: no --refs, --bisect and snapshot");
}

/* What other machines cannot have. */
static void check_plan(const struct settings *s, size_t n, char *const *operands)
{
	if (!s->output_dir)
		msg_usage("--plan needs --output-dir: the folder of the results");
	if (s->format != FORMAT_AUTO || s->actions)
		msg_usage("--plan writes command lines: no --format and no --actions");
	if (s->build.rebuild)
		msg_usage("--plan: with --rebuild each line would build again; rebuild before");
	for (size_t i = 0; i < s->refs.n; i++)
		if (strcmp(s->refs.all[i].name, REF_WORKTREE) == 0)
			msg_usage("--plan: " REF_WORKTREE
				  " changes and is here only; commit it and give that commit");
	if (!n)
		msg_usage("--plan needs snapshots in files");
	for (size_t i = 0; i < n; i++)
		if (operand_is_standard(operands[i]))
			msg_usage("--plan needs snapshots in files, not on standard input");
}

static void check_part(const struct settings *s, size_t n)
{
	if (s->refs.n != 1 || n != 1 || !s->output_dir)
		msg_usage("--part runs one ref on one snapshot, and needs --output-dir");
	if (s->refs.all[0].kind == REF_GIT && !s->pinned)
		msg_usage("--part needs --commit for a ref of git");
	if (s->output || s->format != FORMAT_AUTO || s->actions)
		msg_usage("--part writes no table: no --output, no --format and no --actions");
}

void modes_check(const struct settings *s, size_t n, char *const *operands)
{
	if ((s->cache != CACHE_NONE) + s->plan + (s->collect != NULL) + (s->part != NULL) > 1)
		msg_usage("one of --cache, --plan, --collect and --part");
	check_cache(s, n);
	if (s->collect && (s->refs.n || n || s->output_dir))
		msg_usage("--collect replays nothing: no --refs, no snapshot and no --output-dir");
	if (s->bisect.range && s->refs.n)
		msg_usage("--refs or --bisect, not both");
	if (s->bisect.range && (s->plan || s->collect || s->part))
		msg_usage("--bisect runs on one machine: no --plan, --collect and --part");
	if (!s->bisect.range && s->until.given)
		msg_usage("--until goes with --bisect");
	if (modes_has_refs(s) && !s->refs.n && !s->bisect.range)
		msg_usage("--refs is needed: the refs to compare");
	if (s->plan)
		check_plan(s, n, operands);
	if (s->part)
		check_part(s, n);
	else if (s->pinned)
		msg_usage("--commit goes with --part");
}
