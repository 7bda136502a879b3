/* What the selectors of a list say of one device (rules/07 C11). */
#ifndef SNAP_DRA_JUDGE_H
#define SNAP_DRA_JUDGE_H
#include "plugins/dynamicresources/match.h"

struct judged {
	enum match match;
	/* The selector that decided: one of the class, or of the request; its number; its text. */
	bool of_class;
	int number;
	struct str expression; /* absent: none, the device has binding conditions */
	struct str text;       /* of an error, or why it is unknown; valid until the next call */
};
/* Evaluates the selectors one after the other. */
struct judged judge(struct matcher *m, const struct selector_list *l, int offer);

#endif
