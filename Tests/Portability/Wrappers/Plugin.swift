// A library that is loaded while the program runs.

import Impose

protocol Sound: Sendable {}

final class Horn {
    @Injected var sound: any Sound
}

/// Nobody calls it.
func honk(_ sound: any Sound = inject()) {}

/// Its conformance is to a protocol that was there before.
struct Bang: Error {}

/// Called by the program that loads this.
@_cdecl("imposeBang")
public func imposeBang(_ imposer: UnsafeRawPointer) {
    Unmanaged<Imposer>.fromOpaque(imposer).takeUnretainedValue().impose(for: Bang.self, Bang())
}
