# Normalise with running stats: what nvFuser asserts of it in Gpu3Test.FusionIssue2372_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1, -1], contiguity=[True, True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    S3 = fd.define_scalar(None, dtype=DataType.Double)
    T4 = fd.ops.broadcast(T1, is_broadcast_dim=[True, True, True, True, False])
    S5 = fd.ops.size(T0, dim=0)
    S6 = fd.ops.size(T0, dim=1)
    S7 = fd.ops.size(T0, dim=2)
    S8 = fd.ops.size(T0, dim=3)
    S9 = fd.ops.size(T0, dim=4)
    T11 = fd.ops.expand(T4, shape=[S5, S6, S7, S8, S9])
    T12 = fd.ops.sub(T0, T11)
    T13 = fd.ops.add(T2, S3)
    T14 = fd.ops.rsqrt(T13)
    T15 = fd.ops.broadcast(T14, is_broadcast_dim=[True, True, True, True, False])
    T17 = fd.ops.expand(T15, shape=[S5, S6, S7, S8, S9])
    T18 = fd.ops.mul(T12, T17)
    fd.add_output(T18)
    fd.add_output(T1)
    fd.add_output(T14)

inputs = [
    torch.randn(1, 5, 5, 5, 2, dtype=torch.float32),
    torch.randn(2, dtype=torch.float32),
    torch.randn(2, dtype=torch.float32),
    1e-05,
]
