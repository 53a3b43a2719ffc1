# cmake -D OUT=file.c -D NAME=LIST -D FILES=a.tsv;b.tsv -P embed.cmake: the files as C, see
# base/embedded.h.
#
# Bytes rather than string literals: those have a length limit in ISO C.
set(arrays "")
set(entries "")
set(number 0)
foreach(path ${FILES})
  get_filename_component(name ${path} NAME)
  file(READ ${path} hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const unsigned char file_${number}[] = {\n${bytes}0};\n")
  string(APPEND entries
         "    {STR_INIT(\"${name}\"), file_${number}, sizeof file_${number} - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "/* Made by cmake/embed.cmake. */
#include \"base/embedded.h\"

extern const struct embedded_file ${NAME}[];
extern const uint32_t N_${NAME};

${arrays}
const struct embedded_file ${NAME}[] = {
${entries}};

const uint32_t N_${NAME} = ${number};
")
