# A diagnostic in the response: code, name, severity, place and text.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    fd.add_output(fd.ops.neg(aa))

inputs = [torch.randn(4)]
