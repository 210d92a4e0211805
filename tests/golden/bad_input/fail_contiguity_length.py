# Contiguity of two axes for a shape of three.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True], dtype=DataType.Float)
    fd.add_output(fd.ops.neg(a))
