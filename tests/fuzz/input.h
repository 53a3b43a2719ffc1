/* input.h: shared by fuzzers: checks of properties, the parts of an input, and files made of them.
 */
#ifndef TEQL_TESTS_FUZZ_INPUT_H
#define TEQL_TESTS_FUZZ_INPUT_H

#include "base/arena.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process if a property does not hold: libFuzzer then keeps the input. */
void require(bool holds);

/* The next part of an input of several: the text before a form feed, which no text of ours
 * contains. Empty once `rest` is used up. */
struct str input_part(struct str *rest);

/* A folder of this process, removed when it ends well. */
const char *input_folder(void);

/* A path in that folder, in `a`; the same with a file of that text at it, or a folder. */
const char *input_path(struct arena *a, const char *name);
const char *input_file(struct arena *a, const char *name, struct str text);
const char *input_subfolder(struct arena *a, const char *name);

/* One of our kept inputs, for fuzzers that start from it; `name` is "suite/shop". In `a`. */
struct str input_kept(struct arena *a, const char *name);

/* A database file in the folder, made by `sql`; an older one is replaced. */
const char *input_database(struct arena *a, const char *name, const char *sql);

/* The text is one JSON value. */
void require_json(struct str text);

/* Nothing in the text steers a terminal: UTF-8 without control characters other than line ends. */
void require_plain(struct str text);

#endif
