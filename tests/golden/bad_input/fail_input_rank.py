# An input of another rank and one of another dtype than declared.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Half)
    fd.add_output(fd.ops.add(a, b))
inputs = [torch.randn(4), torch.randn(4)]
