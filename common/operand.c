#include "common/operand.h"
#include <string.h>

bool operand_is_standard(const char *path)
{
	return !path || strcmp(path, "-") == 0;
}

const char *operand_input(const char *path)
{
	return operand_is_standard(path) ? "<stdin>" : path;
}
