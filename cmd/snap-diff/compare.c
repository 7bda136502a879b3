#include "compare.h"
#include "answer.h"
#include "patch.h"

static int compare_snapshots(const struct settings *s, const struct side sides[2])
{
	struct comparison c = {0};

	size_t n = 0;

	comparison_make(&c, sides, s->report.noise);
	int status = answer_write(s, &(struct answer){.snapshots = &c, .operations = &n}, c.equal);
	if (s->patch && status <= SNAP_NO)
		status = n ? SNAP_NO : SNAP_OK;
	comparison_free(&c);
	return status;
}

static int compare_runs(const struct settings *s, struct str texts[2], const struct side sides[2])
{
	struct run runs[2] = {{.name = side_name(&sides[0])}, {.name = side_name(&sides[1])}};
	struct run_comparison c = {0};
	struct error e = {0};
	int status = SNAP_OK;

	for (int i = 0; status == SNAP_OK && i < 2; i++)
		if (!run_read(&runs[i], texts[i], &e))
			status = msg_error(runs[i].name, &e);
	if (status == SNAP_OK) {
		runs_compare(&c, runs);
		status = answer_write(s, &(struct answer){.runs = &c}, c.equal);
		run_comparison_free(&c);
	}
	run_free(&runs[0]);
	run_free(&runs[1]);
	return status;
}

static int compare_decisions(const struct settings *s, const struct side sides[2])
{
	struct strbuf events[2] = {{0}, {0}};
	struct error e = {0};
	int status = SNAP_OK;

	for (int i = 0; status == SNAP_OK && i < 2; i++)
		if (!decisions_of(&sides[i], &s->cycle, &events[i], &e))
			status = msg_error(side_name(&sides[i]), &e);
	if (status == SNAP_OK) {
		struct str texts[] = {strbuf_str(&events[0]), strbuf_str(&events[1])};

		status = compare_runs(s, texts, sides);
	}
	strbuf_free(&events[0]);
	strbuf_free(&events[1]);
	return status;
}

static int apply(const struct settings *s, const struct side sides[2])
{
	struct error e = {0};
	bool blame = !sides[0].patch;
	struct output *out = NULL;

	if (blame) {
		error_set(&e, SNAP_INPUT, "not a patch", "it does not begin as one");
		error_hint(&e, "snap-diff --format patch A B writes one");
	} else if (sides[1].patch || sides[1].events) {
		error_set(&e, SNAP_INPUT, "not a snapshot", "%s",
			sides[1].patch ? "it is a patch" : "it is what a replay told");
	} else {
		out = output_open(s->output, &e);
	}
	if (out && !patch_apply(out, sides[0].text, &sides[1], &blame, &e)) {
		output_abort(out);
		out = NULL;
	}
	if (out && output_commit(out, &e))
		return SNAP_OK;
	return msg_error(e.status == SNAP_INPUT ? side_name(&sides[blame ? 0 : 1]) : s->output, &e);
}

int compare(const struct settings *s, const struct side sides[2])
{
	struct str texts[] = {sides[0].text, sides[1].text};
	struct error e = {0};

	if (s->apply)
		return apply(s, sides);
	if (sides[0].patch || sides[1].patch) {
		error_set(&e, SNAP_INPUT, "not a snapshot", "it is a patch");
		error_hint(&e, "--apply takes one");
		return msg_error(side_name(&sides[sides[0].patch ? 0 : 1]), &e);
	}
	if (sides[0].events && s->patch) {
		error_set(&e, SNAP_USAGE, "--format patch",
			"a patch is of snapshots, not of replays");
		return msg_error(NULL, &e);
	}

	if (sides[0].events != sides[1].events || (s->decisions && sides[0].events)) {
		const struct side *bad = &sides[sides[0].events ? 0 : 1];

		error_set(&e, SNAP_INPUT, "the events of a replay",
			s->decisions ? "--decisions replays snapshots" : "the other is a snapshot");
		error_hint(&e,
			s->decisions ? "without --decisions two replays are compared"
				     : "snap-replay makes events of a snapshot");
		return msg_error(side_name(bad), &e);
	}
	if (s->decisions)
		return compare_decisions(s, sides);
	return sides[0].events ? compare_runs(s, texts, sides) : compare_snapshots(s, sides);
}
