# A tensor without elements: its sum is zero, and nothing is launched for the rest.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 0], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.exp(T0)
    fd.add_output(T1)
    fd.add_output(T2)

inputs = [torch.randn(4, 0)]
