#include "any_text.h"
#include "common/operand.h"

/* The end of a bare file is known by its size alone. */
static bool is_cut(const struct input *in, bool is_file, struct str text)
{
	static const char *const bare[] = {"json", "other", "empty"};
	bool found = false;

	for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
		found = found || !strcmp(input_kind(in), bare[i]);
	return is_file && found && text.n < input_file_size(in);
}

struct input *any_text_open(const char *path, struct str *text, struct error *e)
{
	const struct input_limits limits = {.any = true};
	struct input *in = input_open(path, &limits, e);

	if (in && input_read_all(in, text, e) && is_cut(in, !operand_is_standard(path), *text))
		error_set(e, SNAP_SYSTEM, "cannot read", "only %zu bytes of %llu came", text->n,
			(unsigned long long)input_file_size(in));
	if (in && e->status) {
		input_close(in);
		in = NULL;
	}
	return in;
}
