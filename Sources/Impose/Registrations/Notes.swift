/// The notes that inspecting takes of a registration, or of an imposer. The core keeps them and does not read them.
package typealias Notes = Boxed<any AnyObject & Sendable>
