// As much of stdlib.h as CImposeRuntime uses, for targets whose system headers are not here.

#ifndef STUB_STDLIB_H
#define STUB_STDLIB_H

#include <stddef.h>

_Noreturn void abort(void);
void *aligned_alloc(size_t alignment, size_t size);

#endif
