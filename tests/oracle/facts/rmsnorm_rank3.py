# Rmsnorm rank3: what nvFuser asserts of it in Gpu1Test.FusionMagicSchedulerRMSNormalization_CUDA.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(1.00000, dtype=DataType.Double)
    S2 = fd.ops.size(T0, dim=2)
    S3 = fd.ops.mul(S1, S2)
    T4 = fd.ops.mul(T0, T0)
    T5 = fd.ops.sum(T4, dims=[2], keepdim=False, dtype=DataType.Null)
    T6 = fd.ops.broadcast(T5, is_broadcast_dim=[False, False, True])
    S7 = fd.ops.reciprocal(S3)
    T8 = fd.ops.mul(T6, S7)
    S9 = fd.define_scalar(1.00000e-05, dtype=DataType.Double)
    T10 = fd.ops.add(T8, S9)
    T11 = fd.ops.rsqrt(T10)
    T12 = fd.ops.mul(T0, T11)
    fd.add_output(T12)
    fd.add_output(T11)

inputs = [
    torch.randn(8, 56, 1024, dtype=torch.float32),
]
