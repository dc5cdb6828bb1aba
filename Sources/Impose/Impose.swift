// All that an app imports. With the trait `Inspecting`, which is on by default, that is all there is; without it, the core.

@_exported public import ImposeCore

#if Inspecting
    @_exported public import ImposeInspecting
#endif
