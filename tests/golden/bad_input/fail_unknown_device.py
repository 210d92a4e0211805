# A device that is not in the table.
# options: {"gpu": "h300"}
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    fd.add_output(fd.ops.neg(a))
inputs = [torch.randn(4)]
