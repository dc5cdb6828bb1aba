/// The types that nothing is imposed for, and the functions that ask for them.
let expectation = """
    LostAtTop: code at the top of CallsClient
    LostInComputed: CallsShop.Checkout.computed
    LostInLazy: CallsShop.Checkout.lazyOne
    LostInSubscript: CallsShop.Checkout.subscript
    LostInStored: CallsShop.Holder.init()
    LostInStored: variable initialization expression of CallsShop.Holder.stored
    LostInExtension: CallsShop.LostGateway.pay(_:in:)
    LostInForeignExtension: Swift.String.sell(to:) in CallsShop
    LostInGeneric: CallsShop.Shelf.concrete()
    LostOnActor: CallsShop.Till.open()
    LostAsync: CallsShop.kindsOfCalls(imposer:)
    LostByRule: CallsShop.kindsOfCalls(imposer:)
    LostElsewhere: CallsShop.kindsOfCalls(imposer:)
    LostWithoutName (main): CallsShop.names(_:)
    LostUnderName (none): CallsShop.names(_:)
    WishedWithoutName (main): CallsShop.names(_:)
    LostNamed: CallsShop.kindsOfCalls(imposer:)
    LostUser: CallsShop.kindsOfCalls(imposer:)
    WishedAsOptional: CallsShop.kindsOfCalls(imposer:)
    WishedTried: CallsShop.kindsOfCalls(imposer:)
    WishedUnforced: CallsShop.kindsOfCalls(imposer:)
    WishedUser: CallsShop.kindsOfCalls(imposer:)
    Array<LostClock>: CallsShop.kindsOfTypes()
    LostBox<LostClock>: CallsShop.kindsOfTypes()
    LostClock & LostGateway: CallsShop.kindsOfTypes()
    LostInner: CallsShop.kindsOfTypes()
    LostLocal: CallsShop.kindsOfTypes()
    LostMode: CallsShop.kindsOfTypes()
    LostMoney: CallsShop.kindsOfTypes()
    LostSecret: CallsShop.kindsOfTypes()
    LostSound: CallsShop.kindsOfTypes()
    LostWorker: CallsShop.kindsOfTypes()
    any LostStore<Int>: CallsShop.kindsOfTypes()
    LostAfterAwait: CallsShop.tasks()
    LostInTask: closure #1 in CallsShop.tasks()
    LostInLocal: ask #1 in CallsShop.locally()
    LostInClosure: closure #1 in CallsShop.closures()
    LostInInnerClosure: closure #1 in closure #2 in CallsShop.closures()
    LostGateway: default argument 0 of CallsShop.Checkout.init(gateway:only:had:)
    LostInDefault: default argument 1 of CallsShop.Checkout.init(gateway:only:had:)
    LostInUnusedDefault: default argument 0 of CallsShop.Checkout.unused(_:)
    LostInGenericDefault: default argument 0 of CallsShop.Shelf.init(_:)
    LostInStatic: one-time initialization function for fixed in CallsShop
    LostInGlobal: one-time initialization function for global in CallsShop
    LostInPrivate: static CallsShop.Hidden.ask(for:)
    """
