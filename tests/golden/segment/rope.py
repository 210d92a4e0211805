# Rotary embedding of one head: slices, a negation and a concatenation of the halves, all in one resize kernel.
def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 16, 8], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[16, 8], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[16, 8], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.slice(T0, start_indices=[0, 0, 0], end_indices=[2, 16, 4], strides=[1, 1, 1], manual_normalization=0)
    T4 = fd.ops.slice(T0, start_indices=[0, 0, 4], end_indices=[2, 16, 8], strides=[1, 1, 1], manual_normalization=0)
    T5 = fd.ops.neg(T4)
    T6 = fd.ops.cat([T5, T3], dim=-1, manual_padding=0)
    T7 = fd.ops.mul(T0, T1)
    T8 = fd.ops.mul(T6, T2)
    T9 = fd.ops.add(T7, T8)
    fd.add_output(T9)

inputs = [torch.randn(2, 16, 8), torch.randn(16, 8), torch.randn(16, 8)]
