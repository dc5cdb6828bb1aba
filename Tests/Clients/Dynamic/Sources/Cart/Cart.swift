import Impose

package protocol Gateway: Sendable { func pay() -> String }

package struct Cart {
    @Injected private var gateway: any Gateway

    package init() {}

    package func pay() -> String { gateway.pay() }
}
