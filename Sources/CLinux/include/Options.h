// SPDX-License-Identifier: MIT
// getopt_long without its global variables, which Swift does not let in.
#pragma once

#include <getopt.h>

/// One step of getopt_long over `argv`, without messages of its own. Start with `*position` 0.
/// Returns what getopt_long returns; `*argument` is the option's, `*position` the next word to look
/// at, and after -1 the first that is no option.
int clinux_getopt_long(int argc, char *const *argv, const char *letters,
                   const struct option *options, int *index,
                   const char **argument, int *position);
