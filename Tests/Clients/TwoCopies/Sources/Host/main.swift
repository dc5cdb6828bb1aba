// An app that loads a library with another copy of Impose, and shows what both say of that.

import Foundation
import Impose
import ImposeInspecting

struct Price {}

Imposer.impose(for: Price.self, Price())
_ = try tryInject(of: Price.self)
precondition(Imposer.validate().isValid, "One copy is no finding")
guard let library = dlopen(CommandLine.arguments[1], RTLD_NOW), let symbol = dlsym(library, "price") else {
    fatalError(String(cString: dlerror()))
}
precondition(Imposer.validate().errors.map(\.kind) == [.twoCopies], "The other copy is found here as well")
unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
