# An operand is missing, and one is too many.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.add(a)
    c = fd.ops.exp(a, a)
    fd.add_output(b)
    fd.add_output(c)
