# A product runs in a library; its bias and activation are a kernel of their own.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[16, 32], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    b = fd.define_tensor(shape=[32, 8], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    c = fd.define_tensor(shape=[8], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    d = fd.ops.matmul(a, b)
    e = fd.ops.add(d, c)
    f = fd.ops.relu(e)
    g = fd.ops.cast(f, dtype=DataType.BFloat16)
    fd.add_output(g)

inputs = [torch.randn(16, 32, dtype=torch.bfloat16), torch.randn(32, 8, dtype=torch.bfloat16), torch.randn(8, dtype=torch.bfloat16)]
