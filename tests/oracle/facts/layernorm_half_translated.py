# Layernorm half translated: what nvFuser asserts of it in PersistentBufferTest.FusionPersistentBufferProjectionAfterWelfordTranslate_CUDA.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T3 = fd.ops.cast(T0, dtype=DataType.Float)
    T4 = fd.ops.cast(T1, dtype=DataType.Float)
    T5 = fd.ops.cast(T2, dtype=DataType.Float)
    S6 = fd.define_scalar(1.00000, dtype=DataType.Double)
    S7 = fd.ops.size(T3, dim=1)
    S8 = fd.ops.mul(S6, S7)
    T9, T10, T11 = fd.ops.welford(T3, dims=[1])
    T12 = fd.ops.broadcast(T9, is_broadcast_dim=[False, True])
    T13 = fd.ops.sub(T3, T12)
    T14 = fd.ops.broadcast(T10, is_broadcast_dim=[False, True])
    S15 = fd.ops.reciprocal(S8)
    T16 = fd.ops.mul(T14, S15)
    S17 = fd.define_scalar(1.00000e-05, dtype=DataType.Double)
    T18 = fd.ops.add(T16, S17)
    T19 = fd.ops.rsqrt(T18)
    T20 = fd.ops.mul(T13, T19)
    T21 = fd.ops.broadcast(T4, is_broadcast_dim=[True, False])
    T22 = fd.ops.mul(T20, T21)
    T23 = fd.ops.broadcast(T5, is_broadcast_dim=[True, False])
    T24 = fd.ops.add(T22, T23)
    T25 = fd.ops.cast(T24, dtype=DataType.Half)
    fd.add_output(T25)
    fd.add_output(T12)
    fd.add_output(T19)

inputs = [
    torch.randn(2048, 10240, dtype=torch.float16),
    torch.randn(10240, dtype=torch.float16),
    torch.randn(10240, dtype=torch.float16),
]
