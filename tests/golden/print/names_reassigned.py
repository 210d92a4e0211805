# A name that is assigned again is another value; keyword arguments come in any order; calls go over several lines.
with FusionDefinition() as fd:
    x = fd.define_tensor(
        dtype=DataType.Float,
        contiguity=[True, True],
        shape=[-1, -1],
    )
    x = fd.ops.add(x, x)
    x = fd.ops.sum(
        keepdim=True, dims=[-1],
        arg=x,
    )
    y = -x * x
    fd.add_output(y)

inputs = [torch.randn(4, 6)]
