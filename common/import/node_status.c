/* A node's status, compacted: no images, of conditions what decides. */
#include "common/import/object.h"
#include "common/import/snapshotz.h"

struct condition {
	struct str type, status, reason;
};

static void condition_member(struct reader *x, struct jsonw *w, struct str key, struct condition *c)
{
	struct str *text = str_eq(key, STR("type")) ? &c->type
		: str_eq(key, STR("reason"))        ? &c->reason
						    : NULL;
	struct str status;

	if (str_eq(key, STR("status"))) {
		if (!json_null(x->r) && json_string(x->r, &status))
			c->status = arena_str(&x->im->arena, status);
	} else if (text) {
		jsonw_keys(w, key);
		note_text(x, w, text);
	} else {
		copy_member(x, w, key);
	}
}

/* The status is written last: with --ready it depends on type and reason. A node that is made of a
 * template is one that has become ready. */
static void condition(struct reader *x, struct jsonw *w)
{
	struct condition c = {0};
	struct str key;
	bool ready, invented;

	if (json_null(x->r))
		return;
	jsonw_begin(w, '{');
	if (json_enter(x->r))
		while (json_key(x->r, &key))
			condition_member(x, w, key, &c);
	ready = str_eq(c.type, STR("Ready"));
	invented = ready && str_starts(c.reason, STR(INVENTED_REASON));
	if (ready && !str_eq(c.status, STR("True"))) {
		x->invented = x->invented || invented;
		x->unready = true;
		if (x->copy || (invented && x->im->options.ready))
			c.status = STR("True");
	}
	jsonw_key(w, "status");
	jsonw_str(w, c.status);
	jsonw_end(w, '}');
}

void node_status_member(struct reader *x, struct jsonw *w, struct str key)
{
	if (str_eq(key, STR("images"))) {
		json_skip(x->r);
	} else if (str_eq(key, STR("conditions"))) {
		jsonw_keys(w, key);
		copy_list(x, w, condition);
	} else {
		copy_member(x, w, key);
	}
}
