# Axes that a tensor does not have, and one that is named twice.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.sum(a, dims=[2])
    c = fd.ops.sum(a, dims=[1, -1])
    d = fd.ops.permute(a, dims=[0, 0])
    fd.add_output(b)
    fd.add_output(c)
    fd.add_output(d)
inputs = [torch.randn(4, 6)]
