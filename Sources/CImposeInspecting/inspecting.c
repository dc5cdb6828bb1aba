// The offer to the core, before `main`.

#include "CImposeInspecting.h"

// Written in Swift.
extern void *_Nonnull impose_make_reader(void);
extern void *_Nonnull impose_make_inspector(void);

__attribute__((constructor)) static void offer(void) {
    impose_offer(ImposeOfferReader, impose_make_reader);
    impose_offer(ImposeOfferInspector, impose_make_inspector);
}
