#include "pprof_kinds.h"
#include <string.h>
#include "common/msg.h"
#include "common/options.h"

enum { DEFAULT_SECONDS = 30, MOST_SECONDS = 3600 };

#define KIND(word, path) {word, path, 0},
static const struct pprof_kind kinds[] = {PPROF_KINDS(KIND)};
#undef KIND

struct pprof_kind pprof_kind_of(const char *option, const char *text)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct pprof_kind p = kinds[i];
		size_t n = strlen(p.word);
		bool timed = str_ends(str_of(p.path), STR("="));

		if (strncmp(text, p.word, n) != 0 || (text[n] && (text[n] != '=' || !timed)))
			continue;
		if (timed)
			p.seconds = text[n]
				? (unsigned)options_number(option, text + n + 1, 1, MOST_SECONDS)
				: DEFAULT_SECONDS;
		return p;
	}
	msg_usage("%s: not heap, cpu, cpu=SECONDS or goroutine: '%s'", option, text);
}
