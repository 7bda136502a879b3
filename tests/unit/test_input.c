/* Archives read from a file, from a pipe and at once: whole ones, broken ones, and every cut and
 * change of a byte. */
#include "archives.h"
#include "common/source.h"

static unsigned sized_zips; /* whose size was known before */

/* Everything that comes out; the status in e. What comes through a pipe here fits into it. */
static struct strbuf read_way(
	struct str bytes, enum way way, uint64_t max_size, struct error *e, struct strbuf *kind)
{
	struct strbuf out = {0};
	struct str block = {0};
	struct input_limits limits = {.max_size = max_size};
	int pipes[2] = {-1, -1}, more = 0;

	*e = (struct error){0};
	if (way == BY_PIPE) {
		if (pipe(pipes) != 0 || write(pipes[1], bytes.p, bytes.n) != (ssize_t)bytes.n)
			abort();
		close(pipes[1]);
	} else {
		int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

		if (write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n || close(fd) != 0)
			abort();
	}
	struct input *in = way == BY_PIPE ? input_open_fd(pipes[0], "pipe", &limits, e)
					  : input_open(path, &limits, e);
	uint64_t size = in ? input_size(in) : 0;
	sized_zips += size && strcmp(input_kind(in), "zip") == 0;
	if (in && way >= ONE_BLOCK)
		input_at_once(in, bytes.n * 2000);
	if (in && way == AT_ONCE) {
		if (input_read_all(in, &block, e))
			strbuf_addstr(&out, block);
		for (int i = 0; !e->status && i < INPUT_PADDING; i++)
			if (block.p[block.n + (size_t)i])
				error_set(e, 99, "padding", "not zero");
	} else {
		if (in && (way == APPENDED || way == ONE_APPENDED))
			more = append_all(in, &out, e);
		else
			while (in && (more = input_read(in, &block, e)) > 0)
				strbuf_addstr(&out, block);
		if (in && (more < 0) != (e->status != 0))
			error_set(e, 98, "status and error", "differ");
		if (in && !e->status && input_read(in, &block, e) != 0)
			error_set(e, 97, "the end", "does not stay");
	}
	if (in && !e->status && size && size != out.len)
		error_set(e, 96, "the size that was known before", "is wrong");
	strbuf_clear(kind);
	strbuf_addz(kind, in ? input_kind(in) : "none");
	input_close(in);
	if (pipes[0] >= 0)
		close(pipes[0]);
	return out;
}

/* bytes give text, or an error of that status whose words contain text. */
static void expect(
	const char *what, struct str bytes, int status, const char *text, const char *kind)
{
	static const char *const names[] = {
		"file", "pipe", "at once", "appended", "one block", "one block, appended"};

	for (enum way way = 0; way < WAYS; way++) {
		struct error e;
		struct strbuf got_kind = {0}, got = read_way(bytes, way, 0, &e, &got_kind),
			      words = {0};

		strbuf_addf(&words, "%s: %s", e.what, e.why);
		bool right = status
			? strstr(words.s, text) != NULL
			: str_eq(strbuf_str(&got), str_of(text)) && strcmp(got_kind.s, kind) == 0;
		ok(e.status == status && right, "%s, %s: %s", what, names[way],
			e.status ? words.s : "fine");
		strbuf_free(&got);
		strbuf_free(&got_kind);
		strbuf_free(&words);
	}
}

static void expect_plan(const char *what, struct archive_plan plan, int status, const char *text)
{
	struct strbuf zip = make_zip(&plan);

	expect(what, strbuf_str(&zip), status, text, "zip");
	strbuf_free(&zip);
}

