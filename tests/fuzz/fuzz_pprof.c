/* A profile of any bytes, in pieces of any size: no crash, and one verdict. The first byte is the
 * size of the pieces. */
#include "check.h"
#include "cmd/snap-fetch/pprof.h"

enum { MOST = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int verdict(struct str bytes, size_t step)
{
	struct pprof p;
	struct error e = {0};
	bool good = pprof_open(&p, MOST, &e);

	for (size_t n; good && bytes.n; bytes = (struct str){bytes.p + n, bytes.n - n}) {
		n = bytes.n < step ? bytes.n : step;
		good = pprof_feed(&p, (struct str){bytes.p, n}, &e);
	}
	good = good && pprof_finish(&p, &e);
	check("verdict and error differ", good == !e.status);
	check("an error without words", good || (e.what[0] && e.why[0]));
	pprof_close(&p);
	return e.status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = {(const char *)data + 1, size ? size - 1 : 0};

	if (size)
		check("it depends on the pieces",
			verdict(bytes, bytes.n + 1) == verdict(bytes, data[0] % 64u + 1));
	return 0;
}
