#include <errno.h>
#include <string.h>
#include "common/msg.h"

/* The usual advice. to_write: the failed call creates or changes a file. */
static const struct {
	int code;
	const char *to_read, *to_write;
} usual[] = {
	{ENOENT, "look at the name: ls -l shows what is there",
		"make the folder first (mkdir -p), or write to another place"},
	{ENOTDIR, "look at the name: a part of it is no folder",
		"look at the name: a part of it is no folder"},
	{EISDIR, "the name of a file", "the name of a file in that folder"},
	{ELOOP, "look at the symbolic links: ls -l", "look at the symbolic links: ls -l"},
	{ENAMETOOLONG, "a shorter name", "a shorter name"},
	{EACCES, "get the right to read it: ls -l shows whose it is",
		"write to another place, or get the right to write there (ls -ld shows whose it is)"},
	{EPERM, "get the right to do it: ls -l shows whose it is",
		"write to another place, or get the right to write there (ls -ld shows whose it is)"},
	{EROFS, "another place: this one is mounted read-only",
		"write to another place: this one is mounted read-only"},
	{ENOSPC, "make room there", "make room there, or write to another place"},
	{EDQUOT, "make room there", "make room there, or write to another place"},
	{EFBIG, "a higher limit (ulimit -f)",
		"a higher limit (ulimit -f), or write to another place"},
	{EMFILE, "a higher limit of open files (ulimit -n)",
		"a higher limit of open files (ulimit -n)"},
	{ENFILE, "again when fewer files are open on this machine",
		"again when fewer files are open on this machine"},
	{ENOMEM, "a machine with more memory, or a higher limit (ulimit -v)",
		"a machine with more memory, or a higher limit (ulimit -v)"},
	{EAGAIN, "a higher limit of processes (ulimit -u), or fewer of them",
		"a higher limit of processes (ulimit -u), or fewer of them"},
	{EIO, "look into the system's log (dmesg): a disk or its connection fails",
		"write to another place: this disk or its connection fails (dmesg)"},
};

static bool is_to_write(const char *what)
{
	return strncmp(what, "cannot write", 12) == 0 || strncmp(what, "cannot make", 11) == 0;
}

const char *error_try(const struct error *e)
{
	if (e->hint[0])
		return e->hint;
	for (size_t i = 0; e->code && i < sizeof usual / sizeof *usual; i++)
		if (usual[i].code == e->code)
			return is_to_write(e->what) ? usual[i].to_write : usual[i].to_read;
	return "";
}