static void good_ones(void)
{
	struct strbuf zip = make_streamed(json, sizeof json - 1),
		      gz = make_gzip(json, sizeof json - 1), two = {0};

	expect("streamed ZIP", strbuf_str(&zip), 0, json, "zip");
	expect("gzip", strbuf_str(&gz), 0, json, "gzip");
	expect("bare JSON", STR(json), 0, json, "json");
	expect("white space first", STR(" \n\t {}"), 0, " \n\t {}", "json");
	strbuf_addstr(&two, strbuf_str(&gz));
	strbuf_addstr(&two, strbuf_str(&gz));
	struct strbuf twice = {0};
	strbuf_addf(&twice, "%s%s", json, json);
	expect("two gzip members", strbuf_str(&two), 0, twice.s, "gzip");
	expect_plan(
		"stored ZIP", (struct archive_plan){.members = {{"snapshot.json", json}}}, 0, json);
	const struct archive_plan others = {
		.members = {{"a", "1"}, {"snapshot.json", json}, {"b/snapshot.json", "2"}}};
	expect_plan("others around it", others, 0, json);
	struct strbuf captured = make_captured(json, sizeof json - 1);
	expect("ZIP of snap-fetch", strbuf_str(&captured), 0, json, "zip");
	strbuf_free(&captured);
	expect_plan("a comment",
		(struct archive_plan){
			.members = {{"snapshot.json", json}}, .comment = "PK\5 hello"},
		0, json);
	expect_plan(
		"empty member", (struct archive_plan){.members = {{"snapshot.json", ""}}}, 0, "");
	strbuf_free(&zip);
	strbuf_free(&gz);
	strbuf_free(&two);
	strbuf_free(&twice);
}

static void bad_ones(void)
{
	const struct archive_member snapshot = {"snapshot.json", json};

	expect("nothing", STR(""), SNAP_INPUT, "empty", NULL);
	expect("text", STR("x"), SNAP_INPUT, "begins with \"x\"", NULL);
	expect("a 404", STR("plugin not found\n"), SNAP_INPUT, "begins with \"plugin not found\"",
		NULL);
	expect("HTML", STR("\n<!DOCTYPE HTML><html>"), SNAP_INPUT, "an HTML page", NULL);
	expect("bytes", STR("\177ELF\2\1"), SNAP_INPUT, "7f 45 4c 46", NULL);
	expect_plan("no members", (struct archive_plan){0}, SNAP_INPUT, "the archive is empty");
	expect_plan("another member", (struct archive_plan){.members = {{"x.json", "1"}}},
		SNAP_INPUT, "only: x.json");
	expect_plan("a folder in front",
		(struct archive_plan){.members = {{"a/snapshot.json", "1"}}}, SNAP_INPUT,
		"only: a/snapshot.json");
	expect_plan("another case", (struct archive_plan){.members = {{"Snapshot.json", "1"}}},
		SNAP_INPUT, "no member snapshot.json");
	expect_plan("two of them",
		(struct archive_plan){.members = {snapshot, {"b", "2"}, snapshot}}, SNAP_INPUT,
		"two members are called snapshot.json");
	expect_plan("wrong CRC", (struct archive_plan){.members = {snapshot}, .crc_change = 1},
		SNAP_INPUT, "bad CRC");
	expect_plan("wrong CRC elsewhere",
		(struct archive_plan){
			.members = {{"snapshot.json", ""}, {"b", "22"}}, .crc_change = 1},
		SNAP_INPUT, "bad CRC");
	expect_plan("wrong size", (struct archive_plan){.members = {snapshot}, .size_change = 1},
		SNAP_INPUT, "damaged");
	expect_plan("encrypted", (struct archive_plan){.members = {snapshot}, .flags = 1},
		SNAP_INPUT, "encrypted");
	expect_plan("unknown method", (struct archive_plan){.members = {snapshot}, .method = 77},
		SNAP_INPUT, "damaged");
	expect_plan("another name in the directory",
		(struct archive_plan){.members = {snapshot}, .name_in_directory = "other.json"},
		SNAP_INPUT, "its directory disagrees");
	/* Readers differ in which of the two they take. */
	expect_plan("another end in the comment",
		(struct archive_plan){.members = {snapshot}, .comment = "PK\5\6 hello"}, SNAP_INPUT,
		"cut short");
	const struct archive_plan two_faced = {
		.members = {{"a", "1"}, snapshot}, .name_in_directory = "snapshot.json"};
	expect_plan("a snapshot in the directory only", two_faced, SNAP_INPUT,
		"its directory disagrees");
	struct strbuf captured = make_captured(json, sizeof json - 1);
	captured.s[captured.len - 22 - strlen("capture.json")] = 'C';
	expect("capture.json has another name in the directory", strbuf_str(&captured), SNAP_INPUT,
		"its directory disagrees", NULL);
	strbuf_free(&captured);
}

