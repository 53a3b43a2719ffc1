/* key_use.c: looking a column up in the keys. */
#include "schema/key_use.h"

unsigned key_use_of(const struct schema *s, uint32_t column)
{
    unsigned use = s->columns[column].primary ? KEY_PRIMARY : 0;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        if (s->foreign_keys[i].from == column)
            use |= KEY_REFERS;
        if (s->foreign_keys[i].to == column)
            use |= KEY_REFERRED;
    }
    return use;
}

bool key_listed_before(const struct schema *s, uint32_t key)
{
    for (uint32_t i = 0; i < key; i++)
        if (s->foreign_keys[i].from == s->foreign_keys[key].from &&
            s->foreign_keys[i].to == s->foreign_keys[key].to)
            return true;
    return false;
}
