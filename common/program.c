#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/doubts.h"
#include "common/operand.h"
#include "common/program.h"

enum format format_parse(const char *arg, bool tsv_allowed)
{
	if (strcmp(arg, "json") == 0)
		return FORMAT_JSON;
	if (strcmp(arg, "text") == 0)
		return FORMAT_TEXT;
	if (tsv_allowed && strcmp(arg, "tsv") == 0)
		return FORMAT_TSV;
	msg_usage("--format: unknown format '%s': json%s", arg,
		tsv_allowed ? ", text or tsv" : " or text");
}

enum format format_resolve(enum format f, const char *output_path)
{
	if (f != FORMAT_AUTO)
		return f;
	bool to_stdout = operand_is_standard(output_path);
	return to_stdout && isatty(STDOUT_FILENO) ? FORMAT_TEXT : FORMAT_JSON;
}

void program_help(const char *text)
{
	fputs(text, stdout);
	exit(program_close(SNAP_OK));
}

struct str program_and_release(void)
{
	static struct strbuf text;

	if (!text.len)
		strbuf_addf(&text, "%s %s", msg_program(), program_release);
	return strbuf_str(&text);
}

void program_version(void)
{
	printf("%s %s\ncommit %s\nnative follows KAI Scheduler %s\n", msg_program(),
		program_release, program_commit, REPLAYED_VERSION);
	exit(program_close(SNAP_OK));
}

const char *program_operand(int argc, char **argv, int optind_now)
{
	if (argc - optind_now > 1)
		msg_usage("one FILE at most, not also '%s'", argv[optind_now + 1]);
	return optind_now < argc ? argv[optind_now] : NULL;
}

int program_close(int status)
{
	bool failed = ferror(stdout);

	errno = 0;
	if (fclose(stdout) != 0)
		failed = true;
	if (!failed)
		return status;
	struct error e = {0};
	if (errno)
		error_errno(&e, "cannot write to standard output");
	else
		error_set(&e, SNAP_SYSTEM, "cannot write to standard output", "%s", "");
	return msg_error(NULL, &e);
}
