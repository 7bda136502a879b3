/* What the preloaded library and the program that drives it agree on. */
#ifndef SNAP_FAULT_H
#define SNAP_FAULT_H
#include <stdatomic.h>

/* Kinds of calls. Each kind is counted by itself: "the third read". */
/* clang-format off */
#define FAULT_KINDS(X) \
	X(alloc) X(map) X(thread) X(open) X(read) X(write) X(close) X(rename) X(unlink) X(stat) \
	X(seek) X(folder) X(mode) X(pipe) X(dup) X(fork) X(wait) X(poll) X(lock) X(socket) X(accept)
/* clang-format on */
enum fault_kind {
#define X(kind) FAULT_##kind,
	FAULT_KINDS(X)
#undef X
		FAULT_COUNT
};

/* Not errno values: the call works, but moves one byte only; or finds the end of a regular file. */
enum { FAULT_SHORT = 10001, FAULT_CUT = 10002 };

/* Shared by mapping a file, so that it outlives a process that is killed. */
struct fault_board {
	int armed; /* enum fault_kind, -1: count only */
	int error; /* errno value or one of the above */
	long at;   /* the first call is 1 */
	int on;    /* from that call on, not that one alone */
	_Atomic long calls[FAULT_COUNT], hits;
};

/* Of the environment: the file with the board, and the name of the only program that faults are
 * for. */
#define FAULT_BOARD_ENV "SNAP_FAULT_BOARD"
#define FAULT_PROGRAM_ENV "SNAP_FAULT_PROGRAM"

#endif
