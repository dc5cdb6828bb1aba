// Calls that do not say which type to inject, each with the error that the compiler must print.

import Impose

protocol Gateway {
    func pay()
}

final class Wrapped: InjectionOwner {
    @Injected var injected  // expected-error {{say which type to inject, as in '@Injected var gateway: any Gateway'}}
    @Injected(from: .secondary) var other  // expected-error {{as in '@Injected var gateway: any Gateway'}}
    @UnforceInjected var unforced  // expected-error {{as in '@UnforceInjected var gateway: (any Gateway)?'}}
    @InjectedWeakly var weakly  // expected-error {{as in '@InjectedWeakly var gateway: (any Gateway)?'}}
    @InjectedAll var all  // expected-error {{as in '@InjectedAll var gateways: [any Gateway]'}}
    @Imposed var imposed  // expected-error {{as in '@Imposed var gateway: any Gateway'}}
    @OwnerInjected var owned  // expected-error {{as in '@OwnerInjected var gateway: any Gateway'}}
    let held = Injected()  // expected-error {{as in '@Injected var gateway: any Gateway'}}

    var imposer: Imposer { .shared }
}

func functions() throws {
    let plain = inject()  // expected-error {{say which type to inject, as in 'let gateway: any Gateway = inject()'}}
    let named = inject(named: "eu")  // expected-error {{as in 'let gateway: any Gateway = inject()'}}
    let from = inject(from: .secondary)  // expected-error {{as in 'let gateway: any Gateway = inject()'}}
    let furthest = inject(ifNoMatchUse: .furthest)  // expected-error {{as in 'let gateway: any Gateway = inject()'}}
    let arguments = inject(arguments: 1, "two")  // expected-error {{as in 'let gateway: any Gateway = inject()'}}
    let label = inject(Gateway.self)  // expected-error {{as in 'let gateway: any Gateway = inject()'}}
    let closure = { inject() }  // expected-error {{as in 'let gateway: any Gateway = inject()'}}
    let tried = try tryInject()  // expected-error {{as in 'let gateway: any Gateway = try tryInject()'}}
    let optional = try? tryInject()  // expected-error {{as in 'let gateway: any Gateway = try tryInject()'}}
    let unforced = unforceInject()  // expected-error {{as in 'let gateway: (any Gateway)? = unforceInject()'}}
    let all = try injectAll()  // expected-error {{as in 'let gateways: [any Gateway] = try injectAll()'}}
    if let bound = unforceInject() {}  // expected-error {{as in 'let gateway: (any Gateway)? = unforceInject()'}}
    for gateway in try injectAll() {}  // expected-error {{as in 'let gateways: [any Gateway] = try injectAll()'}}
    inject().pay()  // expected-error {{value of type 'Imposer.MissingType' has no member 'pay'}}
}
