# A square tensor and its own transpose: one axis would have to be two loops at once, so the transpose is a view before it.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[8, 8], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    b = fd.ops.permute(a, dims=[1, 0])
    fd.add_output(fd.ops.add(a, b))

inputs = [torch.randn(8, 8)]
