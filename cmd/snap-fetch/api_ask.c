/* One JSON document out of kubectl. */
#include "api.h"

struct value *api_ask(const struct settings *s, const char *const args[], const char *what,
	struct arena *a, enum kubectl_failure *f, struct error *e)
{
	struct strbuf json = {0};
	struct value *v = NULL;

	*f = kubectl_get(s, args, what, &json, e);
	if (*f == KUBECTL_OK) {
		struct json *r = json_over_memory(json.s, json.len);
		struct error why = {0};

		v = value_read(a, r);
		if (!v || !json_finish(r)) {
			json_error(r, &why);
			error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read", "%s: %s: %s",
				what, why.what, why.why);
			*f = KUBECTL_OTHER;
			v = NULL;
		}
		json_free(r);
	}
	strbuf_free(&json);
	return v;
}
