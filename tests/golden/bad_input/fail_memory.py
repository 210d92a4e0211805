# A run that needs more memory than it may use.
# options: {"memory": 100}
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    fd.add_output(fd.ops.neg(a))
inputs = [torch.randn(64)]
