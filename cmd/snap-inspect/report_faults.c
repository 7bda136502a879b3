#include <inttypes.h>

#include "common/jsonw.h"
#include "common/terminal.h"
#include "report.h"

/* A line with more phrases is hard to read. */
enum { VERDICT_PHRASES = 4 };

/* Number of faults with the code and severity of *one that were found but not kept. */
static uint64_t not_kept(const struct faults *f, const struct fault *one)
{
	uint64_t found = f->found[one->code][one->severity];

	return found > FAULTS_KEPT ? found - FAULTS_KEPT : 0;
}

static bool last_of_code(const struct faults *f, size_t i)
{
	return i + 1 == f->count || f->list[i + 1].code != f->list[i].code ||
		f->list[i + 1].severity != f->list[i].severity;
}

static void counted(struct strbuf *out, uint64_t n, const char *noun)
{
	if (n == 0)
		strbuf_addf(out, "no %ss", noun);
	else
		strbuf_addf(out, "%" PRIu64 " %s%s", n, noun, plural_s((long long)n));
}

/* Appends the doubtful objects: those of errors first, as the faults are sorted. */
static void doubtful(struct strbuf *out, const struct summary *s)
{
	const struct faults *f = &s->faults;
	unsigned listed = 0, more = 0;

	for (size_t i = 0; i < f->count && f->list[i].severity != SEVERITY_NOTE; i++) {
		const struct fault *one = &f->list[i];
		uint64_t found = f->found[one->code][one->severity];

		if (!last_of_code(f, i))
			continue;
		if (listed == VERDICT_PHRASES) {
			more++;
			continue;
		}
		strbuf_addf(
			out, "%s%s", listed++ ? ", " : "; doubtful: ", fault_code_what(one->code));
		if (found > 1 && fault_code_single(one->code))
			strbuf_addf(
				out, " (%" PRIu64 " of %" PRIu64 ")", found, s->counts[one->kind]);
		else if (found > 1)
			strbuf_addf(out, " (%" PRIu64 ")", found);
	}
	if (more)
		strbuf_addf(out, " and %u more", more);
}

void verdict(struct strbuf *out, const struct summary *s)
{
	const struct faults *f = &s->faults;
	uint64_t errors = faults_of_severity(f, SEVERITY_ERROR),
		 warnings = faults_of_severity(f, SEVERITY_WARNING);

	if (errors == 0 && warnings == 0) {
		strbuf_addz(out, "sound: no errors, no warnings");
		return;
	}
	counted(out, errors, "error");
	strbuf_addz(out, ", ");
	counted(out, warnings, "warning");
	doubtful(out, s);
}

static void fault_json(struct jsonw *w, const struct fault *one)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "severity");
	jsonw_strz(w, severity_name(one->severity));
	jsonw_key(w, "code");
	jsonw_strz(w, fault_code_name(one->code));
	if (one->kind != KIND_NONE) {
		jsonw_key(w, "kind");
		jsonw_strz(w, kind_key(one->kind));
	}
	if (one->object.n) {
		jsonw_key(w, "object");
		jsonw_str(w, one->object);
	}
	jsonw_key(w, "path");
	jsonw_str(w, one->path);
	jsonw_key(w, "text");
	jsonw_str(w, one->text);
	jsonw_end(w, '}');
}

static void more_json(struct jsonw *w, const struct fault *like, uint64_t more)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "severity");
	jsonw_strz(w, severity_name(like->severity));
	jsonw_key(w, "code");
	jsonw_strz(w, fault_code_name(like->code));
	jsonw_key(w, "more");
	jsonw_int(w, (int64_t)more);
	jsonw_end(w, '}');
}

static void write_faults(struct jsonw *w, const struct faults *f, bool lines)
{
	for (size_t i = 0; i < f->count; i++) {
		fault_json(w, &f->list[i]);
		if (lines)
			jsonw_newline(w);
		if (!last_of_code(f, i) || not_kept(f, &f->list[i]) == 0)
			continue;
		more_json(w, &f->list[i], not_kept(f, &f->list[i]));
		if (lines)
			jsonw_newline(w);
	}
}

static void count_json(struct jsonw *w, const char *key, uint64_t count)
{
	jsonw_key(w, key);
	jsonw_int(w, (int64_t)count);
}

void faults_json(struct strbuf *out, const struct summary *s)
{
	const struct faults *f = &s->faults;
	struct jsonw w = {.out = out};
	struct strbuf words = {0};

	verdict(&words, s);
	jsonw_begin(&w, '{');
	jsonw_key(&w, "verdict");
	jsonw_str(&w, strbuf_str(&words));
	count_json(&w, "errors", faults_of_severity(f, SEVERITY_ERROR));
	count_json(&w, "warnings", faults_of_severity(f, SEVERITY_WARNING));
	count_json(&w, "notes", faults_of_severity(f, SEVERITY_NOTE));
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	strbuf_free(&words);
	write_faults(&w, f, true);
}

void faults_into(struct jsonw *w, const struct faults *f)
{
	jsonw_begin(w, '[');
	write_faults(w, f, false);
	jsonw_end(w, ']');
}

static enum colour colour_of(enum severity severity)
{
	static const enum colour colours[] = {COLOUR_BAD, COLOUR_DOUBT, COLOUR_NOTE};

	return colours[severity];
}

/* The first `most` of each code. */
static void fault_lines(
	struct text *out, const struct faults *f, bool colour, size_t most, enum severity least)
{
	size_t of_code = 0;

	for (size_t i = 0; i < f->count && f->list[i].severity <= least; i++) {
		const struct fault *one = &f->list[i];

		if (++of_code <= most) {
			text_colour(out, colour_of(one->severity), colour);
			text_ours(out, severity_name(one->severity));
			text_colour_end(out, colour);
			text_ours(out, ": ");
			text_addf(out, STR_FMT, STR_ARG(one->path));
			if (one->object.n)
				text_addf(out, " (" STR_FMT ")", STR_ARG(one->object));
			text_addf(out, ": " STR_FMT " [%s]\n", STR_ARG(one->text),
				fault_code_name(one->code));
		}
		if (!last_of_code(f, i))
			continue;
		if (of_code > most || not_kept(f, one))
			text_addf(out, "%s: %" PRIu64 " more [%s]\n", severity_name(one->severity),
				f->found[one->code][one->severity] -
					(of_code < most ? of_code : most),
				fault_code_name(one->code));
		of_code = 0;
	}
}

void faults_text(struct text *out, const struct summary *s, bool colour)
{
	verdict(text_numbers(out), s);
	text_ours(out, "\n");
	fault_lines(out, &s->faults, colour, SIZE_MAX, SEVERITY_NOTE);
}

void faults_brief(struct text *out, const struct faults *f, bool colour)
{
	fault_lines(out, f, colour, 5, SEVERITY_WARNING);
	text_ours(out, "--check lists them all\n");
}
