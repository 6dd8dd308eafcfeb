// SPDX-License-Identifier: MIT
// What Swift cannot import from the C headers: constants behind function-like macros, and calls
// that need _GNU_SOURCE.
#pragma once

#include <sys/signalfd.h>
#include <sys/timerfd.h>

#include "Options.h"
#include "Sockets.h"

// The requests of linux/uinput.h.
extern const unsigned long clinux_UI_GET_VERSION;
extern const unsigned long clinux_UI_SET_EVBIT;
extern const unsigned long clinux_UI_SET_KEYBIT;
extern const unsigned long clinux_UI_SET_RELBIT;
extern const unsigned long clinux_UI_SET_ABSBIT;
extern const unsigned long clinux_UI_SET_FFBIT;
extern const unsigned long clinux_UI_SET_PHYS;
extern const unsigned long clinux_UI_ABS_SETUP;
extern const unsigned long clinux_UI_DEV_SETUP;
extern const unsigned long clinux_UI_DEV_CREATE;
extern const unsigned long clinux_UI_DEV_DESTROY;
extern const unsigned long clinux_UI_BEGIN_FF_UPLOAD;
extern const unsigned long clinux_UI_END_FF_UPLOAD;
extern const unsigned long clinux_UI_BEGIN_FF_ERASE;
extern const unsigned long clinux_UI_END_FF_ERASE;
/// UI_GET_SYSNAME for a buffer of 64 bytes.
extern const unsigned long clinux_UI_GET_SYSNAME_64;

/// ioctl(2) with its argument as the kernel sees it: a number, or an address.
int clinux_ioctl(int descriptor, unsigned long request, unsigned long argument);

/// A file in memory (memfd_create(2)), closed on exec; `name` is what /proc shows. -1 and errno on
/// failure.
int clinux_memory_file(const char *name);

/// Gives back the memory of code, and of constants beside it, of this program and its libraries: what
/// is used from now on is read from the page cache again, what only the start needed is not. Not of
/// parts that can be written to (madvise(2), MADV_DONTNEED).
void clinux_forget_code(void);
