/* A page of a list, as the API server writes it. */
#ifndef SNAP_FETCH_PAGE_H
#define SNAP_FETCH_PAGE_H
#include "common/import/import.h"

/* Memory and bytes that a page may take. A page of pods is some megabytes. */
enum { PAGE_MAX = 64 << 20 };

/* Start with {.kind}; page_free releases it. */
struct page {
	enum kind kind;
	struct import objects; /* owns them, compacted */
	struct strbuf next;    /* token of the page that follows; empty: there is none */
	bool listed;           /* it has items */
	bool too_large;        /* over PAGE_MAX: fewer objects would fit */
};

/* Reads all of r. False: *e is set; it is no whole list of objects of that kind. */
bool page_read(struct page *p, struct json *r, struct error *e);
void page_free(struct page *p);

#endif
