# Outer mean sub half28 weighted: what nvFuser asserts of it in OuterReductionTest.GridPersistentWelfordOuterNormWithWeightsLikeWHalf256x28x512Scheduler.
# expect: segments >= 2
# expect: refused = outer_persistent
# passes: nvfuser
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.cast(T0, dtype=DataType.Float)
    T3, T4, T5 = fd.ops.welford(T2, dims=[2, 1, 0])
    T6 = fd.ops.broadcast(T3, is_broadcast_dim=[True, True, True, False])
    T7 = fd.ops.sub(T2, T6)
    T8 = fd.ops.broadcast(T1, is_broadcast_dim=[True, True, True, False])
    T9 = fd.ops.add(T7, T8)
    T10 = fd.ops.cast(T9, dtype=DataType.Half)
    fd.add_output(T10)

inputs = [
    torch.randn(256, 28, 28, 512, dtype=torch.float16),
    torch.randn(512, dtype=torch.float32),
]
