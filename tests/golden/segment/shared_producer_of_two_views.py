# One cheap value is reshaped in two ways that do not nest: each kernel computes it again, and nothing crosses.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[24], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    b = fd.ops.exp(a)
    c = fd.ops.reshape(b, new_shape=[6, 4])
    d = fd.ops.reshape(b, new_shape=[4, 6])
    fd.add_output(fd.ops.neg(c))
    fd.add_output(fd.ops.relu(d))

inputs = [torch.randn(24)]
