#include "answer.h"
#include <unistd.h>
#include "common/pager.h"
#include "patch.h"
#include "report.h"
#include "run_report.h"

static bool write_text(
	const struct settings *s, struct output *out, const struct answer *a, struct error *e)
{
	int fd = output_fd(out);
	bool terminal = isatty(fd);
	struct report_options o = s->report;
	struct text text = {0};
	bool ok;

	o.colour = terminal && msg_colour(fd);
	o.columns = terminal ? terminal_columns(fd) : 0;
	if (a->runs)
		run_report_text(&text, a->runs, &o);
	else
		report_text(&text, a->snapshots, &o);
	ok = (terminal && pager_show(text_str(&text), terminal_lines(fd))) ||
		output_write(out, text_str(&text).p, text_str(&text).n, e);
	text_free(&text);
	return ok;
}

static bool write_to(
	const struct settings *s, struct output *out, const struct answer *a, struct error *e)
{
	if (s->format == FORMAT_TEXT)
		return write_text(s, out, a, e);
	if (s->patch)
		return patch_write(out, a->snapshots, a->operations, e);
	return a->runs ? run_report_json(out, a->runs, e)
		       : report_json(out, a->snapshots, &s->report, e);
}

int answer_write(const struct settings *s, const struct answer *a, bool equal)
{
	struct error e = {0};
	struct output *out = output_open(s->output, &e);

	if (out && !write_to(s, out, a, &e)) {
		output_abort(out);
		out = NULL;
	}
	if (!out || !output_commit(out, &e))
		return msg_error(s->output, &e);
	return equal ? SNAP_OK : SNAP_NO;
}
