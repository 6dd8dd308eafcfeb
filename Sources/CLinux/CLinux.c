// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <linux/uinput.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

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

// The parts of a program or library that nobody writes to: its own, and as the file has them.
static int forget_parts(struct dl_phdr_info *object, size_t size, void *nothing) {
  (void)size, (void)nothing;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    const uintptr_t begin = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
    const uintptr_t end = object->dlpi_addr + part->p_vaddr + part->p_filesz;
    madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 0;
}

void clinux_forget_code(void) {
  dl_iterate_phdr(forget_parts, NULL);
}
