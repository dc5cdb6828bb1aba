import CImposeInspecting
import Testing

@testable import ImposeInspecting

@Suite("Names of the functions that call")
struct CallingFunctionTests {
    private func function(_ symbol: String) -> CallingFunction {
        let words = impose_demangled(symbol)
        defer { words?.deallocate() }
        return CallingFunction(symbol: symbol, words: words.map { String(cString: $0) } ?? symbol)
    }

    @Test(
        "A calling function is named with the labels of its parameters, and without types",
        arguments: [
            ("$s4Shop8CheckoutC7gatewayAcA7Gateway_p_tcfcfA_", "default argument 0 of Shop.Checkout.init(gateway:)"),
            ("$s4Shop8closuresSayypycGyFypycfU_", "closure #1 in Shop.closures()"),
            ("$s4Shop4bothyyF", "Shop.both()"),
            ("$s4Shop8CheckoutC7lazyOneAA6InLazy_pvg", "Shop.Checkout.lazyOne"),
            ("$s4Shop6HolderV6storedAA8InStored_pvpfi", "variable initialization expression of Shop.Holder.stored"),
            ("$s4Shop6global_WZ", "one-time initialization function for global in Shop"),
            ("$sSS4ShopE4sell2toySi_tF", "Swift.String.sell(to:) in Shop"),
            ("$s4Shop5laterSiyYaFTQ0_", "Shop.later()"),
            ("Shop_main", "code at the top of Shop"),
            ("$s4ShopyyKXEfU_", "closure #1 in Shop"),
        ]
    )
    func names(symbol: String, name: String) {
        #expect(function(symbol).name == name)
        #expect(function(symbol).module == "Shop")
    }

    @Test("A symbol that is none of Swift's names no module")
    func foreign() {
        #expect(function("async_Main").module == nil)
        #expect(function("async_Main").name == "code at the top of the program")
    }

    @Test("A default argument in an extension is in the extension's module")
    func extended() {
        let words = "default argument 1 of (extension in Shop):Depot.Gateway.pay(Swift.Int, by: Depot.Card) -> ()"
        let function = CallingFunction(symbol: "$s5Depot", words: words)
        #expect(function.module == "Shop")
        #expect(function.name == "default argument 1 of Depot.Gateway.pay(_:by:) in Shop")
    }

    @Test("A closure is named by where it is, and not by where its result's local type is declared")
    func local() {
        let words = "closure #2 () -> Board #1 in Shop.play() -> () in closure #1 () -> () in Shop.play() -> ()"
        #expect(CallingFunction(symbol: "$s4Shop", words: words).name == "closure #2 in closure #1 in Shop.play()")
    }

    @Test("Arrows, tuples and generic arguments do not end a calling function's parameters")
    func nested() {
        let file = String(repeating: "A1", count: 16)
        let words = "Shop.(Till in _\(file)).pay<A>(by: (Swift.Int, A) -> Swift.Array<A>, Swift.Int, or: A) -> ()"
        #expect(CallingFunction(symbol: "$s4Shop", words: words).name == "Shop.Till.pay(by:_:or:)")
    }
}
