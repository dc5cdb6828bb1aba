// What Memory wants to know of the heap.

#include "CAllocations.h"

#include <malloc.h>

/// The bytes that are allocated, with what malloc adds to each piece.
static inline size_t bytes_in_use(void) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}