/* Every cut of every packing is noticed, whichever way it is read. */
static void cuts(const char *what, struct strbuf whole)
{
	for (enum way way = 0; way < WAYS; way++) {
		size_t missed = 0, crooked = 0;

		for (size_t n = 0; n < whole.len; n++) {
			struct error e;
			struct strbuf kind = {0},
				      got = read_way((struct str){whole.s, n}, way, 0, &e, &kind);

			missed += e.status == 0;
			crooked += e.status != 0 && (e.status != SNAP_INPUT || !e.what[0]);
			strbuf_free(&got);
			strbuf_free(&kind);
		}
		ok(!missed && !crooked,
			"%s cut at each of %zu bytes: %zu not noticed, %zu with another status",
			what, whole.len, missed, crooked);
	}
	strbuf_free(&whole);
}

/* Every change of a byte either does not matter or is noticed, and equally so whichever way it is
 * read. */
static void changes(const char *what, struct strbuf whole)
{
	size_t wrong = 0, unlike = 0;

	for (size_t at = 0; at < whole.len; at++) {
		struct error e[WAYS];

		whole.s[at] ^= 0x41;
		for (enum way way = 0; way < WAYS; way++) {
			struct strbuf kind = {0},
				      got = read_way(strbuf_str(&whole), way, 0, &e[way], &kind);

			wrong += e[way].status == 0 && !str_eq(strbuf_str(&got), STR(json));
			unlike += strcmp(e[way].what, e[0].what) != 0 ||
				strcmp(e[way].why, e[0].why) != 0;
			strbuf_free(&got);
			strbuf_free(&kind);
		}
		whole.s[at] ^= 0x41;
	}
	ok(!wrong, "%s changed in each byte: %zu times other text passed", what, wrong);
	ok(!unlike, "%s changed in each byte: %zu times the ways differ in their words", what,
		unlike);
	strbuf_free(&whole);
}

static void limits(void)
{
	struct strbuf big = {0};

	memset(strbuf_reserve(&big, 3 << 20), ' ', 3 << 20);
	big.len = 3 << 20;
	big.s[0] = '{';
	struct strbuf zip = make_streamed(big.s, big.len), gz = make_gzip(big.s, big.len),
		      kind = {0};
	const struct str all[] = {strbuf_str(&zip), strbuf_str(&gz)};
	for (size_t i = 0; i < 2; i++)
		for (enum way way = 0; way < WAYS; way++) {
			struct error e;
			struct strbuf got = read_way(all[i], way, (3 << 20) - 1, &e, &kind);

			ok(e.status == SNAP_LIMIT && got.len < 3 << 20, "more than the limit: %s",
				e.why);
			strbuf_free(&got);
			got = read_way(all[i], way, 3 << 20, &e, &kind);
			ok(e.status == 0 && str_eq(strbuf_str(&got), strbuf_str(&big)),
				"the limit itself is allowed");
			strbuf_free(&got);
		}
	struct error e;
	struct strbuf got = read_way(strbuf_str(&big), AT_ONCE, 1 << 20, &e, &kind);
	ok(e.status == SNAP_LIMIT, "bare JSON too");
	strbuf_free(&got);
	strbuf_free(&zip);
	strbuf_free(&gz);
	strbuf_free(&big);
	strbuf_free(&kind);
}

/* A deflated member whose data, descriptor, sizes or CRC lie far behind the first blocks: what was
 * handed out before that stays right. */
static void late(void)
{
	struct strbuf big = {0};

	for (unsigned i = 0; big.len < 3 << 18; i++)
		strbuf_addf(&big, "{\"%u\":%u,\"namespace\":\"default\"}\n", i % 50,
			i * i % 7); /* packed it fits into a pipe */
	struct strbuf zip = make_streamed(big.s, big.len), kind = {0};
	size_t unlike = 0, strange = 0, tried = 0;
	for (size_t back = 1; back < zip.len;
		back = back < 120 ? back + 1 : back + zip.len / 20, tried++) {
		struct error e[WAYS];

		zip.s[zip.len - back] ^= 0x41;
		for (enum way way = 0; way < WAYS; way++) {
			struct strbuf got = read_way(strbuf_str(&zip), way, 0, &e[way], &kind);

			strange +=
				e[way].status == 0 && !str_eq(strbuf_str(&got), strbuf_str(&big));
			unlike += strcmp(e[way].what, e[0].what) != 0 ||
				strcmp(e[way].why, e[0].why) != 0;
			strbuf_free(&got);
		}
		zip.s[zip.len - back] ^= 0x41;
	}
	ok(!strange && !unlike,
		"%zu late changes: %zu times other text passed, %zu times the ways differ in their words",
		tried, strange, unlike);
	strbuf_free(&zip);
	strbuf_free(&big);
	strbuf_free(&kind);
}

