// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"

#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

const unsigned long clinux_UI_GET_VERSION = UI_GET_VERSION;
const unsigned long clinux_UI_SET_EVBIT = UI_SET_EVBIT;
const unsigned long clinux_UI_SET_KEYBIT = UI_SET_KEYBIT;
const unsigned long clinux_UI_SET_RELBIT = UI_SET_RELBIT;
const unsigned long clinux_UI_SET_ABSBIT = UI_SET_ABSBIT;
const unsigned long clinux_UI_SET_FFBIT = UI_SET_FFBIT;
const unsigned long clinux_UI_SET_PHYS = UI_SET_PHYS;
const unsigned long clinux_UI_ABS_SETUP = UI_ABS_SETUP;
const unsigned long clinux_UI_DEV_SETUP = UI_DEV_SETUP;
const unsigned long clinux_UI_DEV_CREATE = UI_DEV_CREATE;
const unsigned long clinux_UI_DEV_DESTROY = UI_DEV_DESTROY;
const unsigned long clinux_UI_BEGIN_FF_UPLOAD = UI_BEGIN_FF_UPLOAD;
const unsigned long clinux_UI_END_FF_UPLOAD = UI_END_FF_UPLOAD;
const unsigned long clinux_UI_BEGIN_FF_ERASE = UI_BEGIN_FF_ERASE;
const unsigned long clinux_UI_END_FF_ERASE = UI_END_FF_ERASE;
const unsigned long clinux_UI_GET_SYSNAME_64 = UI_GET_SYSNAME(64);

int clinux_ioctl(int descriptor, unsigned long request, unsigned long argument) {
  return ioctl(descriptor, request, argument);
}

int clinux_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC);
}
