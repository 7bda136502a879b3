/* A crash, ours or a library's (some have no other answer when memory runs out): temporaries are
 * removed, children ended, and the program says so and ends with SNAP_SYSTEM. Nothing is caught in
 * a build with a sanitizer, which has more to say. */
#ifndef SNAP_CRASH_H
#define SNAP_CRASH_H

void crash_install(void); /* by cleanup_install */

#endif
