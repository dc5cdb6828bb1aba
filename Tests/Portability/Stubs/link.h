// As much of link.h as CImposeInspecting uses, for targets whose system headers are not here.

#ifndef STUB_LINK_H
#define STUB_LINK_H

#include <stddef.h>
#include <stdint.h>

#define PT_LOAD 1
#define ElfW(type) Elf_##type

#if __SIZEOF_POINTER__ == 8
typedef struct {
    uint32_t p_type, p_flags;
    uint64_t p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
} Elf_Phdr;
#else
typedef struct {
    uint32_t p_type, p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_flags, p_align;
} Elf_Phdr;
#endif

struct dl_phdr_info {
    uintptr_t dlpi_addr;
    const char *dlpi_name;
    const Elf_Phdr *dlpi_phdr;
    uint16_t dlpi_phnum;
};

int dl_iterate_phdr(int (*body)(struct dl_phdr_info *image, size_t size, void *context), void *context);

#endif
