# Fewer inputs than the definition declares.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    b = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    fd.add_output(fd.ops.add(a, b))
inputs = [torch.randn(4)]
