/* What passes for a profile: whole gzip data around whole fields of Protocol Buffers, with a table
 * of names. */
#include <string.h>
#include "../tap.h"
#include "cmd/snap-fetch/pprof.h"

enum { MOST = 100 };
#define NAMES \
	"\x32\x01" \
	"a" /* field 6, one byte long */
#define FAULT "the gzip data are no fields of Protocol Buffers"

static struct error verdict(struct str fields)
{
	unsigned char packed[1024];
	z_stream z = {0};
	struct pprof p;
	struct error e = {0};

	deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
	z.next_in = (const unsigned char *)fields.p;
	z.avail_in = (unsigned)fields.n;
	z.next_out = packed;
	z.avail_out = sizeof packed;
	deflate(&z, Z_FINISH);
	struct str bytes = {(const char *)packed, sizeof packed - z.avail_out};
	deflateEnd(&z);
	if (pprof_open(&p, MOST, &e) && pprof_feed(&p, bytes, &e))
		pprof_finish(&p, &e);
	pprof_close(&p);
	return e;
}

static void is(const char *what, struct str fields, int status, const char *why)
{
	struct error e = verdict(fields);

	ok(e.status == status && strcmp(e.why, why) == 0, "%s: %s", what, e.why);
}

int main(void)
{
	is("the least", STR(NAMES), SNAP_OK, "");
	is("numbers of all kinds",
		STR("\x08\xff\x01\x6d\x01\x02\x03\x04\x71\x01\x02\x03\x04\x05\x06\x07\x08" NAMES),
		SNAP_OK, "");
	is("the most bits", STR("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" NAMES), SNAP_OK, "");
	is("no names", STR("\x08\x01"), SNAP_INPUT, "it has no table of names");
	is("nothing", STR(""), SNAP_INPUT, "it has no table of names");
	is("field 0", STR("\x02\x01x" NAMES), SNAP_INPUT, FAULT);
	is("a field of no kind", STR("\x0b" NAMES), SNAP_INPUT, FAULT);
	is("too many bits", STR(NAMES "\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"),
		SNAP_INPUT, FAULT);
	is("a cut value", STR(NAMES "\x08\x80"), SNAP_INPUT, "its last field is cut");
	is("a tag alone", STR(NAMES "\x08"), SNAP_INPUT, "its last field is cut");
	is("a cut text", STR(NAMES "\x32\x02x"), SNAP_INPUT, "its last field is cut");
	is("a cut number", STR(NAMES "\x6dxxx"), SNAP_INPUT, "its last field is cut");
	is("names of too many bytes",
		STR("\x32\x70 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789"),
		SNAP_LIMIT, "the profile has more than 100 bytes");
	return tap_end();
}
