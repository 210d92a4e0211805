# A scalar cannot be an output, and a definition without outputs computes nothing.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    s = fd.define_scalar(1.0, dtype=DataType.Double)
    t = fd.ops.add(s, s)
    fd.add_output(t)
