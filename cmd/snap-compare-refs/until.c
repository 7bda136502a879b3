#include "until.h"
#include <math.h>
#include <stdlib.h>
#include "common/options.h"

static const char slower[] = "slower-than";

/* "3x"; false: it is a time, or nothing of both. */
static bool parse_times(const char *arg, double *times)
{
	char *end;

	*times = strtod(arg, &end);
	return end != arg && strcmp(end, "x") == 0 && isfinite(*times) && *times > 0;
}

static void parse_slower(struct until *u, const char *arg)
{
	enum { US_NS = 1000 };

	u->kind = UNTIL_SLOWER;
	u->limit = arg += strspn(arg, " ");
	if (!*arg)
		msg_usage("--until slower-than needs how many times, or a time: 3x, 2s");
	if (parse_times(arg, &u->times))
		return;
	u->times = 0;
	u->limit_us = options_duration("--until slower-than", arg) / US_NS;
}

void until_parse(struct until *u, const char *arg)
{
	size_t n = sizeof slower - 1;
	struct strbuf why = {0};

	until_free(u);
	if (!*arg)
		msg_usage(
			"--until needs a predicate: differs, fails, slower-than 3x or a jq program");
	*u = (struct until){.given = true, .kind = UNTIL_DIFFERS, .timeout_ms = -1};
	if (strcmp(arg, "fails") == 0) {
		u->kind = UNTIL_FAILS;
	} else if (strncmp(arg, slower, n) == 0 && (arg[n] == ' ' || !arg[n])) {
		parse_slower(u, arg + n);
	} else if (strcmp(arg, "differs") != 0) {
		u->kind = UNTIL_JQ;
		u->jq = jq_test_new(arg, &why);
		if (!u->jq)
			msg_usage(
				"--until: neither differs, fails, slower-than 3x nor a jq program: %s",
				why.s ? why.s : "");
	}
}

void until_free(struct until *u)
{
	jq_test_free(u->jq);
}

/* Microseconds. */
static double limit_of(const struct until *u, const struct row *first)
{
	return u->times > 0 ? u->times * (double)first->middle.total_us : (double)u->limit_us;
}

/* A ref that was stopped because it took longer than the limit is slower without doubt. */
static enum verdict judge_failed(
	const struct until *u, const struct row *row, const struct row *first, struct strbuf *why)
{
	bool untried = row->ref->error.status == SNAP_INPUT || row->no_snapshot;

	if (u->kind == UNTIL_FAILS && !untried)
		return VERDICT_BAD;
	if (u->kind == UNTIL_SLOWER && row->status == STATUS_TIMEOUT &&
		(double)u->timeout_ms * 1000 >= limit_of(u, first) &&
		(u->times == 0 || first->status == STATUS_PASS))
		return VERDICT_BAD;
	strbuf_addstr(why, strbuf_str(&row->why));
	return VERDICT_SKIPPED;
}

static enum verdict judge_slower(
	const struct until *u, const struct row *row, const struct row *first, struct strbuf *why)
{
	if (row->middle.total_us != UNKNOWN &&
		(u->times == 0 ||
			(first->status == STATUS_PASS && first->middle.total_us != UNKNOWN)))
		return (double)row->middle.total_us > limit_of(u, first) ? VERDICT_BAD
									 : VERDICT_GOOD;
	strbuf_addz(why, "its time is not known");
	return VERDICT_SKIPPED;
}

/* Of runs that vary one is enough. */
static enum verdict judge_events(const struct until *u, const struct row *row, struct strbuf *why)
{
	enum jq_answer answer = JQ_NO;
	struct strbuf path = {0};

	for (size_t run = 0; run < row->n_runs && answer == JQ_NO; run++) {
		row_path(row, run, ".ndjson", &path);
		answer = jq_test_file(u->jq, path.s, why);
	}
	strbuf_free(&path);
	return answer == JQ_FAILED ? VERDICT_SKIPPED
		: answer == JQ_YES ? VERDICT_BAD
				   : VERDICT_GOOD;
}

static enum verdict judge_row(
	const struct until *u, const struct row *row, const struct row *first, struct strbuf *why)
{
	if (row->status != STATUS_PASS)
		return judge_failed(u, row, first, why);
	switch (u->kind) {
	case UNTIL_FAILS: return VERDICT_GOOD;
	case UNTIL_SLOWER: return judge_slower(u, row, first, why);
	case UNTIL_JQ: return judge_events(u, row, why);
	case UNTIL_DIFFERS: break;
	}
	if (row->differs != DIFFERS_UNKNOWN)
		return row->differs == DIFFERS_YES ? VERDICT_BAD : VERDICT_GOOD;
	strbuf_addz(why, "it is not known what it decides");
	return VERDICT_SKIPPED;
}

enum verdict until_judge(const struct until *u, const struct rows *rows, const struct refs *refs,
	size_t ref, const struct row **which, struct strbuf *why)
{
	enum verdict verdict = VERDICT_GOOD;

	*which = &rows->all[ref];
	for (size_t i = 0; i < rows->n && verdict != VERDICT_BAD; i += refs->n) {
		struct strbuf reason = {0};
		enum verdict v = judge_row(u, &rows->all[i + ref], &rows->all[i], &reason);

		if (v == VERDICT_BAD || (v == VERDICT_SKIPPED && verdict == VERDICT_GOOD)) {
			verdict = v;
			*which = &rows->all[i + ref];
			strbuf_clear(why);
			strbuf_addstr(why, strbuf_str(&reason));
		}
		strbuf_free(&reason);
	}
	return verdict;
}

void until_says(const struct until *u, bool holds, const char *first, struct strbuf *out)
{
	switch (u->kind) {
	case UNTIL_DIFFERS:
		strbuf_addf(out, holds ? "decides otherwise than %s" : "decides as %s", first);
		return;
	case UNTIL_FAILS: strbuf_addz(out, holds ? "fails" : "does not fail"); return;
	case UNTIL_SLOWER:
		strbuf_addf(out, "is %sslower than %s", holds ? "" : "not ", u->limit);
		if (u->times > 0)
			strbuf_addf(out, " %s", first);
		return;
	case UNTIL_JQ: strbuf_addz(out, holds ? "has such an event" : "has no such event"); return;
	}
}
