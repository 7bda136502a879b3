/* Private to model/read/: readers that several kinds of dynamic resources share. */
#ifndef MODEL_CLAIM_PARTS_H
#define MODEL_CLAIM_PARTS_H
#include "model/read/reader.h"

/* The comment is the type of *at. */
read_fn read_device_selectors; /* struct device_selectors */
read_fn read_claim_allocation; /* struct claim_allocation *; null: NULL */
read_fn read_not_empty;        /* bool: the array has elements */

#endif
