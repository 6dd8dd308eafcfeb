// SPDX-License-Identifier: MIT
// What Swift cannot import from the C headers: constants behind function-like macros, and calls
// that need _GNU_SOURCE.
#pragma once
