/* snap-fetch: captures a snapshot from a running scheduler. */
#include <curl/curl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "arguments.h"
#include "common/cleanup.h"
#include "common/output.h"
#include "common/program.h"
#include "common/timefmt.h"
#include "sources.h"

static int print_role(const struct settings *s)
{
	struct strbuf role = {0};
	struct error e = {0};

	s->source->role(s, &role);
	bool ok = output_whole(s->output, strbuf_str(&role), &e);
	strbuf_free(&role);
	return program_close(ok ? SNAP_OK : msg_error(NULL, &e));
}

/* Nobody wants a snapshot on the screen. */
static const char *terminal_name(const struct settings *s)
{
	static char name[128];
	char now_text[64];
	time_t now = time(NULL);
	struct tm utc;

	size_t n = gmtime_r(&now, &utc)
		? strftime(now_text, sizeof now_text, "-%Y%m%dT%H%M%SZ", &utc)
		: 0;
	snprintf(name, sizeof name, "%s%s.%s", s->profile.word ? s->profile.word : "snapshot",
		n ? now_text : "", s->profile.word ? "pb.gz" : s->source->suffix);
	return name;
}

int main(int argc, char **argv)
{
	struct settings s;
	struct strbuf input = {0};
	struct error e = {0};

	msg_init("snap-fetch", false);
	cleanup_install();
	arguments_parse(&s, argc, argv);
	msg_init("snap-fetch", s.quiet);
	if (s.print_role)
		return print_role(&s);
	bool print_name = !s.output && isatty(STDOUT_FILENO);
	if (print_name)
		s.output = terminal_name(&s);
	/* Before there is a secret or a child. Without a guard SIGKILL leaves a temporary file. */
	cleanup_guard();
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		error_set(
			&e, SNAP_SYSTEM, "the download cannot be started", "%s", "libcurl refused");
	int status = SNAP_OK;
	if (e.status || !s.source->fetch(&s, &input, &e))
		status = msg_error(input.s, &e);
	else if (print_name)
		printf("%s\n", s.output);
	curl_global_cleanup();
	strbuf_free(&input);
	return program_close(status);
}
