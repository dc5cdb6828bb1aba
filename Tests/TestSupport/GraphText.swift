internal import Foundation

/// The description of a graph, taken apart.
package struct GraphText {
    /// How much there is in it: `2 registrations, 1 dependency, 0 cycles`.
    package let counts: String
    /// What is in boxes: `n0: Van (singleInstance, in primary, at Shop/Setup.swift:3)`.
    package private(set) var boxes: [String] = []
    /// What is asked for, by the box that asks: `→ Carrier: n1, 1 step away`.
    private var grouped: [[String]] = []

    package init(_ graph: some CustomStringConvertible) {
        let lines = graph.description.lines
        counts = lines[0]
        for line in lines.dropFirst() {
            if line.hasPrefix("  ") {
                grouped[grouped.count - 1].append(String(line.dropFirst(2)))
            } else {
                boxes.append(line)
                grouped.append([])
            }
        }
    }

    /// Everything that is asked for.
    package var requests: [String] { grouped.flatMap { $0 } }

    /// What one box asks for.
    ///
    /// - Parameter box: The beginning of its line, which is its identifier, or what stands behind that.
    package func requests(of box: String) -> [String] {
        boxes.indices.filter { boxes[$0].hasPrefix("\(box):") || boxes[$0].hasSuffix(": \(box)") }
            .flatMap { grouped[$0] }
    }

    /// The identifier of a box, by what stands behind that.
    package func id(of box: String) -> String? {
        boxes.first { $0.hasSuffix(": \(box)") }.map { String($0.prefix { $0 != ":" }) }
    }
}

extension StringProtocol {
    /// Of what is asked for, where that leads to: `n1, 1 step away`.
    package var target: String { components(separatedBy: ": ").dropFirst().joined(separator: ": ") }
}
