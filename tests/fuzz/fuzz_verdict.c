/* fuzz_verdict.c: the verdict on a case, and on a seed, read, written and read again. */
#include "input.h"
#include "round_trip.h"

#include "score/verdict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct seed_verdict EMPTY;
    struct str text = {(const char *)data, size};
    round_trip(&VERDICT_RECORD, &VERDICT_EMPTY, sizeof VERDICT_EMPTY, text);
    round_trip(&SEED_VERDICT_RECORD, &EMPTY, sizeof EMPTY, text);
    return 0;
}
