# A cut is asked for after one value: the chain would fit into one kernel.
# options: {"cut": ["b"]}
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.relu(a)
    c = fd.ops.exp(b)
    d = fd.ops.tanh(c)
    fd.add_output(d)

inputs = [torch.randn(16, 32)]
