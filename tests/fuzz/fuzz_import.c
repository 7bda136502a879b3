/* Documents of any bytes: read, filled in and written. What comes out is a snapshot of valid JSON,
 * or there is an error with words. */
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef bool read_fn(struct import *im, struct json *r, struct error *e);

static void import(read_fn *read, const uint8_t *data, size_t size)
{
	struct stream s = {(const char *)data, size};
	struct growth growths[] = {{.group = STR("gpu-asg"), .count = 2}};
	struct import im = {.captured = TIME_ZERO};
	struct error e = {0};

	im.options = (struct import_options){.profile = PROFILE_NONE,
		.adopt = size % 2 ? ADOPT_OWNER : ADOPT_ASKED,
		.placeholders = size % 3 == 0,
		.ready = true,
		.growths = growths,
		.n_growths = size % 5 == 0};
	struct json *r = json_over_stream(stream_fill, &s);
	if (read(&im, r, &e)) {
		import_fill(&im);
		check_written(&im);
	} else {
		check("an error without words", e.status && e.what[0]);
	}
	json_free(r);
	import_free(&im);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	import(autoscaler_read, data, size);
	import(list_read, data, size);
	return 0;
}
