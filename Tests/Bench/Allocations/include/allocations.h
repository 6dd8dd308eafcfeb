// SPDX-License-Identifier: MIT
// Counts the allocations of the program that it is linked into.
#pragma once

/// From now on the count is where another process can read it: an unsigned long at the beginning
/// of the file. Returns 0, or -1 and errno.
int allocations_share(int file);
