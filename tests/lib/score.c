/* score [-t] SNAP-REPLAY DIRECTORY...: replays the recorded cases of each directory (CASE.json or
 * CASE.zip beside CASE.decisions.json) and compares with what the real scheduler decided. One TAP
 * line per case; with -t a second one where the recording says that in the original snapshot-tool,
 * where evicted pods are gone at once, something else comes out.
 *
 * Equal means: per action the same pods bound and pipelined to the same nodes and GPU groups and
 * evicted equally often; every pod in the same state on the same node, in the same NUMA zones, in
 * the end; fair shares equal to 1e-9 (of GPUs also as the scheduler passes them on); per pod group
 * the same reasons to stay pending; and the same text on each pending pod. A GPU group that the
 * snapshot names keeps its name, a new one is called after all pods that were ever put into it.
 * Where runs of the real scheduler differ, each pod has to end in one of its recorded states; of
 * the original tool only the ends are compared. */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/input.h"
#include "common/proc.h"
#include "tests/lib/score/scoring.h"
#include "tests/unit/tap.h"

enum { RUN_LIMIT_MS = 1200000, SHOWN = 5 };
#define SUFFIX STR(".decisions.json")

struct verdict { /* differences as "# ..." lines, the first ones only */
	struct strbuf lines;
	int n;
};

__attribute__((format(printf, 2, 3))) static bool differs(struct verdict *v, const char *fmt, ...)
{
	char line[2048];
	va_list args;

	if (v->n++ >= SHOWN)
		return false;
	va_start(args, fmt);
	vsnprintf(line, sizeof line, fmt, args);
	va_end(args);
	strbuf_addf(&v->lines, "# %s\n", line);
	return false;
}

static bool close_to(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(1, fabs(a));
}

/* Most recordings hold shares of GPUs as the scheduler passes them on: whole devices from 1 on,
 * hundredths below. */
static double handed_out(double gpus)
{
	return gpus >= 0 && gpus < 1 ? nearbyint(gpus * 100) / 100 : trunc(gpus);
}

static bool same_share(const struct shares *q, int slot)
{
	return close_to(q->real[slot], q->here[slot]) ||
		(slot == 0 && close_to(q->real[slot], handed_out(q->here[slot])));
}

static void compare_shares(const struct scoring *s, struct verdict *v)
{
	for (size_t i = 0; i < s->queues.count; i++) {
		const struct map_entry *e = &s->queues.entries[i];
		const struct shares *q = e->value;

		if (q->recorded && !q->has_share)
			differs(v, "queue " STR_FMT ": no fair share is told", STR_ARG(e->key));
		for (int k = 0; q->recorded && q->has_share && k < 3; k++)
			if (!same_share(q, k))
				differs(v, "fair share of " STR_FMT ", %s: real %.17g, here %.17g",
					STR_ARG(e->key), score_slots[k], q->real[k], q->here[k]);
	}
}

static void compare_decisions(const struct scoring *s, struct verdict *v)
{
	for (size_t i = 0; i < s->decisions.count; i++) {
		const struct map_entry *e = &s->decisions.entries[i];
		const struct count *c = e->value;

		if (c->real != c->here)
			differs(v, STR_FMT ": real %dx, here %dx", STR_ARG(e->key), c->real,
				c->here);
	}
}

static bool ends_so(const struct end *e, bool stable)
{
	if (stable || !e->n_outcomes)
		return str_eq(e->here, e->final);
	for (int i = 0; i < e->n_outcomes; i++)
		if (str_eq(e->here, e->outcomes[i]))
			return true;
	return false;
}

static void compare_ends(const struct scoring *s, struct verdict *v)
{
	for (size_t i = 0; i < s->pods.count; i++) {
		const struct map_entry *m = &s->pods.entries[i];
		const struct end *e = m->value;

		if (e->final.n && !ends_so(e, s->stable))
			differs(v, "pod " STR_FMT " in the end: real " STR_FMT "%s, here " STR_FMT,
				STR_ARG(m->key), STR_ARG(e->final),
				!s->stable && e->n_outcomes ? " or another" : "", STR_ARG(e->here));
	}
}

