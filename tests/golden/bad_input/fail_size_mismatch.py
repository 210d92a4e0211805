# Operands whose extents do not meet, a reshape to another number of elements, and a product whose inner extents differ.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    b = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float)
    c = fd.ops.add(a, b)
    d = fd.ops.reshape(a, new_shape=[5, 5])
    e = fd.ops.matmul(a, b)
    fd.add_output(c)
    fd.add_output(d)
    fd.add_output(e)
inputs = [torch.randn(4, 6), torch.randn(4, 7)]
