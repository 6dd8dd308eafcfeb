// SPDX-License-Identifier: MIT
#include "Options.h"

int clinux_getopt_long(int argc, char *const *argv, const char *letters,
                   const struct option *options, int *index,
                   const char **argument, int *position) {
  opterr = 0;
  optind = *position;
  int result = getopt_long(argc, argv, letters, options, index);
  *argument = optarg;
  *position = optind;
  return result;
}
