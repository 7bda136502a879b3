#include "common/doing.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/log_line.h"

static void read_tail(const char *path, size_t bytes, struct strbuf *tail)
{
	struct stat st;
	int fd = fd_open(path, O_RDONLY | O_CLOEXEC, 0);

	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		off_t most = (off_t)bytes, from = st.st_size > most ? st.st_size - most : 0;

		for (ssize_t n = 1; n > 0 && tail->len < bytes; from += n) {
			n = pread(fd, strbuf_reserve(tail, bytes - tail->len), bytes - tail->len,
				from);
			if (n > 0)
				tail->len += (size_t)n;
		}
	}
	close(fd);
}

static void take_line(struct str text, struct doing *d)
{
	const struct log_line line = log_line_parse(text);
	struct str captures[2];

	if (!line.action.n)
		return;
	if (!str_eq(line.action, d->action))
		d->job = (struct str){0};
	d->action = line.action;
	if (log_match(line.text, "Attempting to %job: <%>*", captures))
		d->job = captures[1];
}

void doing_add(struct text *out, const struct doing *d)
{
	text_addf(out, STR_FMT, STR_ARG(d->action));
	if (d->job.n)
		text_addf(out, ", the last pod group tried: " STR_FMT, STR_ARG(d->job));
	if (d->attempts)
		text_addf(out, " (number %d)", d->attempts);
}

void doing_add_of_log(struct text *out, const char *path, size_t bytes)
{
	struct strbuf tail = {0};
	struct doing d = {0};

	read_tail(path, bytes, &tail);
	struct str left = strbuf_str(&tail);
	for (const char *nl; (nl = str_find(left, '\n')) != NULL;) {
		take_line((struct str){left.p, (size_t)(nl - left.p)}, &d);
		left.n -= (size_t)(nl + 1 - left.p);
		left.p = nl + 1;
	}
	doing_add(out, &d);
	strbuf_free(&tail);
}
