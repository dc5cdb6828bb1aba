// A library that is loaded while the program runs.

import Impose

protocol Sound: Sendable {}

final class Horn {
    @Injected var sound: any Sound
}

/// Nobody calls it.
func honk(_ sound: any Sound = inject()) {}

/// Of a type and a protocol that were there before.
extension Int: @retroactive Error {}
