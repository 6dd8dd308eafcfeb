// SPDX-License-Identifier: MIT
// The program's own malloc and its like, in front of the C library's.
#include "allocations.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static unsigned long early, *counter = &early;

int allocations_share(int file)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == MAP_FAILED)
        return -1;
    counter = page;
    return 0;
}

void *malloc(size_t size)
{
    ++*counter;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    ++*counter;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    ++*counter;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    ++*counter;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    ++*counter;
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}
