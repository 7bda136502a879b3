/* Logs of any bytes: dumps found in them, each made a cluster and written as a snapshot. */
#include "common/import/dump.h"
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cluster(const struct dump *d)
{
	struct import im = {.options = {.adopt = ADOPT_POD, .profile = PROFILE_NONE}};
	struct error e = {0};

	check("a dump that makes no cluster", dump_convert(&im, d, false, &e));
	import_fill(&im);
	check_written(&im);
	import_free(&im);
}

static bool found(void *ctx, const struct dump *d, long number, struct error *e)
{
	long *last = ctx;

	(void)e;
	check("a number that does not follow", number == *last + 1);
	*last = number;
	for (size_t i = 0; i < d->n_pods; i++)
		check("a pod on no node of the dump", d->pods[i].node < (long)d->n_nodes);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed f = {.head = {(const char *)data, size}};
	struct dump d = {0};
	struct error e = {0};
	long last = 0;

	if (dump_read(&f, 0, found, &last, &d, &e))
		check_cluster(&d);
	else
		check("an error without words", e.status && e.what[0] && !last);
	dump_free(&d);
	return 0;
}
