/* snap-redact: a snapshot without its names, on which the scheduler decides the same. */
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/mem.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "common/program.h"
#include "common/str.h"
#include "redact.h"
#include "what.h"

static const char help[] =
	"usage: snap-redact [--map PATH | --no-map] [options] [FILE]\n"
	"       snap-redact --restore --map PATH [options] [FILE]\n"
	"       snap-redact --verify --map PATH [options] [FILE]\n"
	"\n"
	"Writes the snapshot with other names in place of all that are somebody's: of\n"
	"pods, nodes, queues, namespaces, labels and so on, in the same order, so that\n"
	"the scheduler decides the same. What it does not read is left out.\n"
	"\n"
	"      --map PATH         write old and new names to PATH (mode 0600); a map that\n"
	"                         is there is read first, and its names stay the same\n"
	"      --no-map           write no map: nobody can put the names back\n"
	"      --profile PROFILE  share (default), or public: times are moved, too,\n"
	"                         and odd capacities rounded\n"
	"      --keep WHAT        keep a field (pods.spec.hostname), or the names of a\n"
	"                         kind (queue), as they are; may be repeated\n"
	"      --drop WHAT        leave out a field (configMaps); may be repeated\n"
	"      --restore          put the names of the map back into any text\n"
	"      --verify           look for names of the map in any text (status 1)\n"
	"      --no-replay        no proof, by two replays, of the same decisions\n"
	"  -o, --output PATH      write to PATH instead, whole or not at all\n"
	"      --max-memory SIZE  most memory to take (default: half of the machine)\n"
	"  -q, --quiet            no notes\n"
	"  -h, --help             show this help\n"
	"  -V, --version          show the version\n";

enum {
	OPT_MAP = 256,
	OPT_NO_MAP,
	OPT_PROFILE,
	OPT_KEEP,
	OPT_DROP,
	OPT_RESTORE,
	OPT_VERIFY,
	OPT_NO_REPLAY,
	OPT_MAX_MEMORY
};

static const struct option options[] = {
	{"map", required_argument, NULL, OPT_MAP},
	{"no-map", no_argument, NULL, OPT_NO_MAP},
	{"profile", required_argument, NULL, OPT_PROFILE},
	{"keep", required_argument, NULL, OPT_KEEP},
	{"drop", required_argument, NULL, OPT_DROP},
	{"restore", no_argument, NULL, OPT_RESTORE},
	{"verify", no_argument, NULL, OPT_VERIFY},
	{"no-replay", no_argument, NULL, OPT_NO_REPLAY},
	{"output", required_argument, NULL, 'o'},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

/* A path without what the walk leaves out of it, too. */
static void add_path(char ***list, int *n, const char *path)
{
	struct strbuf plain = {0};

	if (!strncmp(path, "rawObjects.", strlen("rawObjects.")))
		path += strlen("rawObjects.");
	for (; *path; path++)
		if (path[0] == '[' && path[1] == ']')
			path++;
		else
			strbuf_addc(&plain, *path);
	if (!plain.len)
		msg_usage("--keep and --drop want a path or a kind of names");
	*list = xrealloc_array(*list, (size_t)*n + 1, sizeof **list);
	(*list)[(*n)++] = plain.s;
}

static enum profile profile_of(const char *text)
{
	if (!strcmp(text, "share"))
		return PROFILE_SHARE;
	if (strcmp(text, "public") != 0)
		msg_usage("--profile wants share or public");
	return PROFILE_PUBLIC;
}

static void set_mode(struct settings *s, enum mode mode)
{
	if (s->mode != MODE_REDACT && s->mode != mode)
		msg_usage("--restore and --verify exclude each other");
	s->mode = mode;
}

static void check(const struct settings *s)
{
	const char *mode = s->mode == MODE_RESTORE ? "--restore" : "--verify";

	if (s->map && s->no_map)
		msg_usage("--map and --no-map exclude each other");
	if (s->mode == MODE_REDACT)
		return;
	if (!s->map)
		msg_usage("%s needs --map PATH", mode);
	if (s->n_keep || s->n_drop || s->no_replay || s->profile != PROFILE_SHARE)
		msg_usage("--profile, --keep, --drop and --no-replay are not for %s", mode);
	if (s->mode == MODE_VERIFY && s->output)
		msg_usage("--verify writes nothing: no --output");
}

static void parse(struct settings *s, int argc, char **argv)
{
	uint64_t memory = 0;
	bool quiet = false;

	for (int c; (c = options_next(argc, argv, ":o:qhV", options)) != -1;)
		switch (c) {
		case OPT_MAP: s->map = optarg; break;
		case OPT_NO_MAP: s->no_map = true; break;
		case OPT_PROFILE: s->profile = profile_of(optarg); break;
		case OPT_KEEP: add_path(&s->keep, &s->n_keep, optarg); break;
		case OPT_DROP: add_path(&s->drop, &s->n_drop, optarg); break;
		case OPT_RESTORE: set_mode(s, MODE_RESTORE); break;
		case OPT_VERIFY: set_mode(s, MODE_VERIFY); break;
		case OPT_NO_REPLAY: s->no_replay = true; break;
		case OPT_MAX_MEMORY: memory = memlimit_parse(optarg); break;
		case 'o': s->output = optarg; break;
		case 'q': quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	s->file = program_operand(argc, argv, optind);
	check(s);
	msg_init("snap-redact", quiet);
	memlimit_set(memory, operand_input(s->file));
}

static void release(struct settings *s)
{
	for (int i = 0; i < s->n_keep; i++)
		free(s->keep[i]);
	for (int i = 0; i < s->n_drop; i++)
		free(s->drop[i]);
	free(s->keep);
	free(s->drop);
}

int main(int argc, char **argv)
{
	struct settings s = {0};
	int status;

	msg_init("snap-redact", false);
	cleanup_install();
	parse(&s, argc, argv);
	if (s.mode == MODE_REDACT && !s.map && !s.no_map)
		msg_note("no --map PATH: nobody can put the names back");
	status = s.mode == MODE_RESTORE ? restore(&s)
		: s.mode == MODE_VERIFY ? verify(&s)
					: redact(&s);
	release(&s);
	return program_close(status);
}
