/* A List as kubectl writes it: items with apiVersion and kind in front. A PodList of the API, whose
 * items have neither, is read, too. */
#ifndef IMPORT_ITEMS_H
#define IMPORT_ITEMS_H
#include "common/json.h"
#include "common/kinds.h"

/* Start with {.r, .ctx, .item}; items_free releases it. */
struct items {
	struct json *r;
	void *ctx;
	/* Reads an object of a kind that a snapshot has, up to its end: it was entered, and of it
	 * `key` is the member that comes next. lead: members in front of the kind, with commas. */
	void (*item)(void *ctx, enum kind kind, struct str lead, struct str key);
	bool given;  /* there is a member items */
	long others; /* items of other kinds */
	struct strbuf kind, api, item_kind, item_api, lead;
};

/* Reads the whole list. False: *e is set. */
bool items_read(struct items *l, struct error *e);
/* Sets *e: a list without nodes and pods, or none at all. Returns false. */
bool items_refuse(bool given, struct error *e);
void items_free(struct items *l);

#endif
