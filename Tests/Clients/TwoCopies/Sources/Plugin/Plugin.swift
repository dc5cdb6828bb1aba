// A library that the app loads. It injects what the app has imposed, on the copy of Impose that it brought along.

import Impose
import ImposeInspecting

/// The name is what both copies know it by.
struct Price {}

@_cdecl("price")
func price() {
    do {
        _ = try tryInject(of: Price.self)
        fatalError("The copies were meant to be two")
    } catch {
        print(error)
    }
    print(Imposer.validate())
}
