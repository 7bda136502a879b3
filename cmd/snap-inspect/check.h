/* The cross checks, by subject. summary_check runs them all. */
#ifndef INSPECT_CHECK_H
#define INSPECT_CHECK_H
#include "summary.h"

/* A field of an object, where a fault is. */
struct place {
	enum kind kind;
	uint32_t number, index; /* in ids[kind], in its list */
	const char *field;
};

/* For %.*s in the text of a fault. Quoted names are cut: Kubernetes allows 253 bytes. */
#define CHECK_NAME(s) (int)((s).n < 300 ? (s).n : 300), (s).p ? (s).p : ""

/* Adds a fault with the text: before "name" after. A long name is cut. */
void check_add(struct summary *s, enum fault_code code, enum severity severity, struct place at,
	const char *before, struct str name, const char *after);

/* The same of an object that is there whatever node pool its node is in: a note where the snapshot
 * may lack the node for that, else a warning. */
void check_add_cluster(struct summary *s, enum fault_code code, struct place at, const char *before,
	struct str name, const char *after);

/* "... is not there", of what a pod names: an error, but a note of a pod that is being deleted,
 * since what it names may be deleted before it is. */
void check_add_gone(struct summary *s, enum fault_code code, const struct pod *pod, struct place at,
	const char *what, struct str name);

/* "ns/" of "ns/name". */
struct str check_namespace(struct str id);

void check_topologies(struct summary *s);
void check_numa(struct summary *s);
void check_claims(struct summary *s);

#endif
