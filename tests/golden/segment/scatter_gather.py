# Values are placed by index, and taken by index.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[4, 8], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    i = fd.define_tensor(shape=[4, 3], contiguity=[True, True], dtype=DataType.Int, is_cpu=False)
    v = fd.define_tensor(shape=[4, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    g = fd.ops.gather(a, i, dim=1)
    s = fd.ops.scatter(a, i, fd.ops.mul(v, v), dim=1)
    fd.add_output(fd.ops.add(g, v))
    fd.add_output(s)

inputs = [torch.randn(4, 8), torch.tensor([[0, 1, 2], [3, 4, 5], [7, 6, 5], [0, 2, 4]]), torch.randn(4, 3)]
