/* The devices that a bind gives to a pod's resource claims and extended resources (rules/07 C9), as
 * members of the event and as text. */
#include "model/claims.h"
#include "model/task_claims.h"
#include "report/event_writer.h"
#include "session/log.h"

static void member(struct events *ev, const char *key, struct str value)
{
	jsonw_key(&ev->w, key);
	jsonw_str(&ev->w, value);
}

static void devices(struct events *ev, const struct device_allocation *a)
{
	jsonw_key(&ev->w, "devices");
	jsonw_begin(&ev->w, '[');
	for (int i = 0; i < a->n; i++) {
		jsonw_begin(&ev->w, '{');
		member(ev, "request", a->devices[i].request);
		member(ev, "driver", a->devices[i].driver);
		member(ev, "pool", a->devices[i].pool);
		member(ev, "device", a->devices[i].name);
		jsonw_end(&ev->w, '}');
	}
	jsonw_end(&ev->w, ']');
}

static void claim(struct events *ev, const struct task *t, int i)
{
	const struct claim_reference *r = &t->pod->spec->claims[i];

	jsonw_begin(&ev->w, '{');
	member(ev, "name", r->name);
	member(ev, "claim", claim_name(t->pod, r));
	if (t->claims->items[i].allocation)
		devices(ev, t->claims->items[i].allocation);
	jsonw_end(&ev->w, '}');
}

void event_claims(struct events *ev, const struct task *t)
{
	if (t->claims) {
		jsonw_key(&ev->w, "resourceClaims");
		jsonw_begin(&ev->w, '[');
		for (int i = 0; i < t->claims->n; i++)
			if (t->claims->items[i].known)
				claim(ev, t, i);
		jsonw_end(&ev->w, ']');
	}
	if (t->extended && t->extended->allocation) {
		jsonw_key(&ev->w, "extendedResources");
		jsonw_begin(&ev->w, '{');
		devices(ev, t->extended->allocation);
		jsonw_end(&ev->w, '}');
	}
}

static void add_names(struct strbuf *b, const struct device_allocation *a)
{
	for (int i = 0; a && i < a->n; i++)
		strbuf_addf(
			b, "%s" STR_FMT, b->len ? ", " : "(devices ", STR_ARG(a->devices[i].name));
}

struct str claims_text(struct session *s, const struct task *t)
{
	struct strbuf b = {0};
	struct str made = {0};

	for (int i = 0; t->claims && i < t->claims->n; i++)
		add_names(&b, t->claims->items[i].allocation);
	if (t->extended)
		add_names(&b, t->extended->allocation);
	if (b.len)
		made = session_text(s, "%s)", b.s);
	strbuf_free(&b);
	return made;
}
