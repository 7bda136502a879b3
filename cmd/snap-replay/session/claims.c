#include "session/claims.h"

void claims_by_key(struct map *out, struct session *s)
{
	const struct objects *o = s->c->objects;

	for (int i = 0; i < o->claims.n; i++) {
		struct persistent_volume_claim *c = o->claims.items[i];
		struct str key = session_text(
			s, STR_FMT "/" STR_FMT, STR_ARG(c->meta.ns), STR_ARG(c->meta.name));

		map_put(out, key, NULL)->value = c;
	}
}

struct str volume_claim_name(struct session *s, const struct pod *pod, const struct volume *v)
{
	if (!v->ephemeral)
		return v->claim;
	return session_text(s, STR_FMT "-" STR_FMT, STR_ARG(pod->meta.name), STR_ARG(v->name));
}

struct persistent_volume_claim *claim_of_volume(
	const struct map *claims, struct session *s, const struct pod *pod, const struct volume *v)
{
	struct str name = volume_claim_name(s, pod, v);
	struct strbuf key = {0};
	struct persistent_volume_claim *found;

	strbuf_addf(&key, STR_FMT "/" STR_FMT, STR_ARG(pod->meta.ns), STR_ARG(name));
	found = map_get(claims, strbuf_str(&key));
	strbuf_free(&key);
	return found;
}

struct str claim_class(const struct persistent_volume_claim *c)
{
	const struct str *annotation = annotation_of(&c->meta, ANNOTATION_STORAGE_CLASS);

	return annotation ? *annotation : c->class_name;
}
