/* snap-zip: packs JSON into a ZIP of the form that the scheduler's snapshot plugin writes. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/input.h"
#include "common/operand.h"
#include "common/options.h"
#include "common/output.h"
#include "common/program.h"
#include "common/progress.h"
#include "common/raw.h"
#include "common/whole.h"
#include "common/zipwrite.h"

enum { DEFAULT_LEVEL = 6 };

static const char help[] =
	"usage: snap-zip [-1..-9] [options] [FILE]\n"
	"\n"
	"Writes a ZIP with the one member snapshot.json, as the scheduler's snapshot\n"
	"plugin does. FILE is JSON, bare or in gzip, xz, zstd or another ZIP; without\n"
	"FILE, or with -, it is standard input. JSON that is not whole is refused. The\n"
	"same input gives the same bytes.\n"
	"\n"
	"  -1..-9             fastest to smallest (default -6)\n"
	"  -o, --output PATH  write to PATH instead, whole or not at all\n"
	"  -q, --quiet        no progress\n"
	"  -h, --help         show this help\n"
	"  -V, --version      show the version\n";

static const struct option options[] = {
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct settings {
	const char *file, *output;
	int level;
	bool quiet;
};

static void parse(struct settings *s, int argc, char **argv)
{
	for (int c; (c = options_next(argc, argv, ":123456789o:qhV", options)) != -1;)
		switch (c) {
		case 'o': s->output = optarg; break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		default: s->level = c - '0';
		}
	s->file = program_operand(argc, argv, optind);
	bool to_stdout = operand_is_standard(s->output);
	if (to_stdout && isatty(STDOUT_FILENO))
		msg_usage("a ZIP is not for a terminal: -o PATH, or a pipe");
}

/* The JSON reader reads its blocks through this function: one pass validates and compresses. */
struct job {
	struct raw *raw; /* owned by in */
	struct input *in;
	struct output *out;
	struct zipwrite *zip;
	struct progress progress;
};

static bool to_output(void *ctx, const void *bytes, size_t n, struct error *e)
{
	return output_write(ctx, bytes, n, e);
}

static int pull(void *ctx, struct str *block, struct error *e)
{
	struct job *job = ctx;
	int more = input_read(job->in, block, e);

	if (more > 0 && !zipwrite_add(job->zip, block->p, block->n, e))
		return -1;
	progress_update(&job->progress, input_taken(job->in));
	return more;
}

static bool pack(struct job *job, struct error *e)
{
	struct json *json = json_over_stream(pull, job);
	bool whole = whole_parse(json);

	if (!whole)
		json_error(json, e);
	json_free(json);
	return whole && zipwrite_end(job->zip, e);
}

static bool run(const struct settings *s, struct error *e)
{
	struct job job = {.raw = raw_open(s->file, e)};

	job.in = input_open_raw(job.raw, NULL, e);
	if (!job.in)
		return false;
	job.out = output_open(s->output, e);
	if (job.out) {
		int64_t size = raw_file_size(job.raw);

		progress_start(&job.progress, "zip", size > 0 ? (uint64_t)size : 0);
		job.zip = zipwrite_new(s->level, to_output, job.out);
		if (pack(&job, e))
			output_commit(job.out, e);
		else
			output_abort(job.out);
		progress_end(&job.progress);
		zipwrite_free(job.zip);
	}
	input_close(job.in);
	return !e->status;
}

int main(int argc, char **argv)
{
	struct settings s = {.level = DEFAULT_LEVEL};
	struct error e = {0};

	msg_init("snap-zip", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-zip", s.quiet);
	if (run(&s, &e))
		return program_close(SNAP_OK);
	return program_close(msg_error(operand_input(s.file), &e));
}
