/* A redaction: the job, then its map and its document are written. */
#include "redact.h"

#include "common/operand.h"
#include "common/redact.h"
#include "dropped.h"
#include "job.h"
#include "map_file.h"

int redact(const struct settings *s)
{
	struct job j = JOB_OF(s);
	struct error e = {0};
	const char *about = operand_input(s->file);

	if (job_open(&j, &e) && job_run(&j, &e)) {
		dropped_tell(&j.unknown);
		if (s->map && !map_write(s->map, &j.book, &e))
			about = s->map;
		else if (!sink_deliver(&j.out, s->output, &e))
			about = s->output ? s->output : "<stdout>";
	}
	job_free(&j);
	return e.status ? msg_error(about, &e) : SNAP_OK;
}

bool redact_text(
	struct str json, const struct capture_info *capture, struct strbuf *out, struct error *e)
{
	const struct settings s = {.no_map = true};
	struct job j = JOB_OF(&s);

	original_of(&j.original, json, capture);
	bool good = job_run(&j, e);
	if (good) {
		dropped_tell(&j.unknown);
		*out = j.out.text;
		j.out.text = (struct strbuf){0};
	}
	job_free(&j);
	return good;
}
