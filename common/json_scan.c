/* The first stage of the JSON reader without SIMD, and the choice between the implementations. */
#include "common/json_scan.h"

#include <string.h>
#if JSON_HAS_SIMD && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

enum { OTHER, SPACE, OPERATOR, QUOTE };

static const uint8_t kinds[256] = {
	[' '] = SPACE,
	['\t'] = SPACE,
	['\n'] = SPACE,
	['\r'] = SPACE,
	['{'] = OPERATOR,
	['}'] = OPERATOR,
	['['] = OPERATOR,
	[']'] = OPERATOR,
	[':'] = OPERATOR,
	[','] = OPERATOR,
	[0x0c] = OPERATOR,
	[0x1a] = OPERATOR,
	['"'] = QUOTE,
};

static void count_newline(struct json_scan *s, size_t i)
{
	s->newlines++;
	s->last_newline = (uint32_t)i;
}

/* Scans a string from text[i]. Returns the index behind its quote and the operator there, or n. */
static size_t scan_string(struct json_scan *s, const uint8_t *text, size_t i, size_t n,
	uint32_t *places, size_t *count)
{
	for (; i < n; i++) {
		uint8_t c = text[i];

		if (c < 0x20 || c >= 0x80)
			s->suspect = true;
		if (c == '\n')
			count_newline(s, i);
		if (s->escaped) {
			s->escaped = 0;
		} else if (c == '\\') {
			places[(*count)++] = (uint32_t)i;
			s->escaped = 1;
		} else if (c == '"') {
			places[(*count)++] = (uint32_t)i;
			s->in_string = 0;
			return i + 1 < n && kinds[text[i + 1]] == OPERATOR ? i + 2 : i + 1;
		}
	}
	return n;
}

size_t json_scan_scalar(struct json_scan *s, const char *bytes, size_t n, uint32_t *places)
{
	const uint8_t *text = (const uint8_t *)bytes;
	size_t count = 0;

	s->suspect = false;
	s->newlines = 0;
	for (size_t i = 0; i < n;) {
		if (s->in_string) {
			i = scan_string(s, text, i, n, places, &count);
			s->run = 0;
			continue;
		}
		uint8_t c = text[i];
		uint8_t kind = kinds[c];
		bool escaped = s->escaped != 0;
		s->escaped = c == '\\' && !escaped;
		if (kind == QUOTE && escaped)
			kind = OTHER; /* never in valid JSON; counted as the SIMD code counts it */
		if (kind == OPERATOR || kind == QUOTE || (kind == OTHER && !s->run))
			places[count++] = (uint32_t)i;
		s->run = kind == OTHER;
		if (c == '\n')
			count_newline(s, i);
		if (kind == QUOTE)
			s->in_string = ~UINT64_C(0);
		i++;
	}
	return count;
}

static const struct json_scanner scanners[] = {
#if JSON_HAS_SIMD
	{"avx512", json_scan_avx512},
	{"avx2", json_scan_avx2},
#endif
	{"scalar", json_scan_scalar},
};

#if JSON_HAS_SIMD
/* glibc has asked the CPU already. GCC's __builtin_cpu_supports asks again, at the start of the
 * program: five times, which takes tens of microseconds in a virtual machine. */
#ifdef CPU_FEATURE_ACTIVE
/* CPU_FEATURE_ACTIVE itself shifts into the sign. */
static bool cpu_has(unsigned feature)
{
	return __x86_get_cpuid_feature_leaf(feature / 128)->active_array[feature / 32 % 4] >>
		feature % 32 &
		1;
}
#define CPU_HAS(name, plain) cpu_has(x86_cpu_##name)
#else
#define CPU_HAS(name, plain) __builtin_cpu_supports(plain)
#endif

static bool has_avx2(void)
{
	return CPU_HAS(AVX2, "avx2") && CPU_HAS(BMI1, "bmi") && CPU_HAS(POPCNT, "popcnt") &&
		CPU_HAS(PCLMULQDQ, "pclmul");
}

static bool has_avx512(void)
{
	return has_avx2() && CPU_HAS(AVX512F, "avx512f") && CPU_HAS(AVX512BW, "avx512bw") &&
		CPU_HAS(AVX512VL, "avx512vl") && CPU_HAS(AVX512_VBMI, "avx512vbmi") &&
		CPU_HAS(AVX512_VBMI2, "avx512vbmi2");
}
#endif

static bool runs_here(const struct json_scanner *s)
{
#if JSON_HAS_SIMD
	if (s->scan == json_scan_avx2)
		return has_avx2();
	if (s->scan == json_scan_avx512)
		return has_avx512();
#endif
	return s->scan != NULL;
}

const struct json_scanner *json_scanner_pick(const char *name)
{
	for (size_t i = 0; i < sizeof scanners / sizeof *scanners; i++)
		if ((name == NULL || strcmp(name, scanners[i].name) == 0) &&
			runs_here(&scanners[i]))
			return &scanners[i];
	return NULL;
}
