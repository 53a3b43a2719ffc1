# cmake -D OUT=file.c -D FILES=a.tsv;b.tsv -P embed.cmake: the files as C, for lexicon/embedded.h.
#
# Bytes rather than string literals: those have a length limit in ISO C.
set(arrays "")
set(entries "")
set(number 0)
foreach(path ${FILES})
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const unsigned char list_${number}[] = {\n${bytes}0};\n")
  string(APPEND entries
         "    {STR_INIT(\"${name}\"), list_${number}, sizeof list_${number} - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "/* Made from data/ by cmake/embed.cmake. */
#include \"lexicon/embedded.h\"

${arrays}
const struct embedded_list EMBEDDED_LISTS[] = {
${entries}};

const uint32_t N_EMBEDDED_LISTS = ${number};
")
