# Layernorm 10240 f32: what nvFuser asserts of it in Gpu3Test.FusionTestWarnRegisterSpill_CUDA.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(1.00000, dtype=DataType.Double)
    S2 = fd.ops.size(T0, dim=1)
    S3 = fd.ops.mul(S1, S2)
    T4, T5, T6 = fd.ops.welford(T0, dims=[1])
    T7 = fd.ops.broadcast(T4, is_broadcast_dim=[False, True])
    T8 = fd.ops.sub(T0, T7)
    T9 = fd.ops.broadcast(T5, is_broadcast_dim=[False, True])
    S10 = fd.ops.reciprocal(S3)
    T11 = fd.ops.mul(T9, S10)
    S12 = fd.define_scalar(1.00000e-05, dtype=DataType.Double)
    T13 = fd.ops.add(T11, S12)
    T14 = fd.ops.rsqrt(T13)
    T15 = fd.ops.mul(T8, T14)
    fd.add_output(T15)
    fd.add_output(T7)
    fd.add_output(T14)

inputs = [
    torch.randn(2048, 10240, dtype=torch.float32),
]
