# Batchnorm channels last half 7: what nvFuser asserts of it in OuterReductionTest.GridPersistentBatchNormChannelsLastHalf256x7x512Scheduler.
# expect: segments = 1
# expect: schedulers = outer_persistent
# passes: nvfuser
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T4 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T5 = fd.ops.cast(T0, dtype=DataType.Float)
    T6 = fd.ops.cast(T1, dtype=DataType.Float)
    T7 = fd.ops.cast(T2, dtype=DataType.Float)
    S8 = fd.define_scalar(1.00000, dtype=DataType.Double)
    S9 = fd.ops.size(T5, dim=0)
    S10 = fd.ops.mul(S8, S9)
    S11 = fd.ops.size(T5, dim=1)
    S12 = fd.ops.mul(S10, S11)
    S13 = fd.ops.size(T5, dim=2)
    S14 = fd.ops.mul(S12, S13)
    T15, T16, T17 = fd.ops.welford(T5, dims=[0, 1, 2])
    S18 = fd.define_scalar(0.100000, dtype=DataType.Double)
    T19 = fd.ops.mul(T15, S18)
    S20 = fd.define_scalar(0.900000, dtype=DataType.Double)
    T21 = fd.ops.mul(T3, S20)
    T22 = fd.ops.add(T21, T19)
    S23 = fd.define_scalar(1.00000, dtype=DataType.Double)
    S24 = fd.ops.sub(S14, S23)
    S25 = fd.ops.reciprocal(S24)
    T26 = fd.ops.mul(T16, S25)
    S27 = fd.define_scalar(0.100000, dtype=DataType.Double)
    T28 = fd.ops.mul(T26, S27)
    S29 = fd.define_scalar(0.900000, dtype=DataType.Double)
    T30 = fd.ops.mul(T4, S29)
    T31 = fd.ops.add(T30, T28)
    fd.add_output(T22, T3)
    fd.add_output(T31, T4)
    T32 = fd.ops.broadcast(T15, is_broadcast_dim=[True, True, True, False])
    T33 = fd.ops.sub(T5, T32)
    S34 = fd.ops.reciprocal(S14)
    T35 = fd.ops.mul(T16, S34)
    S36 = fd.define_scalar(1.00000e-05, dtype=DataType.Double)
    T37 = fd.ops.add(T35, S36)
    T38 = fd.ops.rsqrt(T37)
    T39 = fd.ops.broadcast(T38, is_broadcast_dim=[True, True, True, False])
    T40 = fd.ops.mul(T33, T39)
    T41 = fd.ops.broadcast(T6, is_broadcast_dim=[True, True, True, False])
    T42 = fd.ops.mul(T40, T41)
    T43 = fd.ops.broadcast(T7, is_broadcast_dim=[True, True, True, False])
    T44 = fd.ops.add(T42, T43)
    T45 = fd.ops.cast(T44, dtype=DataType.Half)
    fd.add_output(T45)

inputs = [
    torch.randn(256, 7, 7, 512, dtype=torch.float16),
    torch.randn(512, dtype=torch.float16),
    torch.randn(512, dtype=torch.float16),
    torch.randn(512, dtype=torch.float32),
    torch.randn(512, dtype=torch.float32),
]
