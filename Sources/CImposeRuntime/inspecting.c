// What inspecting and testing offer to the core.

#include "CImposeRuntime.h"

static const ImposeInspecting *_Nullable offered = NULL;

void impose_offer_inspecting(const ImposeInspecting *inspecting) {
    __atomic_store_n(&offered, inspecting, __ATOMIC_RELEASE);
}

#if defined(IMPOSE_INSPECTING)
/// Of the module that offers itself. An archive gives a program only what something refers to, and to that module nothing
/// would: it is told of by no call.
void impose_keep_inspecting(void);
#endif

const ImposeInspecting *_Nullable impose_inspecting(void) {
#if defined(IMPOSE_INSPECTING)
    impose_keep_inspecting();
#endif
    return __atomic_load_n(&offered, __ATOMIC_ACQUIRE);
}

static ImposeMakeWatch _Nullable offeredWatch = NULL;

void impose_offer_watch(ImposeMakeWatch make) {
    __atomic_store_n(&offeredWatch, make, __ATOMIC_RELEASE);
}

ImposeMakeWatch _Nullable impose_watch(void) {
    return __atomic_load_n(&offeredWatch, __ATOMIC_ACQUIRE);
}
