// As much of string.h as CImposeRuntime uses, for targets whose system headers are not here.

#ifndef STUB_STRING_H
#define STUB_STRING_H

#include <stddef.h>

int memcmp(const void *one, const void *other, size_t size);

#endif
