# An input is updated in place by the kernel that also sums it: the sum sees the values before the update.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[8, 16], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[8, 64], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.exp(T0)
    fd.add_output(T2, alias_input=T0)
    T3 = fd.ops.sum(T0, dims=[1], keepdim=True, dtype=DataType.Null)
    T4 = fd.ops.add(T3, T1)
    fd.add_output(T4)

inputs = [torch.randn(8, 16), torch.randn(8, 64)]
