/* Archives made here, byte by byte where need be, read from a file, from a pipe and at once. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>
#include "common/input.h"
#include "common/mem.h"
#include "common/zipplain.h"
#include "common/zipwrite.h"
#include "tap.h"

static const char json[] =
	"{\"config\":null,\"rawObjects\":{\"pods\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"}}]}}\n";
static char path[64];

static void put(struct strbuf *b, uint64_t v, int bytes)
{
	for (; bytes-- > 0; v >>= 8)
		strbuf_addc(b, (char)(v & 0xff));
}

/* An archive of stored members, and what may be wrong with it. */
struct member {
	const char *name, *data;
};
struct archive_plan {
	struct member members[4];
	uint32_t crc_change, size_change;
	const char *name_in_directory;
	int entries_change;
	unsigned flags, method;
	const char *comment;
};

static void put_fields(
	struct strbuf *b, const struct archive_plan *plan, const struct member *m, const char *name)
{
	size_t n = strlen(m->data);
	uint32_t crc =
		(uint32_t)crc32(0, (const unsigned char *)m->data, (unsigned)n) + plan->crc_change;

	put(b, 10, 2);
	put(b, plan->flags, 2);
	put(b, plan->method, 2);
	put(b, 0, 4);
	put(b, crc, 4);
	put(b, n, 4);
	put(b, n + plan->size_change, 4);
	put(b, strlen(name), 2);
	put(b, 0, 2);
}

/* Appends the directory and what ends an archive; frees dir. */
static void put_end(struct strbuf *zip, struct strbuf *dir, int count, const char *comment)
{
	size_t at = zip->len;

	strbuf_addstr(zip, strbuf_str(dir));
	strbuf_add(zip, "PK\5\6\0\0\0\0", 8);
	put(zip, (uint64_t)count, 2);
	put(zip, (uint64_t)count, 2);
	put(zip, dir->len, 4);
	put(zip, at, 4);
	put(zip, comment ? strlen(comment) : 0, 2);
	if (comment)
		strbuf_addz(zip, comment);
	strbuf_free(dir);
}

static struct strbuf make_zip(const struct archive_plan *plan)
{
	struct strbuf zip = {0}, dir = {0};
	int count = 0;

	for (const struct member *m = plan->members; count < 4 && m->name; m++, count++) {
		const char *in_dir = plan->name_in_directory ? plan->name_in_directory : m->name;
		size_t at = zip.len;

		strbuf_add(&zip, "PK\3\4", 4);
		put_fields(&zip, plan, m, m->name);
		strbuf_addz(&zip, m->name);
		strbuf_addz(&zip, m->data);
		strbuf_add(&dir, "PK\1\2\24\0", 6);
		put_fields(&dir, plan, m, in_dir);
		put(&dir, 0, 10);
		put(&dir, at, 4);
		strbuf_addz(&dir, in_dir);
	}
	put_end(&zip, &dir, count + plan->entries_change, plan->comment);
	return zip;
}

static bool into(void *ctx, const void *bytes, size_t n, struct error *e)
{
	(void)e;
	strbuf_add(ctx, bytes, n);
	return true;
}

/* As the plugin writes it: deflated, sizes behind the data. */
static struct strbuf make_streamed(const char *data, size_t n)
{
	struct strbuf zip = {0};
	struct error e = {0};
	struct zipwrite *z = zipwrite_new(6, into, &zip);
	bool good = zipwrite_add(z, data, n, &e) && zipwrite_end(z, &e);

	zipwrite_free(z);
	if (!good)
		strbuf_clear(&zip);
	return zip;
}

static const char info_json[] = "{\"capturedAt\":\"2026-11-22T10:00:00Z\",\"pod\":\"a\"}\n";

/* As snap-fetch writes it: capture.json stored behind the plugin's member, the directory written
 * anew. */
static struct strbuf make_captured(const char *data, size_t n)
{
	enum { ENTRY = 46 + 13, END = 22 };
	struct strbuf zip = make_streamed(data, n), dir = {0};
	struct archive_plan plan = {0};
	const struct member info = {"capture.json", info_json};

	strbuf_add(&dir, zip.s + zip.len - ENTRY - END, ENTRY);
	zip.len -= ENTRY + END;
	size_t at = zip.len;
	strbuf_add(&zip, "PK\3\4", 4);
	put_fields(&zip, &plan, &info, info.name);
	strbuf_addz(&zip, info.name);
	strbuf_addz(&zip, info.data);
	strbuf_add(&dir, "PK\1\2\24\0", 6);
	put_fields(&dir, &plan, &info, info.name);
	put(&dir, 0, 10);
	put(&dir, at, 4);
	strbuf_addz(&dir, info.name);
	put_end(&zip, &dir, 2, NULL);
	return zip;
}

static struct strbuf make_gzip(const char *data, size_t n)
{
	struct strbuf out = {0};

	z_stream z = {0};
	deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
	z.next_in = (const unsigned char *)data;
	z.avail_in = (unsigned)n;
	z.next_out = (unsigned char *)strbuf_reserve(&out, deflateBound(&z, n));
	z.avail_out = (unsigned)deflateBound(&z, n);
	deflate(&z, Z_FINISH);
	out.len = z.total_out;
	deflateEnd(&z);
	return out;
}

/* APPENDED in small steps: whatever is wrong inside of the data is then met after some of it was
 * handed out. The last two as one block, where there can be one. */
enum way { BY_FILE, BY_PIPE, AT_ONCE, APPENDED, ONE_BLOCK, ONE_APPENDED, WAYS };
enum { STEP = 7 };

/* Reads on by steps, also after the end; the result of the last step. */
static int append_all(struct input *in, struct strbuf *out, struct error *e)
{
	int more;
	size_t before;

	do {
		before = out->len;
		more = input_append(in, out, before + STEP, e);
		if (more == 1 && out->len < before + STEP)
			error_set(e, 96, "a step", "too short");
	} while (more == 1);
	return more;
}

/* Everything that comes out; the status in e. What comes through a pipe here fits into it. */
static struct strbuf read_way(
	struct str bytes, enum way way, uint64_t max_size, struct error *e, struct strbuf *kind)
{
	struct strbuf out = {0};
	struct str block = {0};
	struct input_limits limits = {max_size};
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
	const struct member snapshot = {"snapshot.json", json};

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

static void write_file(struct str bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n || close(fd) != 0)
		abort();
}

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
	ok(!input_open("/nonexistent", NULL, &e) && e.status == SNAP_SYSTEM,
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
	const struct member snapshot = {"snapshot.json", json}, info = {"capture.json", info_json};
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
	snprintf(path, sizeof path, "/tmp/snap-test-%ld", (long)getpid());
	msg_init("test_input", true);
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
	moving();
	limits();
	members();
	captures();
	fast();
	unlink(path);
	return tap_end();
}
