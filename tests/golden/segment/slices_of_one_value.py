# Two slices of one computed value, with different bounds, are added.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[4, 10], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    b = fd.ops.exp(a)
    c = fd.ops.slice(b, start_indices=[0, 0], end_indices=[4, 6])
    d = fd.ops.slice(b, start_indices=[0, 4], end_indices=[4, 10])
    fd.add_output(fd.ops.add(c, d))

inputs = [torch.randn(4, 10)]
