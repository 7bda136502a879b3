#include "plugins/dynamicresources/without.h"

#include "model/claims.h"

static bool refuse_claims(void *ctx, struct task *t, struct str *text)
{
	struct session *s = ctx;
	const struct pod_spec *spec = t->pod->spec;
	struct strbuf b = {0};

	if (spec->n_claims == 0)
		return true;
	for (int i = 0; i < spec->n_claims; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? ", " : "", STR_ARG(spec->claims[i].name));
	*text = session_text(s,
		"pod " STR_FMT
		" cannot be scheduled, it references resource claims <%s> while dynamic resource allocation is "
		"not available in the cluster",
		STR_ARG(t->key), b.s);
	strbuf_free(&b);
	return false;
}

/* True: it panics. */
static bool warn_of_panic(struct session *s, const struct task *t, const char *when)
{
	for (int i = 0; i < t->pod->spec->n_claims; i++)
		if (claim_name(t->pod, &t->pod->spec->claims[i]).p) {
			warn_panic(s->warnings, t->key,
				"serve resource.k8s.io/v1, or remove the claims from the pod", "%s",
				when);
			return true;
		}
	return false;
}

struct without {
	struct session *session;
	bool told;
};

/* Told once: the scheduler is dead then, whatever it would meet next. */
static void panic(void *ctx, struct task *t)
{
	struct without *x = ctx;

	if (!x->told)
		x->told = warn_of_panic(x->session, t,
			"it evicts a pod with a resource claim in a cluster without dynamic resource allocation");
}

/* Once it has panicked, nothing is left behind but that. */
static bool owns_claims(void *ctx, const struct task *t)
{
	const struct without *x = ctx;

	(void)t;
	return x->told;
}

void open_without_dra(struct session *s)
{
	struct without *x = ARENA_NEW(&s->arena, struct without);
	bool some = false;

	x->session = s;
	for (int i = 0; i < s->c->n_tasks; i++) {
		const struct task *t = &s->c->tasks[i];

		some = some || t->pod->spec->n_claims;
		if (t->bind_request && t->bind_request->n_claims && t->job &&
			t->status != POD_SUCCEEDED && t->status != POD_FAILED)
			warn_of_panic(s, t,
				"a bind request has devices for a claim in a cluster without dynamic resource allocation");
	}
	if (!some)
		return;
	hook_add_pre_predicate(s, refuse_claims, s, "dynamicresources");
	hook_add_owns_claims(s, owns_claims, x, "dynamicresources");
	hook_add_on_allocate(s, panic, x, "dynamicresources");
	hook_add_on_deallocate(s, panic, x, "dynamicresources");
}
