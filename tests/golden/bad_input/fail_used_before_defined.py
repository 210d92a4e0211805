# A value is used above the line that makes it; another is never made.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.add(a, c)
    c = fd.ops.exp(a)
    fd.add_output(fd.ops.mul(b, nothing))
