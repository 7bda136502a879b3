/* Values that programs trip over, as JSON. */
#ifndef HOSTILE_VALUES_H
#define HOSTILE_VALUES_H
#include <stdint.h>
#include "common/arena.h"

uint64_t next_random(uint64_t *state);
int random_below(uint64_t *state, int n); /* 0 to n - 1 */

struct str hostile_number(uint64_t *state);
struct str hostile_quantity(uint64_t *state); /* numbers with units, in quotes */
struct str hostile_time(uint64_t *state);     /* times and durations, in quotes */
struct str hostile_string(struct arena *a, uint64_t *state);
struct str hostile_any(struct arena *a, uint64_t *state); /* any type, objects and arrays, too */

#endif
