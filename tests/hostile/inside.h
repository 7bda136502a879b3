/* Included before a program's main file: its main becomes a function that can be called again and
 * again in one process. */
#ifndef HOSTILE_INSIDE_H
#define HOSTILE_INSIDE_H
#define main program_main
#define program_close hostile_close
#define mem_huge_heap hostile_heap
#define mem_reuse hostile_heap
#endif
