# Two values that need each other: the text has no order in which both exist.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.add(a, c)
    c = fd.ops.mul(a, b)
    fd.add_output(c)
