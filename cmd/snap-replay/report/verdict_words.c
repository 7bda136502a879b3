/* Phrases of the verdict. */
#include "report/verdict.h"

#include <math.h>

#include "common/timefmt.h"

static const struct {
	const char *one, *many, *figure;
	double unit, figure_unit;
} units[] = {
	[SLOT_CPU] = {"CPU", "CPUs", "CPUs", 1000, 1000},
	[SLOT_MEMORY] = {"GiB of memory", "GiB of memory", "bytes", 1 << 30, 1},
	[SLOT_GPU] = {"GPU", "GPUs", "GPUs", 1, 1},
	[SLOT_PODS] = {"pod slot", "pod slots", "pods", 1, 1},
};
enum { UNITS = sizeof units / sizeof *units };

static double unit_of(const struct session *s, int slot)
{
	if (slot < UNITS)
		return units[slot].unit;
	return resource_kind(s->c->slots.names[slot]) == RES_SCALAR ? 1000 : 1;
}

/* Two decimals: more is noise of the division of shares. */
void verdict_number(struct strbuf *b, const struct session *s, int slot, double value)
{
	char text[40];

	(void)s;
	if (value == -1) {
		strbuf_addz(b, "unlimited");
		return;
	}
	value /= unit_of(s, slot);
	if (fabs(value) < 1e15)
		value = round(value * 100) / 100;
	if (fabs(value) < 1e15 && value == round(value))
		strbuf_add_number(b, (long long)value);
	else
		strbuf_add(b, text, jsonw_format_double(text, value));
}

void verdict_amount(struct strbuf *b, const struct session *s, int slot, double value)
{
	verdict_number(b, s, slot, value);
	strbuf_addz(b, " ");
	if (slot < UNITS)
		strbuf_addz(b, value / unit_of(s, slot) == 1 ? units[slot].one : units[slot].many);
	else
		strbuf_addstr(b, s->c->slots.names[slot]);
}

void figure_add(struct figures *f, const char *name, double value, const char *unit)
{
	for (int i = 0; i < f->n; i++)
		if (!strcmp(f->items[i].name, name))
			return;
	if (f->n < FIGURES_MAX)
		f->items[f->n++] = (struct figure){name, unit, value};
}

void figure_slot(
	struct figures *f, const struct session *s, const char *name, int slot, double value)
{
	if (slot < UNITS)
		figure_add(f, name, value == -1 ? -1 : value / units[slot].figure_unit,
			units[slot].figure);
	else
		figure_add(f, name, value / unit_of(s, slot), s->c->slots.names[slot].p);
}

void verdict_until(struct strbuf *b, const struct session *s, struct instant end)
{
	int64_t left = instant_diff(end, s->c->now);

	strbuf_addz(b, "in ");
	duration_format(b, left);
	strbuf_addz(b, ", at ");
	rfc3339_format(b, end);
}
