/* fuzz_answer.c: a line of predictions.jsonl, read, written and read again. */
#include "input.h"
#include "round_trip.h"

#include "record/answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct answer EMPTY;
    round_trip(&ANSWER_RECORD, &EMPTY, sizeof EMPTY, (struct str){(const char *)data, size});
    return 0;
}
