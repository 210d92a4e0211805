# Two sums are concatenated: slices and pads do not stand in a kernel with reductions.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[8, 32], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    b = fd.define_tensor(shape=[8, 32], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    s = fd.ops.sum(a, dims=[1])
    t = fd.ops.sum(b, dims=[1])
    c = fd.ops.cat([s, t], dim=0)
    fd.add_output(c)

inputs = [torch.randn(8, 32), torch.randn(8, 32)]
