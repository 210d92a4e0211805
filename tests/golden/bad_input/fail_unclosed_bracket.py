# A bracket is never closed; the lines after it are still read.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=[True, True, dtype=DataType.Float)
    b = fd.ops.exp(a)
    c = fd.ops.expp(b)
    fd.add_output(c)
