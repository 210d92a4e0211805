# A group norm: channels are split into groups by a reshape, each group is normalised, and a second reshape puts them back.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    x = fd.define_tensor(shape=[2, 8, 6], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    g = fd.ops.reshape(x, new_shape=[2, 4, 12])
    v, m = fd.ops.var_mean(g, dims=[2], correction=0, keepdim=True)
    n = fd.ops.mul(fd.ops.sub(g, m), fd.ops.rsqrt(fd.ops.add(v, 1e-5)))
    y = fd.ops.reshape(n, new_shape=[2, 8, 6])
    fd.add_output(y)

inputs = [torch.randn(2, 8, 6)]
