# Arguments of another kind than the op takes.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.sum(a, dims="1")
    c = fd.ops.cast(a, dtype=3)
    d = fd.ops.cast(a, dtype=DataType.Flaot)
    e, f = fd.ops.exp(a)
    fd.add_output(b)
