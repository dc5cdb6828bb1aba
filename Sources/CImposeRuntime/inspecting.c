#include "CImposeRuntime.h"

static const ImposeInspecting *_Nullable offered = NULL;

void impose_offer_inspecting(const ImposeInspecting *inspecting) {
    __atomic_store_n(&offered, inspecting, __ATOMIC_RELEASE);
}

const ImposeInspecting *_Nullable impose_inspecting(void) {
    return __atomic_load_n(&offered, __ATOMIC_ACQUIRE);
}
