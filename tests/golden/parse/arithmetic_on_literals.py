# Python arithmetic on literals, negative numbers and named numbers.
rows = 4
columns = 2 * rows
with FusionDefinition() as fd:
    x = fd.define_tensor(shape=[rows, columns], contiguity=True, dtype=DataType.Float)
    s = fd.define_scalar(-1.0 / (columns - 3), dtype=DataType.Double)
    y = fd.ops.mul(x, s)
    z = fd.ops.reshape(y, new_shape=[rows * columns // 2, 2 ** 1])
    fd.add_output(z)

inputs = [torch.randn(rows, columns)]