/* The original remembers for a pending pod where it was tried last. */
static void compare_zones(const struct scoring *s, struct verdict *v)
{
	for (size_t i = 0; i < s->pods.count && s->stable; i++) {
		const struct map_entry *m = &s->pods.entries[i];
		const struct end *e = m->value;

		if (e->here.n && !str_starts(e->here, STR("Pending ")) &&
			!str_eq(e->zones, e->zones_here))
			differs(v, "zones of pod " STR_FMT ": real " STR_FMT ", here " STR_FMT,
				STR_ARG(m->key), STR_ARG(e->zones), STR_ARG(e->zones_here));
	}
}

/* Whether the list holds the reason: with the same message, or any. */
static bool holds(const struct reason_list *list, const struct reason *want, bool any)
{
	for (int i = 0; i < list->n; i++)
		if (str_eq(list->items[i].reason, want->reason) &&
			(any || str_eq(list->items[i].message, want->message)))
			return true;
	return false;
}

static void compare_pod_errors(const struct scoring *s, struct verdict *v)
{
	for (size_t i = 0; i < s->pod_errors.count; i++) {
		const struct map_entry *m = &s->pod_errors.entries[i];
		const struct pod_error *e = m->value;
		const struct end *end = map_get(&s->pods, m->key);

		if (e->recorded && !e->any && end && str_starts(end->here, STR("Pending ")) &&
			!str_eq(e->real, e->here))
			differs(v,
				"pod " STR_FMT " is told: real \"" STR_FMT "\", here \"" STR_FMT
				"\"",
				STR_ARG(m->key), STR_ARG(e->real), STR_ARG(e->here));
	}
}

static void compare_reasons(const struct scoring *s, struct verdict *v)
{
	for (size_t i = 0; i < s->pod_groups.count; i++) {
		const struct map_entry *m = &s->pod_groups.entries[i];
		const struct reasons *g = m->value;

		for (int k = 0; k < g->real.n; k++)
			if (!holds(&g->here, &g->real.items[k], g->real.items[k].any))
				differs(v,
					"pod group " STR_FMT " lacks the reason " STR_FMT
					": " STR_FMT,
					STR_ARG(m->key), STR_ARG(g->real.items[k].reason),
					STR_ARG(g->real.items[k].message));
		for (int k = 0; g->real.n && k < g->here.n; k++) {
			bool found = false;

			for (int w = 0; w < g->real.n; w++)
				found |= str_eq(g->real.items[w].reason, g->here.items[k].reason) &&
					(g->real.items[w].any ||
						str_eq(g->real.items[w].message,
							g->here.items[k].message));
			if (!found)
				differs(v,
					"pod group " STR_FMT " has a reason of its own, " STR_FMT
					": " STR_FMT,
					STR_ARG(m->key), STR_ARG(g->here.items[k].reason),
					STR_ARG(g->here.items[k].message));
		}
	}
}

/* The file's JSON into the scoring; False: the error is printed. */
static bool load_recording(struct scoring *s, const char *path, bool tool, struct verdict *v)
{
	struct error e = {0};
	struct input *in = input_open(path, NULL, &e);
	struct str text;
	bool good = in && input_read_all(in, &text, &e);

	for (int part = 0; good && part <= (tool ? 1 : 0) && !e.status; part++) {
		struct json *r = json_over_memory(text.p, text.n);

		read_recording(s, r, part == 1);
		if (json_finish(r), json_failed(r))
			json_error(r, &e);
		json_free(r);
	}
	if (in)
		input_close(in);
	return !e.status || differs(v, "%s: %s: %s", path, e.what, e.why);
}

static bool read_output(struct scoring *s, struct strbuf *out, struct verdict *v)
{
	memset(strbuf_reserve(out, JSON_PADDING), 0, JSON_PADDING);
	for (const char *p = out->s, *end = out->s + out->len; p < end;) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		struct error e = {0};
		struct json *r = json_over_memory(p, (size_t)((newline ? newline : end) - p));

		read_event(s, r);
		if (json_finish(r), json_failed(r))
			json_error(r, &e);
		json_free(r);
		if (e.status)
			return differs(v, "output: %s: %s", e.what, e.why);
		p = newline ? newline + 1 : end;
	}
	read_events_end(s);
	return true;
}

static bool replay(
	struct scoring *s, const char *program, const char *snapshot, bool tool, struct verdict *v)
{
	const char *argv[16] = {program, "--now", s->now.p, "--format", "json", "--quiet", "--show",
		"start,queues,decisions,pending,pods,summary,unplaced", "--no-timings", "--",
		snapshot, NULL};
	struct strbuf out = {0}, err = {0};
	struct error e = {0};
	int status = 0;
	char text[64];
	bool good = true;

