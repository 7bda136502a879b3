#include "common/builds/arch.h"
#include <stddef.h>
#include <string.h>
#include <sys/utsname.h>

const char *build_arch_here(void)
{
	static const char *const names[][2] = {{"x86_64", "amd64"}, {"aarch64", "arm64"},
		{"armv7l", "arm"}, {"i686", "386"}, {"riscv64", "riscv64"}, {"ppc64le", "ppc64le"},
		{"s390x", "s390x"}};
	struct utsname u;

	if (uname(&u) == 0)
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (strcmp(u.machine, names[i][0]) == 0)
				return names[i][1];
	return "amd64";
}
