# Ops that are known but not built print like any other.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 4, 16, 32], contiguity=True, dtype=DataType.BFloat16)
    T1 = fd.define_tensor(shape=[2, 4, 16, 32], contiguity=True, dtype=DataType.BFloat16)
    T2 = fd.define_tensor(shape=[2, 4, 16, 32], contiguity=True, dtype=DataType.BFloat16)
    T3 = fd.define_tensor(shape=[2, 4, 16, 32], contiguity=True, dtype=DataType.BFloat16)
    S4 = fd.define_scalar(0.0, dtype=DataType.Double)
    S5 = fd.define_scalar(True, dtype=DataType.Bool)
    T6, T7, T8, T9 = fd.ops.sdpfa_fwd(T0, T1, T2, dropout_p=S4, is_causal=S5, scale=None)
    T10, T11, T12 = fd.ops.sdpfa_bwd(T3, T0, T1, T2, T6, T7, S4, S5, T8, T9, None)
    fd.add_output(T10)
    fd.add_output(T11)
    fd.add_output(T12)

inputs = [torch.randn(2, 4, 16, 32, dtype=torch.bfloat16), torch.randn(2, 4, 16, 32, dtype=torch.bfloat16),
          torch.randn(2, 4, 16, 32, dtype=torch.bfloat16), torch.randn(2, 4, 16, 32, dtype=torch.bfloat16)]
