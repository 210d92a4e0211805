# A scalar argument, a product that a library runs, a view of what it gives, and an input that is updated in place.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(None, dtype=DataType.Double)
    T2 = fd.ops.mul(T0, S1)
    T3 = fd.ops.matmul(T2, T2)
    T4 = fd.ops.permute(T3, dims=[1, 0])
    T5 = fd.ops.segment_set(T4)
    T6 = fd.ops.add(T5, T0)
    fd.add_output(T6, T0)
    fd.add_output(T5)

inputs = [torch.randn(8, 8), 0.5]
