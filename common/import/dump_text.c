/* Dumps in a log in klog's form.
 *
 * klog writes a value of several lines behind "key=<", each line behind a TAB, up to a line " >".
 * Only the key nodes of "Dump of cached NodeInfo" and pods of "Dump of scheduling queue" are read:
 * other records have such values, too. Before 1.23 each node was a record of its own. */
#include "common/import/dump_scan.h"

/* The message of "I0314 09:26:53.589793       1 dumper.go:52] message". */
static bool take_header(struct str line, struct str *message)
{
	struct str taken;

	if (line.n < 21 || !memchr("IWEF", line.p[0], 4) || line.p[5] != ' ' || line.p[8] != ':' ||
		line.p[11] != ':')
		return false;
	for (int i = 1; i < 5; i++)
		if (!is_digit(line.p[i]))
			return false;
	*message = line;
	return cut_until(message, STR("] "), &taken) ||
		(line.p[line.n - 1] == ']' && (message->n = 0, true));
}

/* The value of summary="..." behind the message. */
static struct str summary_of(struct str message)
{
	struct str taken, summary = {0};

	if (cut_until(&message, STR("summary=\""), &taken))
		cut_until(&message, STR("\""), &summary);
	return summary;
}

/* A header ends what was open; of a dump in the old form each node has one. */
static bool header(struct scan *s, struct str message)
{
	bool nodes = cut_prefix(&message, STR("\"Dump of cached NodeInfo\""));
	bool old_nodes = !nodes && cut_prefix(&message, STR("Dump of cached NodeInfo"));
	bool queue = cut_prefix(&message, STR("\"Dump of scheduling queue\""));
	bool old_queue = !queue && cut_prefix(&message, STR("Dump of scheduling queue:"));

	s->headed = true;
	if (nodes || old_nodes) {
		if (!scan_begin(s, s->prefix))
			return false;
		s->old = old_nodes;
		s->state = old_nodes || str_ends(message, STR("nodes=<")) ? IN_NODES : OUTSIDE;
	} else if ((queue || old_queue) && s->open) {
		s->d.queue = true;
		s->d.summary = arena_str(&s->d.arena, summary_of(message));
		s->old = old_queue;
		s->state = old_queue || str_ends(message, STR("pods=<")) ? IN_PODS : OUTSIDE;
	} else if (!s->old || message.n) {
		s->state = OUTSIDE;
		s->old = false;
	}
	return true;
}

bool scan_text_line(struct scan *s, struct str line)
{
	struct str message, text = cut_line(line);

	if (take_header(line, &message))
		return header(s, cut_line(message));
	if (!s->headed && !s->open && str_starts(text, STR("Node name: "))) {
		if (!scan_begin(s, TIME_ZERO))
			return false;
		s->d.headless = true;
		s->state = IN_NODES;
	}
	if (s->state == OUTSIDE)
		return true;
	if (!s->old && str_eq(text, STR(">")))
		s->state = OUTSIDE;
	else
		scan_value_line(s, line);
	return true;
}
