#include "doing.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"

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

/* Moves *text behind the first `mark`. False: there is none. */
static bool skip_to(struct str *text, struct str mark)
{
	for (; text->n >= mark.n; text->p++, text->n--)
		if (str_starts(*text, mark)) {
			text->p += mark.n;
			text->n -= mark.n;
			return true;
		}
	return false;
}

/* A line is "TIME TAB LEVEL TAB PLACE TAB [session] [action] TEXT". */
static void take_line(struct str line, struct str *action, struct str *job)
{
	struct str text = line;

	if (!skip_to(&text, STR("\t[")) || !skip_to(&text, STR("] [")))
		return;
	const char *end = str_find(text, ']');
	if (!end || end == text.p || (size_t)(end - text.p) > 64)
		return;
	struct str name = {text.p, (size_t)(end - text.p)};
	if (!str_eq(name, *action))
		*job = (struct str){0};
	*action = name;
	if (skip_to(&text, STR("] Attempting to ")) && skip_to(&text, STR("job: <"))) {
		end = str_find(text, '>');
		if (end)
			*job = (struct str){text.p, (size_t)(end - text.p)};
	}
}

void doing_add(struct strbuf *why, const char *log_path, size_t bytes)
{
	struct strbuf tail = {0};
	struct str action = {0}, job = {0};

	read_tail(log_path, bytes, &tail);
	struct str left = strbuf_str(&tail);
	for (const char *nl; (nl = str_find(left, '\n')) != NULL;) {
		take_line((struct str){left.p, (size_t)(nl - left.p)}, &action, &job);
		left.n -= (size_t)(nl + 1 - left.p);
		left.p = nl + 1;
	}
	if (action.n) {
		strbuf_addz(why, "; in ");
		strbuf_addstr(why, action);
	}
	if (job.n) {
		strbuf_addz(why, ", the last pod group tried: ");
		strbuf_addstr(why, job);
	}
	strbuf_free(&tail);
}
