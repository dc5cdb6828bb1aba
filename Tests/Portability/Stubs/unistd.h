// As much of unistd.h as CImposeInspecting uses, for targets whose system headers are not here.

#ifndef STUB_UNISTD_H
#define STUB_UNISTD_H

#define SEEK_END 2

typedef long off_t;

off_t lseek(int file, off_t offset, int from);
int close(int file);

#endif
