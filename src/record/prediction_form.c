/* prediction_form.c: looks at how a file begins. */
#include "record/prediction_form.h"

static size_t skip_blanks(struct str s, size_t at)
{
    while (at < s.len && ascii_space(s.ptr[at]))
        at++;
    return at;
}

/* Is there a key such as "12": at the place? */
static bool is_number_key(struct str s, size_t at)
{
    size_t first = at + 1, end = first;
    if (at >= s.len || s.ptr[at] != '"')
        return false;
    while (end < s.len && ascii_digit(s.ptr[end]))
        end++;
    if (end == first || end >= s.len || s.ptr[end] != '"')
        return false;
    at = skip_blanks(s, end + 1);
    return at < s.len && s.ptr[at] == ':';
}

static bool begins_value(struct str s, size_t at)
{
    return at < s.len && (s.ptr[at] == '"' || s.ptr[at] == '{' || s.ptr[at] == '[');
}

/* Lines of SQL begin with neither brace nor bracket, and lines that are objects have no numbers as
 * keys. */
static bool is_one_value(struct prediction_form *f, struct str line)
{
    size_t second = skip_blanks(line, 1);
    if (f->n_lines == 1 && second == line.len)
        f->may_be_one = line.ptr[0] == '{' || line.ptr[0] == '[';
    if (f->n_lines == 1)
        return line.ptr[0] == '{' ? is_number_key(line, second)
                                  : line.ptr[0] == '[' && begins_value(line, second);
    return f->may_be_one && (is_number_key(line, 0) || begins_value(line, 0));
}

enum status prediction_form_look(struct prediction_form *f, struct str line, uint32_t number,
                                 struct err *e)
{
    line = str_trim(line);
    if (line.len == 0 || f->n_lines >= 2)
        return OK;
    f->n_lines++;
    if (!is_one_value(f, line))
        return OK;
    return err_at(e, E_INPUT, number, 0,
                  "one JSON value, as BIRD's predict_*.json is; wanted is a line for each "
                  "prediction: jq -r '.[]|split(\"\\t\")[0]|gsub(\"\\n\";\" \")' FILE makes them");
}
