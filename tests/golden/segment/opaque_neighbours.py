# Attention that is not built stands alone; what comes before and after it is still segmented.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 4, 16, 32], contiguity=True, dtype=DataType.BFloat16)
    T1 = fd.define_tensor(shape=[2, 4, 16, 32], contiguity=True, dtype=DataType.BFloat16)
    T2 = fd.define_tensor(shape=[2, 4, 16, 32], contiguity=True, dtype=DataType.BFloat16)
    T3 = fd.ops.relu(T0)
    T4, T5, T6, T7 = fd.ops.sdpfa_fwd(T3, T1, T2, None, None, None)
    T8 = fd.ops.neg(T4)
    T9 = fd.ops.cast(T8, dtype=DataType.Float)
    fd.add_output(T9)

inputs = [torch.randn(2, 4, 16, 32, dtype=torch.bfloat16), torch.randn(2, 4, 16, 32, dtype=torch.bfloat16),
          torch.randn(2, 4, 16, 32, dtype=torch.bfloat16)]
