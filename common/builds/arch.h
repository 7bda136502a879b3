#ifndef SNAP_BUILDS_ARCH_H
#define SNAP_BUILDS_ARCH_H

/* The architecture of this machine as Go calls it: "amd64", also for one that is not known. */
const char *build_arch_here(void);

#endif
