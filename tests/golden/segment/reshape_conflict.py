# One value is reshaped in two ways that do not nest: [6, 4] and [4, 6] of 24 elements cannot share a loop nest.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[24, 8], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    s = fd.ops.sum(a, dims=[1])
    b = fd.ops.exp(s)
    c = fd.ops.neg(fd.ops.reshape(b, new_shape=[6, 4]))
    d = fd.ops.relu(fd.ops.reshape(b, new_shape=[4, 6]))
    e = fd.ops.add(fd.ops.reshape(c, new_shape=[24]), fd.ops.reshape(d, new_shape=[24]))
    fd.add_output(e)

inputs = [torch.randn(24, 8)]
