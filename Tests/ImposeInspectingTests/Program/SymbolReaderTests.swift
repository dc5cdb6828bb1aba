import TestSupport
import Testing

#if arch(x86_64)
    @Suite("Reading the symbols of a program")
    struct SymbolReaderTests {
        private let file = SymbolFile()

        @Test("The reader of a program's symbols finds the function that refers to a mark")
        func whole() {
            #expect(file.readings(of: file.bytes) == ["second"])
        }

        @Test("The reader of a program's symbols reads a file that is cut off as far as it goes")
        func cut() {
            for length in 0..<file.bytes.count {
                let readings = file.readings(of: Array(file.bytes.prefix(length)))
                #expect(readings.isEmpty || readings == ["second"])
            }
        }

        @Test("The reader of a program's symbols reads none from a file of another kind", arguments: [0, 4, 58])
        func otherFile(position: Int) {
            var bytes = file.bytes
            bytes[position] ^= 1
            #expect(file.readings(of: bytes).isEmpty)
        }

        @Test(
            "With flipped bits, the reader of a program's symbols reads nothing outside file and image",
            arguments: seeds(8)
        )
        func flipped(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<1_000 {
                var bytes = file.bytes
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let index = Int.random(in: bytes.indices, using: &random)
                    bytes[index] ^= UInt8.random(in: 1...255, using: &random)
                }
                if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
                _ = file.readings(of: bytes)
            }
        }
    }
#endif
