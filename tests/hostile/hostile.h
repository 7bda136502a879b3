/* A program run on mutants: each time it has to end by itself, with a status that the manual knows,
 * without a word of a sanitizer, and what it has written has to be whole. The program's main is
 * called many times in one child of this process: a process for each run takes ten times as long
 * with sanitizers. */
#ifndef HOSTILE_H
#define HOSTILE_H
#include <stdbool.h>

enum hostile_output {
	OUT_LINES, /* JSON, one value a line */
	OUT_JSON,  /* one JSON value */
	OUT_TEXT,  /* for people: nothing in it steers a terminal */
	OUT_RAW,   /* anything */
	OUT_SAME,  /* the mutant, byte for byte */
	OUT_ZIP    /* with the mutant in it, byte for byte */
};

/* Options of a run. Among them "NAME" is replaced by the name of an object in the snapshot, "CASE"
 * by the path of the case that the mutant is made of. */
struct way {
	const char *option[14];
	enum hostile_output output;
	bool zip; /* standard input is a ZIP of the mutant */
};

typedef int program_main_function(int argc, char **argv);

struct hostile {
	const char *program;
	program_main_function *main;
	const struct way
		*ways; /* each mutant is run the first way, and two of the others in turn */
	int n_ways;
};

/* main's arguments: SEED FIRST-LAST FOLDER... The mutants of these numbers are made of cases below
 * the folders. Says what is wrong, with the command that shows it again, in TAP; returns main's
 * value. */
int hostile_main(const struct hostile *h, int argc, char **argv);

#endif
