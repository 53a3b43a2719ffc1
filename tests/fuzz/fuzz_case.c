/* fuzz_case.c: a line of cases.jsonl, read, written and read again. */
#include "input.h"
#include "round_trip.h"

#include "record/case.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    round_trip(&CASE_RECORD, &CASE_EMPTY, sizeof CASE_EMPTY,
               (struct str){(const char *)data, size});
    return 0;
}
