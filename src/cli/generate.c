/* generate.c: `teql generate`, a dataset turned into a suite. */
#include "cli/generate.h"

#include "cli/command.h"

#include <stddef.h>

#define FIELD(name) offsetof(struct generate_args, name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|mini", NULL,
     "the dataset: tables.json, questions, database/db_id/db_id.sqlite; mini: the built-in one"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "the questions (default: dev.json, dev.jsonl or questions.jsonl in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "DIR", NULL, "the suite folder to make"},
    {"relations", 0, OPTION_TEXT, FIELD(relations), "LIST", NULL,
     "ids with commas between them, a family such as mt-teql, or all (default)"},
    {"max-per-seed", 0, OPTION_COUNT, FIELD(max_per_seed), "N", NULL,
     "cases of one relation for one seed (default: 10)"},
    {"seed", 0, OPTION_COUNT, FIELD(seed), "N", NULL, "random seed (default: 1)"},
    {"no-proof", 0, OPTION_FLAG, FIELD(no_proof), NULL, NULL,
     "do not run anything; cases are then unproved"},
    {"databases", 0, OPTION_CHOICE, FIELD(databases), "none|copy", "none|copy",
     "also write the changed databases (default: none)"},
    {"reads", 0, OPTION_TEXT, FIELD(reads), "FILE", NULL,
     "a system's SQL, one line per question, where there is no gold query"},
    {"export", 0, OPTION_CHOICE, FIELD(export), "none|spider", "none|spider",
     "also spider/dev.json and spider/tables.json, for readers of Spider's files"},
    {"lexicon", 0, OPTION_TEXT, FIELD(lexicon), "DIR", NULL,
     "word lists that replace the built-in ones of the same name"},
    {"wordnet", 0, OPTION_TEXT, FIELD(wordnet), "DIR", NULL,
     "WordNet's files (default: where Debian's wordnet-base puts them)"},
    {"conceptnet", 0, OPTION_TEXT, FIELD(conceptnet), "FILE", NULL,
     "ConceptNet's assertions.csv, also .gz"},
    {"min-weight", 0, OPTION_NUMBER, FIELD(min_weight), "X", NULL,
     "of ConceptNet's edges (default: 1)"},
    {"shard", 0, OPTION_TEXT, FIELD(shard), "I/N", NULL, "only the I-th of N parts of the seeds"},
    {"jobs", 'j', OPTION_COUNT, FIELD(workers), "N", NULL,
     "worker threads (default: one per processor)"},
};

const struct option_list generate_options = {.items = OPTIONS,
                                             .count = sizeof OPTIONS / sizeof *OPTIONS};

enum status generate_run(int argc, char **argv, struct err *e)
{
    struct generate_args args = generate_defaults;
    enum status status = options_parse(&generate_options, argc, argv, &args, e);
    return status ? status : generate_suite(&args, NULL, e);
}
