/* What --version says. The Makefile sets both: the version of scripts/packaging/debian/changelog,
 * and, for the programs alone, the commit: else each commit would have all tests linked anew. */
#include "common/program.h"

#ifndef SNAP_VERSION
#define SNAP_VERSION "unknown"
#endif
#ifndef SNAP_COMMIT
#define SNAP_COMMIT "unknown"
#endif

const char program_release[] = SNAP_VERSION;
const char program_commit[] = SNAP_COMMIT;
