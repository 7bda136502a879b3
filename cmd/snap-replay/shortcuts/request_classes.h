/* Request classes of jobs: equal requests have one number. */
#ifndef SNAP_REQUEST_CLASSES_H
#define SNAP_REQUEST_CLASSES_H
#include <stdint.h>
#include <string.h>

enum { REQUEST_CLASSES = 64, NO_CLASS = REQUEST_CLASSES - 1 };
/* The different requests of jobs: CPU, memory, GPUs. */
struct request_classes {
	double requests[REQUEST_CLASSES][3];
	int n;
};

/* The class of the request, which is added if it is new. If the table is full, all new requests
 * share the class NO_CLASS, of which nothing is known. */
static inline unsigned char request_class_of(struct request_classes *c, const double *request)
{
	int i = 0;

	while (i < c->n && memcmp(c->requests[i], request, sizeof c->requests[i]) != 0)
		i++;
	if (i == c->n && i < NO_CLASS)
		memcpy(c->requests[c->n++], request, sizeof c->requests[i]);
	return (unsigned char)i;
}

/* As a set of one class; empty for NO_CLASS. */
static inline uint64_t request_class_bit(unsigned char request_class)
{
	return request_class == NO_CLASS ? 0 : UINT64_C(1) << request_class;
}

#endif
