# Batchnorm channels last float 14: what nvFuser asserts of it in OuterReductionTest.GridPersistentBatchNormChannelsLastFloat256x14x512Scheduler.
# expect: segments = 1
# expect: schedulers = outer_persistent
# passes: nvfuser
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T4 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    S5 = fd.define_scalar(1.00000, dtype=DataType.Double)
    S6 = fd.ops.size(T0, dim=0)
    S7 = fd.ops.mul(S5, S6)
    S8 = fd.ops.size(T0, dim=1)
    S9 = fd.ops.mul(S7, S8)
    S10 = fd.ops.size(T0, dim=2)
    S11 = fd.ops.mul(S9, S10)
    T12, T13, T14 = fd.ops.welford(T0, dims=[0, 1, 2])
    S15 = fd.define_scalar(0.100000, dtype=DataType.Double)
    T16 = fd.ops.mul(T12, S15)
    S17 = fd.define_scalar(0.900000, dtype=DataType.Double)
    T18 = fd.ops.mul(T3, S17)
    T19 = fd.ops.add(T18, T16)
    S20 = fd.define_scalar(1.00000, dtype=DataType.Double)
    S21 = fd.ops.sub(S11, S20)
    S22 = fd.ops.reciprocal(S21)
    T23 = fd.ops.mul(T13, S22)
    S24 = fd.define_scalar(0.100000, dtype=DataType.Double)
    T25 = fd.ops.mul(T23, S24)
    S26 = fd.define_scalar(0.900000, dtype=DataType.Double)
    T27 = fd.ops.mul(T4, S26)
    T28 = fd.ops.add(T27, T25)
    fd.add_output(T19, T3)
    fd.add_output(T28, T4)
    T29 = fd.ops.broadcast(T12, is_broadcast_dim=[True, True, True, False])
    T30 = fd.ops.sub(T0, T29)
    S31 = fd.ops.reciprocal(S11)
    T32 = fd.ops.mul(T13, S31)
    S33 = fd.define_scalar(1.00000e-05, dtype=DataType.Double)
    T34 = fd.ops.add(T32, S33)
    T35 = fd.ops.rsqrt(T34)
    T36 = fd.ops.broadcast(T35, is_broadcast_dim=[True, True, True, False])
    T37 = fd.ops.mul(T30, T36)
    T38 = fd.ops.broadcast(T1, is_broadcast_dim=[True, True, True, False])
    T39 = fd.ops.mul(T37, T38)
    T40 = fd.ops.broadcast(T2, is_broadcast_dim=[True, True, True, False])
    T41 = fd.ops.add(T39, T40)
    fd.add_output(T41)

inputs = [
    torch.randn(256, 14, 14, 512, dtype=torch.float32),
    torch.randn(512, dtype=torch.float32),
    torch.randn(512, dtype=torch.float32),
    torch.randn(512, dtype=torch.float32),
    torch.randn(512, dtype=torch.float32),
]
