// What makes inspecting take part in a program: linking it is enough.

#ifndef CIMPOSEINSPECTING_H
#define CIMPOSEINSPECTING_H

#if defined(__cplusplus)
extern "C" {
#endif

/// Does nothing. Code that calls it brings the object file with it, and so the function that runs before `main`.
void impose_keep_inspecting(void);

#if defined(__cplusplus)
}
#endif

#endif
