/* What an archive holds beside the snapshot: its members, what a capture says of itself; and a file
 * that changes while it is read. */
#include "archives.h"
#include "common/zipplain.h"

/* A file that shrinks or changes while it is read is noticed, with words. */
static void moving(void)
{
	struct strbuf big = {0}, out = {0};
	struct error e = {0};

	for (unsigned i = 0; big.len < 1 << 21; i++)
		strbuf_addf(&big, "{\"%u\":%u}\n", i, i * 2654435761u);
	struct strbuf zip = make_streamed(big.s, big.len);
	write_file(strbuf_str(&zip));
	struct input *in = input_open(path, NULL, &e);
	ok(in && input_append(in, &out, 1000, &e) == 1 && out.len == 1000 &&
			memcmp(out.s, big.s, 1000) == 0,
		"the first bytes");
	ok(in && truncate(path, (off_t)(zip.len / 2)) == 0 &&
			input_append(in, &out, big.len * 2, &e) == -1 && e.status == SNAP_INPUT &&
			strstr(e.what, "cut short"),
		"cut while it is read: %s, %s", e.what, e.why);
	ok(out.len && out.len < big.len && memcmp(out.s, big.s, out.len) == 0,
		"what came before was right");
	input_close(in);
	strbuf_free(&zip);
	strbuf_free(&big);
	strbuf_free(&out);
}

static void members(void)
{
	struct archive_plan plan = {
		.members = {{"a", "12"}, {"snapshot.json", json}, {"b", "345"}}};
	struct strbuf zip = make_zip(&plan);
	struct error e = {0};
	struct str text;
	size_t count;

	write_file(strbuf_str(&zip));
	struct input *in = input_open(path, NULL, &e);
	const struct input_member *m = in ? input_members(in, &count) : NULL;
	ok(m && count == 2 && strcmp(m[1].name, "snapshot.json") == 0 && m[0].size == 2,
		"members up to the snapshot");
	ok(in && input_read_all(in, &text, &e), "read");
	m = in ? input_members(in, &count) : NULL;
	ok(m && count == 3 && strcmp(m[2].name, "b") == 0 && m[2].size == 3 &&
			m[1].size == (int64_t)sizeof json - 1,
		"then all of them");
	input_close(in);
	ok(!input_open("/", NULL, &e) && e.status == SNAP_INPUT && strstr(e.what, "directory"),
		"a directory is refused");
	e = (struct error){0};
	ok(!input_open("/dev/null/none", NULL, &e) && e.status == SNAP_SYSTEM,
		"a missing file is not the input's fault: %s", e.why);
	strbuf_free(&zip);
}

static struct strbuf zip_of(struct archive_plan plan)
{
	return make_zip(&plan);
}

/* Reads bytes to the end and then what the capture says of itself; want: the pod that is named
 * there, "" for no capture.json, or a part of the words that say why it cannot be read. */
static void expect_capture(const char *what, struct strbuf bytes, const char *want, bool fault)
{
	for (enum way way = 0; way < WAYS; way++) {
		if (way == BY_PIPE && bytes.len > CAPTURE_MAX) /* more than a pipe holds */
			continue;
		struct error e = {0}, why = {0};
		struct str block;
		struct strbuf out = {0};
		int pipes[2] = {-1, -1};
		if (way == BY_PIPE &&
			(pipe(pipes) != 0 ||
				write(pipes[1], bytes.s, bytes.len) != (ssize_t)bytes.len ||
				close(pipes[1]) != 0))
			abort();
		write_file(strbuf_str(&bytes));
		struct input *in = way == BY_PIPE ? input_open_fd(pipes[0], "pipe", NULL, &e)
						  : input_open(path, NULL, &e);
		if (in && way >= ONE_BLOCK)
			input_at_once(in, bytes.len * 2000);
		if (in && way == AT_ONCE)
			input_read_all(in, &block, &e);
		else if (in && (way == APPENDED || way == ONE_APPENDED))
			append_all(in, &out, &e);
		else
			while (in && input_read(in, &block, &e) > 0)
				;
		const struct capture_info *info = in && !e.status ? input_capture(in, &why) : NULL;
		const char *got = info ? info->field[CAPTURE_POD].p : why.why;
		bool right = fault ? strstr(got, want) != NULL : strcmp(got ? got : "", want) == 0;
		ok(!e.status && !!info == (!fault && *want) && !!why.status == fault && right,
			"%s, way %d: %s%s", what, (int)way, e.why, got);
		input_close(in);
		strbuf_free(&out);
		if (pipes[0] >= 0)
			close(pipes[0]);
	}
	strbuf_free(&bytes);
}

static void captures(void)
{
	const struct archive_member snapshot = {"snapshot.json", json},
				    info = {"capture.json", info_json};
	static char big[CAPTURE_MAX + 2];

	memset(big, ' ', CAPTURE_MAX + 1);
	expect_capture("bare JSON has none",
		(struct strbuf){xstrdup(json), sizeof json - 1, sizeof json}, "", false);
	expect_capture(
		"the plugin's ZIP has none", make_streamed(json, sizeof json - 1), "", false);
	expect_capture("snap-fetch's has one", make_captured(json, sizeof json - 1), "a", false);
	expect_capture(
		"behind", zip_of((struct archive_plan){.members = {snapshot, info}}), "a", false);
	expect_capture(
		"in front", zip_of((struct archive_plan){.members = {info, snapshot}}), "a", false);
	expect_capture("two", zip_of((struct archive_plan){.members = {info, snapshot, info}}),
		"two members", true);
	expect_capture("too big",
		zip_of((struct archive_plan){.members = {snapshot, {"capture.json", big}}}),
		"64KiB", true);
	expect_capture("no JSON",
		zip_of((struct archive_plan){.members = {snapshot, {"capture.json", "{"}}}),
		"invalid JSON", true);
	expect_capture("empty",
		zip_of((struct archive_plan){.members = {snapshot, {"capture.json", ""}}}),
		"invalid JSON", true);
	expect_capture("in a folder",
		zip_of((struct archive_plan){.members = {snapshot, {"a/capture.json", info_json}}}),
		"", false);
}

/* The ZIPs of the plugin and of snap-fetch go the fast way. */
static void fast(void)
{
	for (int captured = 0; captured < 2; captured++) {
		struct strbuf zip = captured ? make_captured(json, sizeof json - 1)
					     : make_streamed(json, sizeof json - 1),
			      text = {0};
		struct error e = {0};
		struct zipplain found;
		enum raw_kind kind;

		write_file(strbuf_str(&zip));
		struct raw *raw = raw_open(path, &e);
		ok(raw && raw_sniff(raw, &kind, &e) && zipplain_find(raw, &found) &&
				!!found.info_at == captured,
			"plain");
		ok(!captured ||
				(zipplain_info(&found, &text) &&
					str_eq(strbuf_str(&text), STR(info_json))),
			"with its capture.json");
		raw_close(raw);
		strbuf_free(&zip);
		strbuf_free(&text);
	}
}

int main(void)
{
	archives_begin("test_input_capture");
	moving();
	members();
	captures();
	fast();
	unlink(path);
	return tap_end();
}