/* The JSON's size in a gzip file is unknown; its progress is that of the file, to the end. */
static void packed_progress(void)
{
	struct strbuf gz = make_gzip(json, sizeof json - 1), want = {0};
	struct source s;
	struct error e = {0};
	char written[400] = "";
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600), ends[2], old = dup(2);

	if (write(fd, gz.s, gz.len) != (ssize_t)gz.len || close(fd) != 0 || pipe(ends) != 0)
		abort();
	if (!source_open(&s, path, &e))
		abort();
	s.progress.enabled = 1; /* as on a terminal, long ago */
	s.progress.started_ms = 0;
	dup2(ends[1], 2);
	json_skip(s.r);
	dup2(old, 2);
	ssize_t n = read(ends[0], written, sizeof written - 1);
	strbuf_addf(&want, ": %zuB of %zuB, ", gz.len, gz.len);
	ok(n > 0 && strstr(written, want.s), "progress of a gzip file: %s", want.s);
	s.progress.enabled = 0;
	source_close(&s);
	close(ends[0]);
	close(ends[1]);
	close(old);
	strbuf_free(&want);
	strbuf_free(&gz);
}

/* What is peeked at is read all the same, also where it is more than a block, and not JSON. */
static void peek_at(const char *what, struct str bytes, struct str text, size_t n)
{
	const struct input_limits limits = {.any = true};
	struct error e = {0};
	struct str head = {0}, block;
	struct strbuf got = {0};
	int ends[2];
	size_t wanted = n < text.n ? n : text.n;

	if (pipe(ends) != 0 || write(ends[1], bytes.p, bytes.n) != (ssize_t)bytes.n)
		abort();
	close(ends[1]);
	struct input *in = input_open_fd(ends[0], "pipe", &limits, &e);
	bool right =
		in && input_peek(in, n, &head, &e) && head.n >= wanted && str_starts(text, head);
	while (in && input_read(in, &block, &e) > 0)
		strbuf_addstr(&got, block);
	ok(right && !e.status && str_eq(strbuf_str(&got), text), "%s, %zu bytes peeked at", what,
		n);
	input_close(in);
	close(ends[0]);
	strbuf_free(&got);
}

static void peeks(void)
{
	struct strbuf lines = {0}, gz = {0};

	while (lines.len < 100) {
		struct strbuf one = make_gzip("I0314 line\n", 11);

		strbuf_addstr(&gz, strbuf_str(&one));
		strbuf_addz(&lines, "I0314 line\n");
		strbuf_free(&one);
	}
	for (size_t n = 1; n < 300; n += 58) {
		peek_at("JSON", STR(json), STR(json), n);
		peek_at("text", strbuf_str(&lines), strbuf_str(&lines), n);
		peek_at("packed text", strbuf_str(&gz), strbuf_str(&lines), n);
		peek_at("nothing", STR(""), STR(""), n);
	}
	strbuf_free(&gz);
	strbuf_free(&lines);
}

int main(void)
{
	archives_begin("test_input");
	peeks();
	good_ones();
	bad_ones();
	cuts("a streamed ZIP", make_streamed(json, sizeof json - 1));
	cuts("a stored ZIP",
		make_zip(&(struct archive_plan){
			.members = {{"a", "1"}, {"snapshot.json", json}, {"b", "2"}}}));
	cuts("gzip", make_gzip(json, sizeof json - 1));
	changes("a streamed ZIP", make_streamed(json, sizeof json - 1));
	cuts("a ZIP of snap-fetch", make_captured(json, sizeof json - 1));
	changes("a ZIP of snap-fetch", make_captured(json, sizeof json - 1));
	changes("a stored ZIP",
		make_zip(&(struct archive_plan){.members = {{"a", "1"}, {"snapshot.json", json}}}));
	changes("gzip", make_gzip(json, sizeof json - 1));
	late();
	limits();
	packed_progress();
	unlink(path);
	ok(sized_zips > 0, "a plain ZIP has its size before it is read");
	return tap_end();
}
