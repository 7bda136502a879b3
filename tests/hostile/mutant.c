/* mutant CASE DONOR SEED: the mutant that a hostile run names so, on standard output. */
#include <stdio.h>
#include <stdlib.h>
#include "tests/hostile/cases.h"
#include "tests/hostile/mutate.h"

int main(int argc, char **argv)
{
	struct strbuf snapshot = {0}, donor = {0}, out = {0};
	struct error e = {0};

	if (argc != 4) {
		fprintf(stderr, "usage: %s CASE DONOR SEED\n", argv[0]);
		return SNAP_USAGE;
	}
	msg_init("mutant", false);
	if (!case_read(argv[1], &snapshot, &e) || !case_read(argv[2], &donor, &e) ||
		!mutate(strbuf_str(&snapshot), strbuf_str(&donor), strtoull(argv[3], NULL, 10),
			&out, &e))
		return msg_error(NULL, &e);
	fwrite(out.s, 1, out.len, stdout);
	strbuf_free(&snapshot);
	strbuf_free(&donor);
	strbuf_free(&out);
	return fflush(stdout) ? SNAP_SYSTEM : SNAP_OK;
}
