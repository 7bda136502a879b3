/* dynamicresources: gives pods the devices that their resource claims request. A pod is refused for
 * what is wrong with its claims (hook pre_predicate), and on nodes without free devices for them
 * (hook predicate); where it is placed, the claims get devices, and when it goes, they give them
 * back (hooks on_allocate and on_deallocate). Rules: rules/07 C.
 *
 * plugins/dynamicresources/: pod.c and node.c are the two tests, events.c what a placing changes,
 * without.c stands for all that where the cluster has no claims. state.c holds the claims,
 * inventory.c the devices, open.c what the session begins with; allocate.c puts a search together
 * from pools.c (the devices of a node), wanted.c (what is to be found), match.c and cel/
 * (selectors), search.c and constraints.c; extended.c makes claims for extended resources;
 * details.c says for --explain why a node has no devices; own.c tells pods whose claims no
 * simulation changes for good (hook owns_claims). */
#include "plugins/plugins.h"

#include "plugins/dynamicresources/details.h"
#include "plugins/dynamicresources/events.h"
#include "plugins/dynamicresources/node.h"
#include "plugins/dynamicresources/open.h"
#include "plugins/dynamicresources/own.h"
#include "plugins/dynamicresources/pod.h"
#include "plugins/dynamicresources/without.h"
#include "session/plugin.h"

static bool pre_predicate(void *ctx, struct task *t, struct str *text)
{
	return claims_pass(ctx, t, text);
}

static bool predicate(void *ctx, struct task *t, struct node *n, struct verdict *why)
{
	return (!t->extended && !t->pod->spec->n_claims) || node_has_devices(ctx, t, n, why);
}

static bool owns(void *ctx, const struct task *t)
{
	return owns_claims(ctx, t);
}

static void on_allocate(void *ctx, struct task *t)
{
	if (t->pod->spec->n_claims || t->extended)
		claims_allocate(ctx, t);
}

static void on_deallocate(void *ctx, struct task *t)
{
	if (t->pod->spec->n_claims || t->extended)
		claims_deallocate(ctx, t);
}

static void close(void *ctx)
{
	dra_free(ctx);
}

static bool some_task_uses_it(const struct cluster *c)
{
	for (int i = 0; i < c->n_tasks; i++)
		if (c->tasks[i].pod->spec->n_claims || c->tasks[i].extends)
			return true;
	return false;
}

void dynamicresources_open(struct session *s, const struct plugin_option *option)
{
	struct dra *d;

	(void)option;
	if (!s->c->objects->dra_gate) {
		open_without_dra(s);
		return;
	}
	if (!some_task_uses_it(s->c))
		return;
	d = ARENA_NEW(&s->arena, struct dra);
	d->queue_label = s->params->queue_label_key;
	dra_open(d, s);
	session_on_close(s, close, d);
	remember_claims(d);
	hook_add_on_allocate(s, on_allocate, d, "dynamicresources");
	hook_add_on_deallocate(s, on_deallocate, d, "dynamicresources");
	assume_pending_claims(d);
	hook_add_pre_predicate(s, pre_predicate, d, "dynamicresources");
	hook_add_predicate(s, predicate, d, "dynamicresources");
	hook_add_owns_claims(s, owns, d, "dynamicresources");
	hook_add_device_details(s, devices_explained, d, "dynamicresources");
}
