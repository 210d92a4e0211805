# An index in the inputs that points outside of the axis.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    i = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Int)
    fd.add_output(fd.ops.index_select(a, i, dim=0))
inputs = [torch.randn(4, 6), torch.tensor([0, 9])]
