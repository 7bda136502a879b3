/* Archives of any bytes: no crash, an error where there is one, and the same verdict and text as a
 * stream, in one block, in steps, at once and from a pipe. */
#include <unistd.h>
#include "check.h"
#include "common/input.h"

enum { MOST = 1 << 24, PIPE_HOLDS = 1 << 16, STEP = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum way { BLOCKS, ONE_BLOCK, STEPS, AT_ONCE };

/* What the capture says of itself, or why that cannot be read. */
static void add_capture(struct input *in, struct strbuf *out)
{
	struct error e = {0};
	const struct capture_info *info = input_capture(in, &e);

	check("a capture and an error", !info || !e.status);
	strbuf_addf(out, "|%s|%s|", info ? "known" : "unknown", e.why);
	for (int i = 0; info && i < CAPTURE_FIELDS; i++)
		strbuf_addstr(out, info->field[i]);
}

/* The verdict; the text and what is in capture.json in *out when all is well. */
static int drain(int fd, enum way way, struct strbuf *out)
{
	struct error e = {0};
	struct str block;
	int more = 0;
	struct input *in = input_open_fd(fd, "fuzz", &(struct input_limits){.max_size = MOST}, &e);

	check("no input and no error", in || e.status);
	if (in && way == ONE_BLOCK)
		input_at_once(in, MOST);
	if (in && way == AT_ONCE) {
		if (input_read_all(in, &block, &e)) {
			strbuf_addstr(out, block);
			for (int i = 0; i < INPUT_PADDING; i++)
				check("padding", block.p[block.n + (size_t)i] == 0);
		}
	} else {
		while (in && way == STEPS &&
			(more = input_append(in, out, out->len + STEP, &e)) > 0)
			;
		while (in && (way == BLOCKS || way == ONE_BLOCK) &&
			(more = input_read(in, &block, &e)) > 0)
			strbuf_addstr(out, block);
		check("result and error differ", !in || (more < 0) == (e.status != 0));
	}
	check("an error without words", !e.status || e.what[0]);
	if (in && !e.status)
		add_capture(in, out);
	input_close(in);
	if (e.status)
		strbuf_clear(out);
	return e.status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *file;
	struct strbuf streamed = {0}, whole = {0}, stepped = {0}, at_once = {0}, piped = {0};
	int pipes[2];

	if (size > PIPE_HOLDS)
		return 0;
	if (!file)
		file = tmpfile();
	check("temporary file",
		file && ftruncate(fileno(file), 0) == 0 &&
			pwrite(fileno(file), data, size, 0) == (ssize_t)size);
	lseek(fileno(file), 0, SEEK_SET);
	int status = drain(fileno(file), BLOCKS, &streamed);
	lseek(fileno(file), 0, SEEK_SET);
	check("in one block another verdict", drain(fileno(file), ONE_BLOCK, &whole) == status);
	check("in one block another text", str_eq(strbuf_str(&streamed), strbuf_str(&whole)));
	lseek(fileno(file), 0, SEEK_SET);
	check("in steps another verdict", drain(fileno(file), STEPS, &stepped) == status);
	check("in steps another text", str_eq(strbuf_str(&streamed), strbuf_str(&stepped)));
	lseek(fileno(file), 0, SEEK_SET);
	check("at once another verdict", drain(fileno(file), AT_ONCE, &at_once) == status);
	check("at once another text", str_eq(strbuf_str(&streamed), strbuf_str(&at_once)));
	check("pipe",
		pipe(pipes) == 0 && write(pipes[1], data, size) == (ssize_t)size &&
			close(pipes[1]) == 0);
	check("from a pipe another verdict",
		drain(pipes[0], size % 2 ? AT_ONCE : BLOCKS, &piped) == status);
	check("from a pipe another text", str_eq(strbuf_str(&streamed), strbuf_str(&piped)));
	close(pipes[0]);
	strbuf_free(&streamed);
	strbuf_free(&whole);
	strbuf_free(&stepped);
	strbuf_free(&at_once);
	strbuf_free(&piped);
	return 0;
}
