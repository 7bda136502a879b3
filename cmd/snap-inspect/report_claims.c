/* Claims by their state, devices by driver, classes. */
#include <inttypes.h>

#include "common/terminal.h"
#include "report_parts.h"

/* Drivers and classes that text shows. */
enum { SHOWN_MAX = 20 };

static void classes_text(struct text *out, const struct report *report)
{
	const struct tally *t = &report->s->claims.classes;
	size_t from = text_str(out).n;

	if (t->names.count == 0)
		return;
	report_label(out, report, "classes");
	for (uint32_t i = 1; i <= t->names.count && i <= SHOWN_MAX; i++) {
		text_ours(out, i > 1 ? ", " : "");
		text_add(out, names_text(&t->names, i));
		text_addf(out, " in %" PRIu64 " claim%s", t->counts[i - 1],
			plural_s((long long)t->counts[i - 1]));
	}
	if (t->names.count > SHOWN_MAX)
		text_addf(out, ", %u more", (unsigned)(t->names.count - SHOWN_MAX));
	text_ours(out, "\n");
	terminal_wrap(out, from, 80, 13);
}

static void devices_text(struct text *out, const struct report *report)
{
	const struct claims *c = &report->s->claims;

	for (uint32_t i = 1; i <= c->drivers.count && i <= SHOWN_MAX; i++) {
		const struct driver *d = &c->driver[i - 1];
		struct str name = names_text(&c->drivers, i);

		report_label(out, report, i > 1 ? "" : "devices");
		text_add(out, name.n ? name : STR(NO_NAME));
		text_addf(out, ": %" PRIu64 " in %" PRIu64 " slice%s, %" PRIu64 " allocated\n",
			d->devices, d->slices, plural_s((long long)d->slices), d->allocated);
	}
	if (c->drivers.count > SHOWN_MAX) {
		report_label(out, report, "");
		text_addf(out, "%u more drivers\n", (unsigned)(c->drivers.count - SHOWN_MAX));
	}
}

void claims_text(struct text *out, const struct report *report)
{
	const struct summary *s = report->s;
	const struct claims *c = &s->claims;

	if (s->counts[KIND_RESOURCE_CLAIMS]) {
		report_label(out, report, "claims");
		text_addf(out,
			"%" PRIu64 ": %" PRIu64 " pending, %" PRIu64 " allocated, %" PRIu64
			" reserved (for %zu pod%s)\n",
			s->counts[KIND_RESOURCE_CLAIMS], c->pending, c->unused, c->reserved,
			c->reservation_count, plural_s((long long)c->reservation_count));
	}
	devices_text(out, report);
	classes_text(out, report);
}

void claims_json(struct jsonw *w, const struct summary *s)
{
	const struct claims *c = &s->claims;

	jsonw_key(w, "claims");
	jsonw_begin(w, '{');
	report_number(w, "total", s->counts[KIND_RESOURCE_CLAIMS]);
	report_number(w, "pending", c->pending);
	report_number(w, "allocated", c->unused);
	report_number(w, "reserved", c->reserved);
	report_number(w, "reservations", c->reservation_count);
	report_tally(w, "byClass", &c->classes);
	jsonw_end(w, '}');
	jsonw_key(w, "devices");
	jsonw_begin(w, '{');
	for (uint32_t i = 1; i <= c->drivers.count; i++) {
		jsonw_keys(w, names_text(&c->drivers, i));
		jsonw_begin(w, '{');
		report_number(w, "slices", c->driver[i - 1].slices);
		report_number(w, "devices", c->driver[i - 1].devices);
		report_number(w, "allocated", c->driver[i - 1].allocated);
		jsonw_end(w, '}');
	}
	jsonw_end(w, '}');
}
