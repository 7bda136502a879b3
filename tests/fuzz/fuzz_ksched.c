/* kube-scheduler's log of any bytes, in pieces of any size: the same dump comes out, it is a part
 * of the log, and it is a dump when it is read again. The first byte is the size of the pieces. */
#include <string.h>
#include "check.h"
#include "cmd/snap-fetch/ksched_log.h"

enum { MOST = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool keep(void *ctx, struct str bytes, struct error *e)
{
	(void)e;
	strbuf_addstr(ctx, bytes);
	return true;
}

struct result {
	struct strbuf dump;
	bool whole, begun, any, failed;
};

static struct result read_log(struct str bytes, size_t step)
{
	struct result r = {.failed = false};
	struct error e = {0};
	struct ksched_log *log = ksched_log_open(MOST, &e);

	check("no log", log != NULL);
	ksched_log_arm(log);
	for (size_t n; bytes.n && !r.failed; bytes = (struct str){bytes.p + n, bytes.n - n}) {
		n = bytes.n < step ? bytes.n : step;
		r.failed = !ksched_log_feed(log, (struct str){bytes.p, n}, &e);
	}
	check("a failure without words", r.failed == (e.status != 0));
	if (!r.failed)
		ksched_log_quiet(log);
	r.whole = ksched_log_whole(log);
	r.begun = ksched_log_begun(log);
	r.any = ksched_log_any(log);
	if (r.whole)
		check("a dump that cannot be written", ksched_log_write(log, keep, &r.dump, &e));
	check("a dump that is too big", r.dump.len <= MOST);
	check("whole and empty", r.whole == (r.dump.len > 0));
	ksched_log_close(log);
	return r;
}

/* Every line of the dump is one of the log, in its order. */
static void check_part(struct str log, struct str dump)
{
	while (dump.n) {
		const char *end = str_find(dump, '\n');

		check("a line without an end", end != NULL);
		struct str line = {dump.p, (size_t)(end - dump.p) + 1};
		for (bool found = false; !found;) {
			const char *log_end = str_find(log, '\n');

			check("a line that the log has not", log_end != NULL);
			struct str of_log = {log.p, (size_t)(log_end - log.p) + 1};
			found = str_eq(line, of_log);
			log = (struct str){log.p + of_log.n, log.n - of_log.n};
		}
		dump = (struct str){dump.p + line.n, dump.n - line.n};
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str log = {(const char *)data + 1, size ? size - 1 : 0};

	if (!size)
		return 0;
	struct result whole = read_log(log, log.n + 1), parts = read_log(log, data[0] % 64u + 1);
	check("it depends on the pieces",
		whole.failed == parts.failed && whole.whole == parts.whole &&
			whole.begun == parts.begun && whole.any == parts.any &&
			str_eq(strbuf_str(&whole.dump), strbuf_str(&parts.dump)));
	if (whole.whole) {
		struct result again = read_log(strbuf_str(&whole.dump), 4096);

		check_part(log, strbuf_str(&whole.dump));
		check("the dump is no dump",
			again.whole && str_eq(strbuf_str(&again.dump), strbuf_str(&whole.dump)));
		strbuf_free(&again.dump);
	}
	strbuf_free(&whole.dump);
	strbuf_free(&parts.dump);
	return 0;
}
