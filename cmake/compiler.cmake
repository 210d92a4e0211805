# Flags that every target of ours is built with, as the interface target cleave_flags.
add_library(cleave_flags INTERFACE)
target_compile_options(cleave_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wswitch-enum -fno-exceptions -ffp-contract=off
  $<$<BOOL:${CLEAVE_WARNINGS_AS_ERRORS}>:-Werror>)
target_include_directories(cleave_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
if(CLEAVE_SANITIZE)
  target_compile_options(cleave_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(cleave_flags INTERFACE -fsanitize=address,undefined)
endif()
