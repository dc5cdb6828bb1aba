// As much of dlfcn.h as CImposeInspecting uses, for targets whose system headers are not here.

#ifndef STUB_DLFCN_H
#define STUB_DLFCN_H

#define RTLD_LAZY 1

void *dlopen(const char *path, int flags);
void *dlsym(void *handle, const char *symbol);

#endif
