# A loop is not followed.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    for i in range(3):
        a = fd.ops.neg(a)
    fd.add_output(a)
