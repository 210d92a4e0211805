# An in-place update by a value of another shape.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.sum(a, dims=[1])
    fd.add_output(b, alias_input=a)
inputs = [torch.randn(4, 6)]
