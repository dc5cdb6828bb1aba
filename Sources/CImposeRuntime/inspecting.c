// What inspecting and testing offer to the core.

#include "CImposeRuntime.h"

static ImposeMake _Nullable offered[ImposeOfferCount];

void impose_offer(ImposeOffer offer, ImposeMake make) {
    __atomic_store_n(&offered[offer], make, __ATOMIC_RELEASE);
}

/// Of the module that offers itself. An archive gives a program only what something refers to, and to that module nothing
/// would: it is told of by no call.
void impose_keep_inspecting(void);

ImposeMake _Nullable impose_offered(ImposeOffer offer) {
#if defined(IMPOSE_INSPECTING)
    impose_keep_inspecting();
#endif
    return __atomic_load_n(&offered[offer], __ATOMIC_ACQUIRE);
}
