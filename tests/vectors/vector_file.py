"""Cases of the vector files and how they are written; tests/core/evaluate/vector_file.h reads them.

A case is a block of lines:

    case add Float_broadcast          the op and a label
      tensor Float [2,1] 1 -0         an operand: dtype, extents, elements in row-major order
      scalar Double 0.5               another kind of operand
      vector 2 3                      another
      absent                          an optional operand that is not given
      attribute dim -1                a field of the op's attributes
      result Float [2,1] 1.5 0.5      a result; `result scalar Int 3` for a scalar
      exact                           every bit counts; else the tolerance table decides
      reduced 15                      terms that a result is accumulated from, for the tolerance
"""

import number_formats as nf


class Tensor:
    """Elements (Python numbers, already of the dtype) in row-major order."""

    def __init__(self, dtype, extents, elements):
        self.dtype, self.extents, self.elements = dtype, list(extents), list(elements)

    def text(self):
        extents = "[" + ",".join(str(e) for e in self.extents) + "]"
        return " ".join([self.dtype, extents] + [nf.text_of(self.dtype, x) for x in self.elements])


class Scalar:
    def __init__(self, dtype, value):
        self.dtype, self.value = dtype, value

    def text(self):
        return self.dtype + " " + nf.text_of(self.dtype, self.value)


class Vector:
    def __init__(self, *items):
        self.items = items

    def text(self):
        return " ".join(str(i) for i in self.items)


ABSENT = object()


def attribute_text(value):
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return " ".join(str(int(v)) for v in value)
    return str(value)


class VectorFile:
    def __init__(self, path):
        self.path = path
        self.lines = ["# Made by `/usr/bin/python3 tests/vectors/make_vectors.py`; see vector_file.py for the form."]

    def case(self, op, label, operands, results, attributes=None, exact=False, reduced=1):
        self.lines.append(f"case {op} {label}")
        for operand in operands:
            if operand is ABSENT:
                self.lines.append("  absent")
            else:
                self.lines.append(f"  {type(operand).__name__.lower()} {operand.text()}")
        for name, value in (attributes or {}).items():
            self.lines.append(f"  attribute {name} {attribute_text(value)}".rstrip())
        for result in results:
            kind = "scalar " if isinstance(result, Scalar) else ""
            self.lines.append(f"  result {kind}{result.text()}")
        if exact:
            self.lines.append("  exact")
        if reduced != 1:
            self.lines.append(f"  reduced {reduced}")

    def write(self):
        with open(self.path, "w", encoding="ascii") as file:
            file.write("\n".join(line.rstrip() for line in self.lines) + "\n")
