/* A snapshot of any bytes: it is redacted or refused with words, and what was redacted can be
 * redacted again. */
#define _GNU_SOURCE 1 /* memfd_create */
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "cmd/snap-redact/job.h"
#include "common/temporary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fill(int fd, struct str bytes)
{
	check("no memory file",
		ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0 && write_all(fd, bytes) &&
			lseek(fd, 0, SEEK_SET) == 0);
}

/* All that the sink has. */
static void read_sink(struct sink *s, struct strbuf *all)
{
	char block[1 << 16];
	ssize_t n;

	check("no temporary file", lseek(s->fd, 0, SEEK_SET) == 0);
	while ((n = read(s->fd, block, sizeof block)) > 0)
		strbuf_add(all, block, (size_t)n);
}

/* Redacts what is in fd; false: it is refused. */
static bool redacts(int fd, enum profile profile, struct strbuf *all)
{
	struct strbuf path = {0};
	struct error e = {0};

	strbuf_addf(&path, "/dev/fd/%d", fd);
	const struct settings s = {
		.file = path.s, .no_map = true, .no_replay = true, .profile = profile};
	struct job j = JOB_OF(&s);
	bool good = job_open(&j, &e) && job_run(&j, &e);
	check("a refusal without words", good == !e.status && (good || (e.what[0] && e.why[0])));
	if (good)
		read_sink(&j.out, all);
	job_free(&j);
	strbuf_free(&path);
	return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	struct strbuf once = {0}, twice = {0};

	msg_init("fuzz", true);
	if (fd < 0)
		fd = memfd_create("snapshot", 0);
	fill(fd, (struct str){(const char *)data, size});
	if (redacts(fd, size % 2 ? PROFILE_SHARE : PROFILE_PUBLIC, &once)) {
		fill(fd, strbuf_str(&once));
		check("what was redacted is refused", redacts(fd, PROFILE_SHARE, &twice));
	}
	strbuf_free(&once);
	strbuf_free(&twice);
	return 0;
}
