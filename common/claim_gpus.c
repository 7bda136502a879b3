#include "common/claim_gpus.h"

bool has_gpu_word(struct str s)
{
	enum { LOWER = 0x20 }; /* the bit that makes a letter a small one */

	for (size_t i = 0; i + 3 <= s.n; i++)
		if ((s.p[i] | LOWER) == 'g' && (s.p[i + 1] | LOWER) == 'p' &&
			(s.p[i + 2] | LOWER) == 'u')
			return true;
	return false;
}

int64_t device_request_gpus(struct str class, struct str mode, int64_t count)
{
	if (!has_gpu_word(class))
		return 0;
	if (str_eq(mode, STR("ExactCount")))
		return count > 0 ? count : 1;
	return str_eq(mode, STR("All")) ? 1 : 0;
}

void gpus_add(int64_t *sum, int64_t gpus)
{
	if (__builtin_add_overflow(*sum, gpus, sum))
		*sum = INT64_MAX;
}
