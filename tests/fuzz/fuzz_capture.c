/* capture.json of any bytes: no crash, an error where there is one, and each field a text of its
 * own with an end. */
#include "check.h"
#include "common/capture_info.h"
#include "common/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct capture_info info;
	struct error e = {0};

	if (size > CAPTURE_MAX)
		return 0;
	char *text = arena_zalloc(&a, size + JSON_PADDING, 1);
	if (size)
		memcpy(text, data, size);
	bool known = capture_info_read((struct str){text, size}, &a, &info, &e);
	check("verdict and error differ", known == !e.status);
	check("an error without words", known || (e.what[0] && e.why[0]));
	for (int i = 0; i < CAPTURE_FIELDS; i++)
		check("a field without an end",
			!info.field[i].n || !info.field[i].p[info.field[i].n]);
	check("a time without its text", instant_is_zero(info.at) || info.field[CAPTURE_AT].n);
	arena_free(&a);
	return 0;
}
