/* A signal that asks to stop, while work goes on in children: the first one is kept for the main
 * thread, which writes the tables; a second one ends the program at once. */
#ifndef SNAP_STOP_H
#define SNAP_STOP_H

/* From now on signals are kept. Behind cleanup_install. */
void stop_watch(void);
/* The signal that came; 0: none. */
int stop_asked(void);
/* Signals end the program again, as common/cleanup.h says. */
void stop_unwatch(void);
/* Ends the program by that signal. */
_Noreturn void stop_now(int sig);

#endif
