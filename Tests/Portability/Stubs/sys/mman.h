// As much of sys/mman.h as CImposeInspecting uses, for targets whose system headers are not here.

#ifndef STUB_SYS_MMAN_H
#define STUB_SYS_MMAN_H

#include <unistd.h>

#include <stddef.h>

#define PROT_READ 1
#define MAP_PRIVATE 2
#define MAP_FAILED ((void *)-1)

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset);
int munmap(void *address, size_t length);

#endif
