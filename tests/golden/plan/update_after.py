# The input is read by a later step than the one that makes its new value: the copy waits for it.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.neg(T0)
    T2 = fd.ops.matmul(T1, T1)
    T3 = fd.ops.add(T2, T0)
    fd.add_output(T1, T0)
    fd.add_output(T3)

inputs = [torch.randn(16, 16)]
