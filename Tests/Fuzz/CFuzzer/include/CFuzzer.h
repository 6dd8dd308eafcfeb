// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Of libFuzzer: runs `target` on inputs until the arguments say that it is enough.
int LLVMFuzzerRunDriver(int *count, char ***arguments,
                        int (*target)(const uint8_t *bytes, size_t count));
