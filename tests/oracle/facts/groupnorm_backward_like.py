# Groupnorm backward like: what nvFuser asserts of it in Gpu3Test.Issue2685Repro.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1, -1, -1, -1, 1], contiguity=[True, True, True, True, None], dtype=DataType.Float, is_cpu=False)
    T4 = fd.ops.squeeze(T3, dims=[4], squeeze_expanded=False)
    T5 = fd.ops.set(T4)
    T6 = fd.ops.set(T4)
    T7 = fd.ops.sum(T6, dims=[0, 2, 3], keepdim=False, dtype=DataType.Null)
    T8 = fd.ops.broadcast(T7, is_broadcast_dim=[True, False, True, True])
    T9 = fd.ops.set(T8)
    T10 = fd.ops.set(T9)
    T11 = fd.ops.set(T10)
    T17 = fd.ops.expand(T11, shape=[2, -1, 30, 80])
    S18 = fd.define_scalar(2.60417e-05, dtype=DataType.Double)
    T19 = fd.ops.mul(S18, T17)
    T20 = fd.ops.set(T4)
    T21 = fd.ops.sum(T20, dims=[0, 2, 3], keepdim=False, dtype=DataType.Null)
    T22 = fd.ops.broadcast(T21, is_broadcast_dim=[True, False, True, True])
    T23 = fd.ops.set(T22)
    T24 = fd.ops.squeeze(T23, dims=[0, 2, 3], squeeze_expanded=False)
    S25 = fd.define_scalar(0.500000, dtype=DataType.Double)
    T26 = fd.ops.mul(S25, T24)
    S27 = fd.define_scalar(3, dtype=DataType.Int)
    T28 = fd.ops.add(T2, S27)
    T29 = fd.ops.mul(T26, T28)
    T30 = fd.ops.broadcast(T29, is_broadcast_dim=[True, False, True, True])
    T31 = fd.ops.set(T30)
    T32 = fd.ops.set(T31)
    T38 = fd.ops.expand(T32, shape=[2, -1, 30, 80])
    S39 = fd.define_scalar(2, dtype=DataType.Int)
    T40 = fd.ops.mul(S39, T38)
    T41 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False, True, True])
    T42 = fd.ops.set(T41)
    T43 = fd.ops.sub(T0, T42)
    T44 = fd.ops.mul(T40, T43)
    T45 = fd.ops.set(T44)
    T46 = fd.ops.add(T19, T45)
    T47 = fd.ops.add(T5, T46)
    T48 = fd.ops.cast(T47, dtype=DataType.Half)
    fd.add_output(T48)

inputs = [
    torch.randn(2, 288, 30, 80, dtype=torch.float32),
    torch.randn(288, dtype=torch.float32),
    torch.randn(288, dtype=torch.float32),
    torch.randn(2, 288, 30, 80, 1, dtype=torch.float32),
]
