/* date_forms.c: from digits to the name of the month. */
#include "link/date_forms.h"

#include "lexicon/question_text.h"
#include "link/row_values.h"

enum { ISO_LENGTH = sizeof "2018-03-17" - 1 };

/* "January", for the digits "01"; empty where no month has them. */
static struct str month_name(struct arena *a, const struct lexicon *l, struct str digits)
{
    const struct lexicon_table *months = lexicon_table(l, STR("months"));
    for (uint32_t i = 0; i < months->n_rows; i++)
        if (str_eq(months->rows[i].fields[0], digits))
            return sentence_capital(a, months->rows[i].fields[1]);
    return STR("");
}

static const char *ordinal_ending(int day)
{
    static const char *const ENDINGS[] = {"th", "st", "nd", "rd"};
    return day % 10 <= 3 && day / 10 != 1 ? ENDINGS[day % 10] : ENDINGS[0];
}

bool date_forms_of(struct arena *a, const struct lexicon *l, struct str text,
                   struct str out[DATE_FORMS])
{
    if (text.len != ISO_LENGTH || !looks_like_date(text))
        return false;
    struct str year = str_slice(text, 0, 4), month = month_name(a, l, str_slice(text, 5, 7));
    int day = (text.ptr[8] - '0') * 10 + (text.ptr[9] - '0');
    if (month.len == 0 || day < 1 || day > 31)
        return false;
    out[0] = arena_printf(a, "%.*s %d, %.*s", STR_ARG(month), day, STR_ARG(year));
    out[1] = arena_printf(a, "%d %.*s %.*s", day, STR_ARG(month), STR_ARG(year));
    out[2] =
        arena_printf(a, "%.*s %d%s, %.*s", STR_ARG(month), day, ordinal_ending(day), STR_ARG(year));
    return true;
}
