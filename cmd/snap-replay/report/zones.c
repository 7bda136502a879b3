/* NUMA zones in the output: in which zones of its node a pod is, and with what (rules/07 B9). */
#include "report/event_writer.h"

static bool has_zones(const struct task *t)
{
	return t->zones && t->zones->n && t->node && t->node->zones;
}

static struct str zone_name(const struct task *t, const struct zone_share *share)
{
	const struct node_zones *z = t->node->zones;

	return share->zone < z->n ? z->items[share->zone].name : STR("");
}

/* As written; one of this session as Kubernetes writes it: 4, 500m, 64k. */
static void write_quantity(struct jsonw *w, const struct amount *a)
{
	static const char *const suffixes[] = {"m", "", "k", "M", "G", "T", "P", "E"};
	int64_t value = a->quantity.value;
	int suffix = a->quantity.scale < 0 ? 0 : 1;
	struct strbuf b = {0};

	if (a->text.n) {
		jsonw_str(w, a->text);
		return;
	}
	for (; value && value % 1000 == 0 && suffix < 7; suffix++)
		value /= 1000;
	strbuf_addf(&b, "%lld%s", (long long)value, suffixes[suffix]);
	jsonw_str(w, strbuf_str(&b));
	strbuf_free(&b);
}

void event_zones(struct events *ev, const struct task *t)
{
	struct jsonw *w = &ev->w;

	if (!has_zones(t))
		return;
	jsonw_key(w, "numaZones");
	jsonw_begin(w, '[');
	for (int i = 0; i < t->zones->n; i++) {
		const struct zone_share *share = &t->zones->shares[i];

		jsonw_begin(w, '{');
		jsonw_key(w, "zone");
		jsonw_str(w, zone_name(t, share));
		jsonw_key(w, "amount");
		jsonw_begin(w, '{');
		for (int k = 0; k < share->amounts.n; k++) {
			jsonw_keys(w, share->amounts.items[k].name);
			write_quantity(w, &share->amounts.items[k]);
		}
		jsonw_end(w, '}');
		jsonw_end(w, '}');
	}
	jsonw_end(w, ']');
}

struct str node_and_zones(struct events *ev, struct str node, const struct task *t)
{
	struct strbuf b = {0};
	struct str made;

	if (!has_zones(t))
		return node;
	strbuf_addf(&b, STR_FMT " (", STR_ARG(node));
	for (int i = 0; i < t->zones->n; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? ", " : "",
			STR_ARG(zone_name(t, &t->zones->shares[i])));
	strbuf_addc(&b, ')');
	made = arena_str(&ev->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}
