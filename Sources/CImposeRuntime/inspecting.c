#include "CImposeRuntime.h"

/// Written before `main`, or while a library is loaded.
static ImposeInspectorMaker _Nullable offered = NULL;

void impose_offer_inspector(ImposeInspectorMaker make) {
    __atomic_store_n(&offered, make, __ATOMIC_RELEASE);
}

ImposeInspectorMaker _Nullable impose_offered_inspector(void) {
    return __atomic_load_n(&offered, __ATOMIC_ACQUIRE);
}
