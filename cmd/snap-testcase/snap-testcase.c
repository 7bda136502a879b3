/* snap-testcase: a regression test of a snapshot and what the scheduler does with it. */
#include "common/cleanup.h"
#include "common/memlimit.h"
#include "common/operand.h"
#include "common/options.h"
#include "common/output.h"
#include "common/program.h"
#include "forms.h"

static const char help[] =
	"usage: snap-testcase [options] [FILE]\n"
	"\n"
	"Writes a test of a snapshot, a small one, that expects what the scheduling cycle\n"
	"does with it. Names are replaced as by snap-redact.\n"
	"\n"
	"  -f, --format FORMAT    bats (default): a test of this project, one file;\n"
	"                         go: one for the fakes of the scheduler's tests;\n"
	"                         go-snapshot: one for its snapshot-tool (two files)\n"
	"      --expect WHAT      decisions (default), binds (pods that get a place),\n"
	"                         evictions, or pending (pod groups, and why)\n"
	"      --raw              keep the names\n"
	"  -o, --output PATH      write to PATH instead, whole or not at all\n"
	"      --max-memory SIZE  most memory to take (default: half of the machine)\n"
	"  -q, --quiet            no notes\n"
	"  -h, --help             show this help\n"
	"  -V, --version          show the version\n";

#define GO_END "_test.go"
enum { OPT_EXPECT = 256, OPT_RAW, OPT_MAX_MEMORY };

static const struct option options[] = {
	{"format", required_argument, NULL, 'f'},
	{"expect", required_argument, NULL, OPT_EXPECT},
	{"raw", no_argument, NULL, OPT_RAW},
	{"output", required_argument, NULL, 'o'},
	{"max-memory", required_argument, NULL, OPT_MAX_MEMORY},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

#define WORD(NAME, word) word,
static const char *const form_words[FORM_COUNT] = {FORMS(WORD)};

/* The place of an option's argument among its words. */
static int word_of(const char *option, const char *arg, const char *const *words, int n)
{
	struct strbuf all = {0};

	for (int i = 0; i < n; i++)
		if (!strcmp(arg, words[i]))
			return i;
	strbuf_add_words(&all, words, n, " or ");
	msg_usage("%s: unknown word '%s': %s", option, arg, all.s);
}

static void parse(struct settings *s, int argc, char **argv)
{
	uint64_t memory = 0;
	bool quiet = false;

	for (int c; (c = options_next(argc, argv, ":f:o:qhV", options)) != -1;)
		switch (c) {
		case 'f':
			s->form = (enum form)word_of("--format", optarg, form_words, FORM_COUNT);
			break;
		case OPT_EXPECT:
			s->expect = (enum expect)word_of(
				"--expect", optarg, expect_words, EXPECT_COUNT);
			break;
		case OPT_RAW: s->raw = true; break;
		case OPT_MAX_MEMORY: memory = memlimit_parse(optarg); break;
		case 'o': s->output = optarg; break;
		case 'q': quiet = true; break;
		case 'h': program_help(help);
		case 'V': program_version();
		}
	s->file = program_operand(argc, argv, optind);
	if (s->form == FORM_GO_SNAPSHOT &&
		(!s->output || strlen(s->output) <= strlen(GO_END) ||
			!str_ends(str_of(s->output), STR(GO_END)) ||
			str_ends(str_of(s->output), STR("/" GO_END))))
		msg_usage("go-snapshot makes two files: --output NAME" GO_END " is wanted, and "
			  "testdata/NAME.json is the other");
	msg_init("snap-testcase", quiet);
	memlimit_set(memory, operand_input(s->file));
}

/* Two files: the snapshot in testdata/ and, whole only when that is, the test. */
static bool write_two(const struct subject *s, struct error *e)
{
	struct strbuf data = {0}, path = {0}, out = {0};
	const char *test = s->settings->output, *slash = strrchr(test, '/');
	size_t folder = slash ? (size_t)(slash - test) + 1 : 0;

	strbuf_addf(&data, "testdata/%.*s.json", (int)(strlen(test) - folder - strlen(GO_END)),
		test + folder);
	strbuf_add(&path, test, folder);
	strbuf_addstr(&path, strbuf_str(&data));
	go_snapshot_write(s, strbuf_str(&data), &out);
	bool good = output_whole(path.s, strbuf_str(&s->text), e) &&
		output_whole(test, strbuf_str(&out), e);
	strbuf_free(&data);
	strbuf_free(&path);
	strbuf_free(&out);
	return good;
}

static bool write_one(const struct subject *s, bool *whole, const char **about, struct error *e)
{
	struct strbuf out = {0};
	bool good = true;

	if (s->settings->form == FORM_GO)
		good = go_write(s, &out, whole, e);
	else
		bats_write(s, &out);
	if (good) {
		*about = s->settings->output ? s->settings->output : "<stdout>";
		output_whole(s->settings->output, strbuf_str(&out), e);
	}
	strbuf_free(&out);
	return !e->status;
}

static int run(const struct settings *settings)
{
	struct subject s = {.settings = settings};
	struct error e = {0};
	const char *about = subject_name(&s);
	bool whole = true; /* the test says all that the snapshot says */

	if (subject_make(&s, &e)) {
		if (settings->form == FORM_GO_SNAPSHOT) {
			about = settings->output;
			write_two(&s, &e);
		} else {
			write_one(&s, &whole, &about, &e);
		}
	}
	subject_free(&s);
	if (!e.status && !whole) {
		error_set(&e, SNAP_NO, "the fakes cannot say all of it",
			"without the rest the same is decided, and the test was written");
		error_hint(&e, "the test lists the rest; --format go-snapshot says all");
		about = subject_name(&s);
	}
	return e.status ? msg_error(about, &e) : SNAP_OK;
}

int main(int argc, char **argv)
{
	struct settings s = {0};

	msg_init("snap-testcase", false);
	cleanup_install();
	parse(&s, argc, argv);
	return program_close(run(&s));
}
