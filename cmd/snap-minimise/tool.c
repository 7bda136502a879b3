#include "tool.h"

#include <sys/wait.h>

#include "command.h"
#include "common/beside.h"
#include "common/event_file.h"
#include "common/json.h"
#include "common/proc.h"

bool tool_is_real(struct str path)
{
	for (const char *slash; (slash = str_find(path, '/'));)
		path = (struct str){slash + 1, path.n - (size_t)(slash + 1 - path.p)};
	return !str_starts(path, STR("snap-replay"));
}

/* The first line, without who says it. */
static struct str reason(struct str said)
{
	const char *end = str_find(said, '\n');
	const struct str who = STR("snap-replay: ");

	said.n = end ? (size_t)(end - said.p) : said.n;
	if (str_starts(said, who))
		said = (struct str){said.p + who.n, said.n - who.n};
	return said;
}

static bool failed(struct str path, int status, struct str said, struct error *e)
{
	char how[96] = "it cannot be run";
	struct str why = reason(said);

	if (status >= 0)
		proc_status_text(status, how, sizeof how);
	error_set(e, SNAP_SYSTEM, "a tool failed", STR_FMT ": %s: " STR_FMT, STR_ARG(path), how,
		(int)(why.n < 400 ? why.n : 400), why.p ? why.p : "");
	return error_hint(e, "snap-replay --tool tells more"), false;
}

bool tool_run(
	struct str path, struct str text, bool pending, struct strbuf *events, struct error *e)
{
	struct strbuf replay = {0}, tool = {0}, said = {0};
	int status;
	bool good;

	strbuf_addstr(&tool, path);
	beside_replay(&replay);
	const char *const real[] = {replay.s, "--quiet", "--format=json", "--log-file=/dev/null",
		pending ? "--verbosity=6" : "--verbosity=4", "--tool", tool.s, NULL};
	const char *const other[] = {tool.s, "--quiet", "--format=json", NULL};
	status = command_run(tool_is_real(path) ? real : other, text, events, &said);
	good = status >= 0 && WIFEXITED(status) &&
		(WEXITSTATUS(status) == SNAP_OK || WEXITSTATUS(status) == SNAP_NO);
	if (!good)
		failed(path, status, strbuf_str(&said), e);
	memset(strbuf_reserve(events, JSON_PADDING), 0, JSON_PADDING);
	strbuf_free(&replay);
	strbuf_free(&tool);
	strbuf_free(&said);
	return good;
}

struct str tool_decisions(struct str events)
{
	struct str line = str_take_last_line(&events), key, text, found = {0};
	struct json *r;

	while (line.n && !str_starts(line, EVENT("summary")))
		line = str_take_last_line(&events);
	r = json_over_memory(line.p, line.n);
	if (line.n)
		json_enter(r);
	while (line.n && json_key(r, &key))
		if (!str_eq(key, STR("decisions")) || json_peek(r) != JSON_STRING)
			json_skip(r);
		else if (json_string(r, &text))
			found = text;
	json_free(r);
	return found;
}
