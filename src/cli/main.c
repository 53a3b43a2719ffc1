#include "base/str.h"
int main(void)
{
    return 0;
}
