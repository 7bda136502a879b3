/* Crash handler: after SIGSEGV, SIGABRT, SIGBUS, SIGFPE or SIGILL, of this program or of a library,
 * cleanup_run runs, a message names the signal, and the program ends with SNAP_SYSTEM. A build with
 * a sanitizer has no such handler: the sanitizer reports more. */
#ifndef SNAP_CRASH_H
#define SNAP_CRASH_H

void crash_install(void); /* called by cleanup_install */

#endif
