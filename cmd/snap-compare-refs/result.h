/* The record of a row that is done, NAME.result.json beside its files. It is written last, by
 * rename: where it is there and the files are as it says, the result is whole. It may come from
 * another machine: all of it is checked. */
#ifndef SNAP_COMPARE_RESULT_H
#define SNAP_COMPARE_RESULT_H
#include "common/digest.h"
#include "row.h"

#define RESULT_END ".result.json"
enum { RESULT_MAX = 1 << 20 }; /* bytes; a longer record is refused */

/* A file by its content. */
struct mark {
	bool known;
	uint64_t bytes;
	char sha256[DIGEST_HEX]; /* empty: not hashed */
};

struct result {
	char key[ROW_KEY], commit[COMMIT_SIZE];
	int status; /* STATUS_PASS, STATUS_FAIL or STATUS_TIMEOUT */
	bool no_snapshot;
	struct strbuf why, host, switches; /* host: name of the machine that made it */
	struct mark snapshot;
	size_t runs; /* that passed */
	/* The files, those of the first run first; end: what follows NAME, ".run2.log". */
	struct result_file {
		struct strbuf end;
		struct mark mark;
	} * files;
	size_t n_files, files_cap;
};

bool mark_same(const struct mark *a, const struct mark *b);
/* Of the snapshot at path; unknown if it is no regular file. */
void result_mark_snapshot(const char *path, struct mark *mark);
/* Writes the record of a row that is done to path; its files are those at row->base. False: *e is
 * set. */
bool result_write(
	const struct row *row, const struct mark *snapshot, const char *path, struct error *e);

/* Adds the switches, which are found once all rows are done, to the records of the rows that have
 * some. False: *e is set. */
bool result_add_switches(const struct rows *rows, struct error *e);

/* Parses text, which is followed by JSON_PADDING readable bytes. The caller frees r in either case.
 * False: *e is set. */
bool result_parse(struct str text, struct result *r, struct error *e);
void result_free(struct result *r);

enum result_state { RESULT_MISSING, RESULT_BROKEN, RESULT_WHOLE };
/* Reads the record at row->base and checks that it has the row's key and that the files are as it
 * says. The caller frees r in either case. RESULT_BROKEN: why is set. */
enum result_state result_read(const struct row *row, struct result *r, struct strbuf *why);
/* Fills the row from its record and files, if they are whole, of the commit of its ref and of the
 * snapshot that is known; what is not known of it is taken from the record. The row has its key and
 * base. RESULT_BROKEN: why is set. */
enum result_state result_take(struct row *row, struct mark *snapshot, struct strbuf *why);

#endif
