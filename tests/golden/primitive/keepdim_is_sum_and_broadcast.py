# keepdim is a reduction and a broadcast of its result; the value that crosses the cut is the broadcast, which the source knows as T2.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=True, dtype=DataType.Null)
    T3 = fd.ops.add(T2, T1)
    fd.add_output(T3)

inputs = [torch.randn(4, 8), torch.randn(4, 32)]
