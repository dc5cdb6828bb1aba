import Impose
import SwiftUI

struct ContentView: View {
    @State private var model: PriceModel = inject()

    var body: some View {
        PriceView(model: model)
    }
}

struct PriceView: View {
    let model: PriceModel

    var body: some View {
        VStack {
            Text(model.text)
            Button("Ask") { Task { await model.ask() } }
        }
    }
}

#Preview {
    PriceView(
        model: Imposer.isolated {
            Imposer.provide(using: ShopModule(usesDoubles: true))
            return inject()
        }
    )
}
