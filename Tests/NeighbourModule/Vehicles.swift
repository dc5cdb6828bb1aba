/// The top of a refinement chain.
public protocol Vehicle {}

/// One step below `Vehicle`.
public protocol MotorVehicle: Vehicle {}

/// Two steps below `Vehicle`.
public protocol Truck: MotorVehicle {}

/// A class of another module for the tests to inherit from.
open class Machine: MotorVehicle {
    /// Makes one.
    public init() {}
}

/// A value of another module.
public struct Pickup: Truck {
    /// Makes one.
    public init() {}
}

/// A protocol that only subclasses of `Machine` conform to.
public protocol Serviceable: Machine {}
