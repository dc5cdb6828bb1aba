// What inspecting and testing offer to the core.

#include "CImposeRuntime.h"

static ImposeMake _Nullable offered[ImposeOfferCount];

void impose_offer(ImposeOffer offer, ImposeMake make) {
    __atomic_store_n(&offered[offer], make, __ATOMIC_RELEASE);
}

ImposeMake _Nullable impose_offered(ImposeOffer offer) {
    return __atomic_load_n(&offered[offer], __ATOMIC_ACQUIRE);
}
