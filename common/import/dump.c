/* Finds dumps in a log, and keeps the one that is wanted. */
#include "common/import/dump_scan.h"

bool scan_finish(struct scan *s)
{
	struct dump *d = &s->d;
	bool good;

	if (!s->open)
		return true;
	s->open = false;
	s->number++;
	for (size_t i = 0; i < d->n_nodes; i++) {
		struct dump_node *n = &d->nodes[i];

		n->cut = !n->allocatable.given || n->got != n->wanted;
		d->tailless = d->tailless || n->cut;
	}
	d->tailless = d->tailless || !d->queue;
	good = !s->found || s->found(s->ctx, d, s->number, s->e);
	if (!s->wanted || s->wanted == s->number) {
		dump_free(&s->kept);
		s->kept = *d;
		s->has_kept = true;
	} else {
		dump_free(d);
	}
	*d = (struct dump){.time = TIME_ZERO};
	return good;
}

bool scan_begin(struct scan *s, struct instant time)
{
	bool good = scan_finish(s);

	s->open = true;
	s->d.time = time;
	s->state = OUTSIDE;
	s->old = false;
	return good;
}

static bool refuse(const struct scan *s, struct error *e)
{
	if (s->number) {
		error_set(e, SNAP_USAGE, "--dump", "the log has %ld dump%s, not %ld", s->number,
			plural_s(s->number), s->wanted);
		error_hint(e, "--dump list shows them");
		return false;
	}
	error_set(e, SNAP_INPUT, "of no known format",
		"no document, no list, and no line of it begins a dump of kube-scheduler's cache");
	error_hint(e,
		"kube-scheduler writes a dump to its log when it gets the signal USR2: kubectl exec POD -- kill -USR2 1");
	return false;
}

bool dump_read(
	struct feed *f, long number, dump_found *found, void *ctx, struct dump *d, struct error *e)
{
	struct scan s = {.wanted = number, .found = found, .ctx = ctx, .prefix = TIME_ZERO, .e = e};
	bool good;

	s.d.time = TIME_ZERO;
	good = scan_log(&s, f) && scan_finish(&s);
	dump_free(&s.d);
	if (good && !s.has_kept)
		good = refuse(&s, e);
	*d = s.kept;
	d->logged = s.headed;
	return good;
}

void dump_free(struct dump *d)
{
	arena_free(&d->arena);
	*d = (struct dump){.time = TIME_ZERO};
}
