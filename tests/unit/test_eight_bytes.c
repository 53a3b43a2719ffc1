/* test_eight_bytes.c: eight bytes at a time give the same as one by one. */
#include "base/eight_bytes.h"
#include "unit.h"

static bool is_letter(unsigned char c)
{
    return ascii_small(c) || (c >= '0' && c <= '9') || c == '_';
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/* Every byte in every place, among bytes that are all alike: one byte must not affect another. */
static void each_byte_is_seen_in_each_place(void **state)
{
    (void)state;
    for (int around = 0; around < 256; around++)
        for (int c = 0; c < 256; c++)
            for (int at = 0; at < 8; at++) {
                char text[8], lower[8];
                memset(text, around, sizeof text);
                text[at] = (char)c;
                uint64_t bytes = eight_bytes(text);
                char folded[8];
                put_eight_bytes(folded, eight_lower(bytes));
                size_t letters = 0;
                bool plain = true;
                for (int i = 0; i < 8; i++) {
                    lower[i] = ascii_lower(text[i]);
                    plain = plain && is_plain((unsigned char)text[i]);
                }
                while (letters < 8 && is_letter((unsigned char)text[letters]))
                    letters++;
                assert_memory_equal(folded, lower, 8);
                assert_int_equal(eight_plain(bytes), plain);
                assert_int_equal(eight_marked(eight_letters(bytes)), letters);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_byte_is_seen_in_each_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
