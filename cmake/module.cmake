# teql_module(name [USES module…] [HIDES module…] [LINKS target…]): the folder src/<name> as a static
# library.
#
# Only modules that link to it can include its headers, as "<name>/header.h": each module has an
# include folder of its own with one link, <name>, to its sources. So an include of a module that is
# not in USES, directly or through others, does not compile. Its sources can also include the modules
# that it HIDES, but modules that link to it cannot. Sources may be in folders of the module, one
# level deep: they are still one module.
function(teql_module name)
  cmake_parse_arguments(ARG "" "" "USES;HIDES;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.c
       ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*/*.c)
  list(FILTER sources EXCLUDE REGEX "/main\\.c$")
  add_library(teql_${name} STATIC ${sources})
  set(include ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${include})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${name} ${include}/${name} SYMBOLIC)
  target_include_directories(teql_${name} PUBLIC ${include})
  foreach(used ${ARG_USES})
    target_link_libraries(teql_${name} PUBLIC teql_${used})
  endforeach()
  foreach(hidden ${ARG_HIDES})
    target_link_libraries(teql_${name} PRIVATE teql_${hidden})
  endforeach()
  target_link_libraries(teql_${name} PRIVATE ${ARG_LINKS})
endfunction()

# teql_embed(name LIST file…): compile the files into the module, as the array LIST.
function(teql_embed name list)
  set(out ${CMAKE_BINARY_DIR}/embedded_${name}.c)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -D OUT=${out} -D NAME=${list} -D "FILES=${ARGN}" -P
            ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  target_sources(teql_${name} PRIVATE ${out})
endfunction()

# teql_embed_whole(name SYMBOL file): put a large file into the module as it is, from SYMBOL to
# SYMBOL_END. A megabyte written as C takes a compiler seconds; the assembler just copies it.
# Link-time optimisation cannot read assembly, so it is off for that source.
function(teql_embed_whole name symbol file)
  set(out ${CMAKE_BINARY_DIR}/embedded_${symbol}.c)
  file(CONFIGURE OUTPUT ${out} CONTENT "/* Made by teql_embed_whole. */
__asm__(\".pushsection .rodata\\n\"
        \".balign 16\\n\"
        \".globl @symbol@, @symbol@_END\\n\"
        \"@symbol@: .incbin \\\"@file@\\\"\\n\"
        \"@symbol@_END: .byte 0\\n\"
        \".popsection\\n\");
extern const unsigned char @symbol@[];
" @ONLY)
  set_source_files_properties(${out} PROPERTIES OBJECT_DEPENDS ${file} COMPILE_OPTIONS -fno-lto)
  target_sources(teql_${name} PRIVATE ${out})
endfunction()

# teql_field_script(name table): make name.js of a table of fields. A row <GROUP>_FIELD(name, …) or
# <GROUP>_DETAIL(name, …) becomes a member NAME of the object <GROUP>, with its place in the group.
function(teql_field_script name table)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} rows REGEX "^[A-Z]+_(FIELD|DETAIL)\\(")
  set(groups "")
  foreach(row ${rows})
    string(REGEX MATCH "^([A-Z]+)_[A-Z]+\\(([a-z_]+)" row "${row}")
    set(group ${CMAKE_MATCH_1})
    string(TOUPPER ${CMAKE_MATCH_2} field)
    list(APPEND groups ${group})
    list(LENGTH ${group}_fields place)
    list(APPEND ${group}_fields "${field}: ${place}")
  endforeach()
  list(REMOVE_DUPLICATES groups)
  set(script "")
  foreach(group ${groups})
    list(JOIN ${group}_fields ", " fields)
    string(APPEND script "const ${group} = {${fields}};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.js CONTENT "${script}" @ONLY)
endfunction()
