/* What the options take that have words of their own. Another word ends the program (msg_usage),
 * which then knows the words there are. */
#ifndef REPLAY_ARGUMENT_WORDS_H
#define REPLAY_ARGUMENT_WORDS_H
#include "replay.h"

/* Of --show: the bits SHOW_... of a list with commas. */
unsigned argument_show(const char *list);
/* The bits of what the native engine alone tells, and their words: "a, b and c". */
extern const unsigned argument_show_native;
const char *argument_native_words(void);
enum queue_sort argument_sort(const char *word);
enum explain_depth argument_depth(const char *word);
/* Of --search-budget. */
void argument_budget(struct replay_options *o, const char *text);
/* Of --switch: NAME=on or NAME=off. */
void argument_switch(struct replay_options *o, const char *text);

#endif