	if (tool) {
		argv[9] = "--like-snapshot-tool";
		argv[10] = "--";
		argv[11] = snapshot;
	}
	if (!proc_run(argv, NULL, RUN_LIMIT_MS, &out, &err, &status, &e))
		good = differs(v, "%s: %s: %s", program, e.what, e.why);
	else if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		good = differs(v, "%s: %s: %.900s", program,
			proc_status_text(status, text, sizeof text), err.s ? err.s : "");
	else
		good = read_output(s, &out, v);
	strbuf_free(&out);
	strbuf_free(&err);
	return good;
}

static void compare(const struct scoring *s, bool tool, struct verdict *v)
{
	if (s->unsupported.n)
		differs(v, "not replayed: " STR_FMT, STR_ARG(s->unsupported));
	compare_shares(s, v);
	if (s->stable && !tool)
		compare_decisions(s, v);
	compare_ends(s, v);
	if (!tool)
		compare_zones(s, v);
	if (v->n)
		return;
	compare_reasons(s, v);
	compare_pod_errors(s, v);
}

/* stem: the path without .json; name: the last two parts of it. True when the case has ends of the
 * original tool to be compared. */
static bool score_case(const char *program, const char *stem, const char *name, bool tool)
{
	struct scoring s = {0};
	struct verdict v = {0};
	struct strbuf recording = {0}, snapshot = {0};
	bool more;

	strbuf_addf(&recording, "%s.decisions.json", stem);
	strbuf_addf(&snapshot, "%s.json", stem);
	if (access(snapshot.s, R_OK) != 0) {
		strbuf_clear(&snapshot);
		strbuf_addf(&snapshot, "%s.zip", stem);
	}
	if (load_recording(&s, recording.s, tool, &v)) {
		/* without these a recording would be equal to anything */
		if (!s.now.n || !s.pods.count || !s.queues.count)
			differs(&v, "%s: not a recording", recording.s);
		else if (replay(&s, program, snapshot.s, tool, &v))
			compare(&s, tool, &v);
	}
	ok(!v.n, "%s%s", name, tool ? " in the original tool's world" : "");
	if (v.n > SHOWN)
		strbuf_addf(&v.lines, "# and %d more\n", v.n - SHOWN);
	if (v.n)
		fputs(v.lines.s, stdout);
	more = s.tool && s.tool_stable && s.stable;
	strbuf_free(&v.lines);
	strbuf_free(&recording);
	strbuf_free(&snapshot);
	scoring_free(&s);
	return more;
}

static int is_recording(const struct dirent *d)
{
	return str_ends(str_of(d->d_name), SUFFIX);
}
static int by_name(const struct dirent **l, const struct dirent **r)
{
	return strcmp((*l)->d_name, (*r)->d_name);
}

static void score_directory(const char *program, const char *dir, bool tool)
{
	struct dirent **cases;
	int n = scandir(dir, &cases, is_recording, by_name);
	size_t end = strlen(dir);
	const char *name;

	if (n < 0) {
		ok(false, "%s: %s", dir, strerror(errno));
		return;
	}
	while (end > 1 && dir[end - 1] == '/')
		end--;
	for (name = dir + end; name > dir && name[-1] != '/';)
		name--;
	for (int i = 0; i < n; i++) {
		struct strbuf stem = {0};

		strbuf_addf(&stem, "%.*s/%.*s", (int)end, dir,
			(int)(strlen(cases[i]->d_name) - SUFFIX.n), cases[i]->d_name);
		if (score_case(program, stem.s, stem.s + (name - dir), false) && tool)
			score_case(program, stem.s, stem.s + (name - dir), true);
		strbuf_free(&stem);
		free(cases[i]);
	}
	free(cases);
}

int main(int argc, char **argv)
{
	int first = argc > 1 && strcmp(argv[1], "-t") == 0 ? 2 : 1;

	if (argc < first + 2) {
		fputs("usage: score [-t] SNAP-REPLAY DIRECTORY...\n", stderr);
		return SNAP_USAGE;
	}
	for (int i = first + 1; i < argc; i++)
		score_directory(argv[first], argv[i], first == 2);
	return tap_end();
}
