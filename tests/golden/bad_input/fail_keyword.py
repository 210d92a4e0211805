# A keyword that the op does not have, and one that is given twice.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.sum(a, dimensions=[1])
    c = fd.ops.sum(a, [1], dims=[0])
    fd.add_output(b)
    fd.add_output(c)
