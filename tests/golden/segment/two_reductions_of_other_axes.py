# A sum over rows and one over columns of one value: two kernels share the input, and nothing crosses between them.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)
    fd.add_output(T2)

inputs = [torch.randn(64, 32)]
