/* snap-unzip: extracts the JSON of a snapshot from any supported container; lists, tests and
 * extracts archives. */
#include <stdio.h>
#include "common/cleanup.h"
#include "common/input.h"
#include "common/operand.h"
#include "common/options.h"
#include "common/timefmt.h"
#include "unzip.h"

#define DEFAULT_MAX_SIZE ((uint64_t)8 << 30)

static const char help[] =
	"usage: snap-unzip [-l | -t | -p MEMBER | -d DIR] [options] [FILE]\n"
	"\n"
	"Writes the JSON of a snapshot to standard output. FILE is a ZIP with the member\n"
	"snapshot.json, or JSON in gzip, xz or zstd, or bare JSON, told apart by content;\n"
	"without FILE, or with -, it is standard input.\n"
	"\n"
	"  -l, --list           list the members\n"
	"  -t, --test           test sizes and checksums of all members\n"
	"  -p, --print MEMBER   write this member instead of snapshot.json\n"
	"  -d, --directory DIR  extract all members below DIR\n"
	"  --max-size SIZE      stop when more than this comes out (default 8GiB)\n"
	"  -f, --format FORMAT  of -l and -t: json, text or tsv (default text on a\n"
	"                       terminal, else json)\n"
	"  -o, --output PATH    write to PATH instead, whole or not at all\n"
	"  -q, --quiet          no progress\n"
	"  -h, --help           show this help\n"
	"  -V, --version        show the version\n";

enum { OPT_MAX_SIZE = 256 };

static const struct option options[] = {
	{"list", no_argument, NULL, 'l'},
	{"test", no_argument, NULL, 't'},
	{"print", required_argument, NULL, 'p'},
	{"directory", required_argument, NULL, 'd'},
	{"max-size", required_argument, NULL, OPT_MAX_SIZE},
	{"format", required_argument, NULL, 'f'},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

struct settings {
	int mode; /* 'l', 't', 'p', 'd', or 0: snapshot.json */
	const char *argument, *file, *output;
	uint64_t max_size;
	enum format format;
	bool quiet;
};

static void set_mode(struct settings *s, int mode, const char *argument)
{
	if (s->mode && s->mode != mode)
		msg_usage("only one of -l, -t, -p and -d");
	s->mode = mode;
	s->argument = argument;
}

static void parse(struct settings *s, int argc, char **argv)
{
	for (int c; (c = options_next(argc, argv, ":ltp:d:f:o:qhV", options)) != -1;)
		switch (c) {
		case 'l':
		case 't': set_mode(s, c, NULL); break;
		case 'p':
		case 'd': set_mode(s, c, optarg); break;
		case OPT_MAX_SIZE: s->max_size = options_size("--max-size", optarg); break;
		case 'f': s->format = format_parse(optarg, true); break;
		case 'o': s->output = optarg; break;
		case 'q': s->quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	s->file = program_operand(argc, argv, optind);
	if (s->mode == 'd' && s->output)
		msg_usage("-d writes below its DIR: no -o");
	if (s->format != FORMAT_AUTO && s->mode != 'l' && s->mode != 't')
		msg_usage("--format is for -l and -t");
}

static bool print_snapshot(struct source *src, struct output *out, struct error *e)
{
	struct str block;
	int more = -1;
	struct input *in =
		input_open_raw(src->raw, &(struct input_limits){.max_size = src->max_size}, e);

	while (in && (more = input_read(in, &block, e)) > 0) {
		progress_update(&src->progress, input_taken(in));
		if (!output_write(out, block.p, block.n, e))
			break;
	}
	input_close(in);
	src->raw = NULL;
	return more == 0;
}

static bool run_mode(
	const struct settings *s, struct source *src, struct output *out, struct error *e)
{
	enum format format = format_resolve(s->format, s->output);

	switch (s->mode) {
	case 'l': return list_members(src, format, out, e);
	case 't': return test_members(src, operand_input(s->file), format, out, e);
	case 'p': return print_member(src, s->argument, out, e);
	default: return print_snapshot(src, out, e);
	}
}

static bool run(const struct settings *s, struct error *e)
{
	struct source src = {.raw = raw_open(s->file, e), .max_size = s->max_size};

	if (!src.raw)
		return false;
	int64_t size = raw_file_size(src.raw);
	bool ok = raw_sniff(src.raw, &src.kind, e);
	progress_start(&src.progress, "unzip", size > 0 ? (uint64_t)size : 0);
	if (ok && s->mode == 'd') {
		ok = extract_members(&src, s->argument, e);
	} else if (ok) {
		struct output *out = output_open(s->output, e);

		ok = out && run_mode(s, &src, out, e);
		if (ok)
			ok = output_commit(out, e);
		else if (out)
			output_abort(out);
	}
	progress_end(&src.progress);
	raw_close(src.raw);
	return ok;
}

int main(int argc, char **argv)
{
	struct settings s = {.max_size = DEFAULT_MAX_SIZE};
	struct error e = {0};

	msg_init("snap-unzip", false);
	cleanup_install();
	parse(&s, argc, argv);
	msg_init("snap-unzip", s.quiet);
	if (run(&s, &e))
		return program_close(SNAP_OK);
	if (e.status == SNAP_LIMIT)
		error_hint(&e, "a higher --max-size, if it is to be trusted");
	return program_close(msg_error(operand_input(s.file), &e));
}
