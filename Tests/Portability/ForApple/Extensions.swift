// A library that says nothing but that a type of another one conforms: its image has no section of types.

import Program

extension Int: Plain {}
