final class Banner {
    @Imposed var cart: Cart
    let held: Cart

    init(held: Cart) {
        self.held = held
    }
}

do {
    Imposer.impose(for: Banner.self, Banner.init)
    let banner = inject(of: Banner.self)
    print(banner.held === banner.cart)  // true
    Imposer.session.reset()  // prints: emptied
    print(banner.held === inject(of: Cart.self), banner.cart === inject(of: Cart.self))  // false true
}
