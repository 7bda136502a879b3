/* NUMA zones: nodes by their policy. */
#include <inttypes.h>

#include "common/terminal.h"
#include "report_parts.h"

void numa_text(struct text *out, const struct report *report)
{
	const struct summary *s = report->s;
	const struct numa *n = &s->numa;
	const char *comma = ": ";
	size_t from = text_str(out).n;

	if (s->counts[KIND_NODE_RESOURCE_TOPOLOGIES] == 0)
		return;
	report_label(out, report, "NUMA");
	text_addf(out, "%" PRIu64 " of %" PRIu64 " nodes have zones, %" PRIu64 " in all", n->nodes,
		s->counts[KIND_NODES], n->node_zones);
	for (int p = ZONE_POLICY_COUNT - 1; p >= 0; p--)
		for (int pod = 1; pod >= 0; pod--) {
			if (n->by_rule[p][pod] == 0)
				continue;
			text_addf(out, "%s%" PRIu64 " %s", comma, n->by_rule[p][pod],
				zone_policy_name((enum zone_policy)p));
			if (p != ZONES_IGNORED)
				text_ours(out, pod ? " by pod" : " by container");
			comma = ", ";
		}
	text_ours(out, "\n");
	terminal_wrap(out, from, 80, 13);
}

void numa_json(struct jsonw *w, const struct summary *s)
{
	const struct numa *n = &s->numa;

	jsonw_key(w, "numa");
	jsonw_begin(w, '{');
	report_number(w, "nodes", n->nodes);
	report_number(w, "zones", n->node_zones);
	jsonw_key(w, "byPolicy");
	jsonw_begin(w, '[');
	for (int p = ZONE_POLICY_COUNT - 1; p >= 0; p--)
		for (int pod = 1; pod >= 0; pod--) {
			if (n->by_rule[p][pod] == 0)
				continue;
			jsonw_begin(w, '{');
			jsonw_key(w, "policy");
			jsonw_strz(w, zone_policy_name((enum zone_policy)p));
			jsonw_key(w, "scope");
			jsonw_strz(w, pod ? "pod" : "container");
			report_number(w, "nodes", n->by_rule[p][pod]);
			jsonw_end(w, '}');
		}
	jsonw_end(w, ']');
	jsonw_end(w, '}');
}
