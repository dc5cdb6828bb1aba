import Impose

struct ShopModule: ModuleInjector {
    var usesDoubles = false

    func provide(for imposer: Imposer) {
        imposer.impose(for: PriceModel.self, option: .closureBased, PriceModel.init)
        if usesDoubles {
            imposer.impose(for: Prices.self, FixedPrices.init)
        } else {
            imposer.impose(for: Prices.self, WebPrices.init)
        }
    }
}
