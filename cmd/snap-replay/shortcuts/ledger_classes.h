/* The nodes of a node ledger by request class, each class with its nodes in buckets by K and c
 * (class_order.h), wherever ledger_steps.h does not apply. A class has a number. */
#ifndef SNAP_LEDGER_CLASSES_H
#define SNAP_LEDGER_CLASSES_H
#include "shortcuts/ledger_steps.h"
#include "solvers/search.h"

enum { CLASSES_MOST = 32 };
struct ledger_classes;

/* In the search's arena. a must live as long. */
struct ledger_classes *ledger_classes_new(struct search *q, const struct ledger_amounts *a);
/* No class is open any more. Call it before amounts are read anew. */
void ledger_classes_forget(struct ledger_classes *l);
/* The class of t, which is opened with the amounts as they are now, unless it is open; -1: its
 * order is not known, or there are too many classes. */
int ledger_classes_open(struct ledger_classes *l, struct task *t);
/* Opens the classes of another one of the search, with the same numbers. */
void ledger_classes_open_as(struct ledger_classes *l, const struct ledger_classes *other);
/* The node's amounts have changed. */
void ledger_classes_put(struct ledger_classes *l, int node);
/* True: some node has free amounts for which the order of a class is not known. */
bool ledger_classes_unordered(const struct ledger_classes *l);
/* The first node of the class that is in able and in the set; -1: none. */
int ledger_classes_find(
	const struct ledger_classes *l, int class, const uint64_t *able, const uint64_t *set);

#endif
