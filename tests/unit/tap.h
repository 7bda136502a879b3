/* What a unit test says, in TAP: ok(...) for each fact, tap_end() as main's return value. */
#ifndef SNAP_TAP_H
#define SNAP_TAP_H
#include <stdarg.h>
#include <stdio.h>

static int tap_count, tap_failures;

__attribute__((format(printf, 4, 5))) static inline int tap_ok(
	int good, const char *file, int line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	printf("%sok %d - ", good ? "" : "not ", ++tap_count);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
	if (!good) {
		printf("# at %s:%d\n", file, line);
		tap_failures++;
	}
	fflush(stdout);
	return good;
}
#define ok(good, ...) tap_ok(!!(good), __FILE__, __LINE__, __VA_ARGS__)

static inline int tap_end(void)
{
	printf("1..%d\n", tap_count);
	return tap_failures ? 1 : 0;
}

#endif
