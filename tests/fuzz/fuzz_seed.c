/* fuzz_seed.c: a line of seeds.jsonl, read, written and read again. */
#include "input.h"
#include "round_trip.h"

#include "record/seed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct seed EMPTY;
    round_trip(&SEED_RECORD, &EMPTY, sizeof EMPTY, (struct str){(const char *)data, size});
    return 0;
}
