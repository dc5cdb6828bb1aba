// As much of fcntl.h as CImposeInspecting uses, for targets whose system headers are not here.

#ifndef STUB_FCNTL_H
#define STUB_FCNTL_H

#define O_RDONLY 0

int open(const char *path, int flags, ...);

#endif
