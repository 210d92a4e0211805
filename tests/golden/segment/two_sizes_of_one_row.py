# One value with an axis of extent 1 is added to rows of two lengths: no kernel has both loops.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[8, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    b = fd.define_tensor(shape=[8, 16], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    c = fd.define_tensor(shape=[8, 24], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    d = fd.ops.exp(a)
    fd.add_output(fd.ops.add(d, b))
    fd.add_output(fd.ops.mul(d, c))

inputs = [torch.randn(8, 1), torch.randn(8, 16), torch.randn(8, 24)]
