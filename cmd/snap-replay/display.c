/* How the events are shown: from the command line, and from the terminal they go to. */
#include <unistd.h>

#include "common/terminal.h"
#include "replay.h"

struct events_options replay_events_options(const struct replay_options *o, struct output *out)
{
	int fd = output_fd(out);
	bool terminal = o->format == FORMAT_TEXT && isatty(fd);

	return (struct events_options){.format = o->format,
		.show = o->show,
		.timings = !o->no_timings,
		.only = o->only,
		.all = o->all,
		.sort = o->sort,
		.colour = terminal && msg_colour(fd),
		.columns = terminal ? terminal_columns(fd) : 0,
		.lines = terminal && !o->no_pager ? terminal_lines(fd) : 0};
}
