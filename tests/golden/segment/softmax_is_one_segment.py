# A softmax over rows stays in one kernel: both reductions and all that is between them run over the same axis.
with FusionDefinition() as fd:
    x = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    m = fd.ops.max(x, [1], keepdim=True)
    e = fd.ops.exp(fd.ops.sub(x, m))
    s = fd.ops.sum(e, [1], keepdim=True)
    fd.add_output(fd.ops.div(e, s))

inputs = [torch.randn(64, 1024)]
