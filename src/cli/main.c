/* main.c: the entry point; everything else is in the library, where tests reach it. */
#include "cli/command.h"

int main(int argc, char **argv)
{
    return teql_main(argc, argv);
}
