/* Whether a node takes the kind of GPU request that a pod makes (rules/06 7.1). */
#include "plugins/predicates/predicates.h"

#include <stdlib.h>

#include "common/mem.h"

enum gpu_kind gpu_kind_of(const struct task *t)
{
	if (t->legacy_mig)
		return KIND_LEGACY_MIG;
	if (!task_needs_gpu(t))
		return KIND_CPU;
	return task_fractional(t)        ? KIND_FRACTIONAL
		: t->type == REQUEST_MIG ? KIND_MIG
					 : KIND_WHOLE;
}

static int by_key(const void *a, const void *b)
{
	return str_cmp((*(struct task *const *)a)->key, (*(struct task *const *)b)->key);
}

static struct str legacy_text(struct session *s, const struct node *n)
{
	struct task **sorted = xcalloc((size_t)n->n_legacy_mig, sizeof *sorted);
	struct strbuf b = {0};
	struct str made;

	memcpy(sorted, n->legacy_mig, (size_t)n->n_legacy_mig * sizeof *sorted);
	qsort(sorted, (size_t)n->n_legacy_mig, sizeof *sorted, by_key);
	strbuf_addz(&b, "MIG job cannot be scheduled on node with legacy MIG jobs: <[");
	for (int i = 0; i < n->n_legacy_mig; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? " " : "", STR_ARG(sorted[i]->key));
	strbuf_addz(&b, "]>");
	made = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	free(sorted);
	return made;
}

bool gpu_kind_fits(struct session *s, enum gpu_kind kind, const struct task *t,
	const struct node *n, struct verdict *why)
{
	if (kind == KIND_LEGACY_MIG)
		return why ? refuse(why,
				     session_text(s,
					     "Legacy MIG jobs cannot be scheduled on node " STR_FMT,
					     STR_ARG(n->name)))
			   : false;
	if (!s->c->objects->follows.dra_extended && n->dra_gpus && gpu_request_gpus(&t->gpu) > 0 &&
		kind != KIND_CPU)
		return refuse(why,
			STR("device-plugin GPU requests cannot be scheduled on DRA-only nodes"));
	if (s->c->objects->follows.dra_extended && n->dra_gpus && kind == KIND_FRACTIONAL)
		return refuse(why,
			STR("fractional/shared GPU pods are not yet supported on DRA-only nodes"));
	if (!n->mig_enabled && kind == KIND_MIG)
		return refuse(why, STR("MIG job cannot be scheduled on non-MIG node"));
	if (n->mig_enabled && kind == KIND_MIG && n->n_legacy_mig)
		return why ? refuse(why, legacy_text(s, n)) : false;
	if (n->mig_strategy == MIG_SINGLE && t->type != REQUEST_REGULAR)
		return refuse(why,
			STR("only whole gpu jobs can run on a node with MigStrategy='single'"));
	if (n->mig_strategy == MIG_MIXED && kind != KIND_MIG)
		return refuse(why, STR("non MIG jobs cant run on a node with MigStrategy='mixed'"));
	return true;
}
