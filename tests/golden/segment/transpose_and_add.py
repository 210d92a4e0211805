# A transposed tensor is added to another: one kernel, over tiles because both are large.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.permute(T0, dims=[1, 0])
    T3 = fd.ops.add(T2, T1)
    fd.add_output(T3)

inputs = [torch.randn(4096, 2048), torch.randn(2048, 4096)]
