# A permutation of three axes of a tensor that has two.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.permute(a, dims=[2, 0, 1])
    fd.add_output(b)
inputs = [torch.randn(4, 6)]
