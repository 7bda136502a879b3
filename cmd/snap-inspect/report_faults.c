#include <inttypes.h>

#include "common/jsonw.h"
#include "report.h"

void add_safe(struct strbuf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];
		/* Also the C1 controls, U+0080 to U+009F: c2 80 to c2 9f in UTF-8. */
		bool c1 = c == 0xc2 && i + 1 < text.n && (unsigned char)text.p[i + 1] < 0xa0;
		if (c < 0x20 || c == 0x7f || c1)
			strbuf_addf(out, "\\x%02x", c1 ? (unsigned char)text.p[++i] : c);
		else
			strbuf_addc(out, text.p[i]);
	}
}

/* Those of its code and severity that were met but not kept. */
static uint64_t not_kept(const struct faults *f, const struct fault *one)
{
	uint64_t met = f->met[one->code][one->severity];
	return met > FAULTS_KEPT ? met - FAULTS_KEPT : 0;
}

static bool last_of_code(const struct faults *f, size_t i)
{
	return i + 1 == f->count || f->list[i + 1].code != f->list[i].code || f->list[i + 1].severity != f->list[i].severity;
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

void faults_json(struct strbuf *out, const struct faults *f)
{
	struct jsonw w = {.out = out};
	write_faults(&w, f, true);
}

void faults_into(struct jsonw *w, const struct faults *f)
{
	jsonw_begin(w, '[');
	write_faults(w, f, false);
	jsonw_end(w, ']');
}

static const char *colour_of(enum severity severity)
{
	static const char *const codes[] = {"\033[31m", "\033[33m", "\033[36m"};
	return codes[severity];
}

void faults_text(struct strbuf *out, const struct faults *f, bool colour, bool brief)
{
	size_t most = brief ? 5 : SIZE_MAX, of_code = 0;
	for (size_t i = 0; i < f->count; i++) {
		const struct fault *one = &f->list[i];
		if (brief && one->severity == SEVERITY_NOTE)
			break; /* they come last */
		if (++of_code <= most) {
			strbuf_addf(out, "%s%s%s: ", colour ? colour_of(one->severity) : "", severity_name(one->severity), colour ? "\033[0m" : "");
			add_safe(out, one->path);
			if (one->object.n) {
				strbuf_addz(out, " (");
				add_safe(out, one->object);
				strbuf_addc(out, ')');
			}
			strbuf_addz(out, ": ");
			add_safe(out, one->text);
			strbuf_addf(out, " [%s]\n", fault_code_name(one->code));
		}
		if (!last_of_code(f, i))
			continue;
		if (of_code > most || not_kept(f, one))
			strbuf_addf(out, "%s: %" PRIu64 " more [%s]\n", severity_name(one->severity),
				    f->met[one->code][one->severity] - (of_code < most ? of_code : most), fault_code_name(one->code));
		of_code = 0;
	}
	if (f->count != 0)
		strbuf_addf(out, "%" PRIu64 " errors, %" PRIu64 " warnings, %" PRIu64 " notes%s\n", faults_of_severity(f, SEVERITY_ERROR),
			    faults_of_severity(f, SEVERITY_WARNING), faults_of_severity(f, SEVERITY_NOTE), brief ? " (--check lists them all)" : "");
}
