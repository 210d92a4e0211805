# Bias gelu bwd: what nvFuser asserts of it in Gpu2Test.FusionBiasGeluBwd_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T2 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Half, is_cpu=False)
    T3 = fd.ops.cast(T2, dtype=DataType.Float)
    T4 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Half, is_cpu=False)
    T5 = fd.ops.cast(T4, dtype=DataType.Float)
    T6 = fd.ops.broadcast(T3, is_broadcast_dim=[True, True, False])
    T7 = fd.ops.add(T6, T5)
    S8 = fd.define_scalar(0.79788456, dtype=DataType.Double)
    T9 = fd.ops.mul(T7, S8)
    S10 = fd.define_scalar(0.0447150, dtype=DataType.Double)
    T11 = fd.ops.mul(T7, S10)
    T12 = fd.ops.mul(T11, T7)
    S13 = fd.define_scalar(1, dtype=DataType.Int)
    T14 = fd.ops.add(T12, S13)
    T15 = fd.ops.mul(T9, T14)
    T16 = fd.ops.tanh(T15)
    S17 = fd.define_scalar(0.500000, dtype=DataType.Double)
    T18 = fd.ops.mul(T7, S17)
    T19 = fd.ops.mul(T16, T16)
    T20 = fd.ops.neg(T19)
    S21 = fd.define_scalar(1, dtype=DataType.Int)
    T22 = fd.ops.add(T20, S21)
    S23 = fd.define_scalar(0.1070322243, dtype=DataType.Double)
    T24 = fd.ops.mul(T7, S23)
    T25 = fd.ops.mul(T24, T7)
    S26 = fd.define_scalar(0.79788456, dtype=DataType.Double)
    T27 = fd.ops.add(T25, S26)
    T28 = fd.ops.mul(T22, T27)
    T29 = fd.ops.mul(T18, T28)
    S30 = fd.define_scalar(1, dtype=DataType.Int)
    T31 = fd.ops.add(T16, S30)
    S32 = fd.define_scalar(0.500000, dtype=DataType.Double)
    T33 = fd.ops.mul(T31, S32)
    T34 = fd.ops.add(T29, T33)
    T35 = fd.ops.mul(T34, T1)
    fd.add_output(T35)
    T36 = fd.ops.cast(T35, dtype=DataType.Half)
    fd.add_output(T36)

inputs = [
    torch.randn(6, 512, 4096, dtype=torch.float16),
    torch.randn(4096, dtype=torch.float16),
    torch.randn(6, 512, 4096, dtype=torch.float16),
]
