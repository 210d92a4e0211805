# Outer mean sub float14: what nvFuser asserts of it in OuterReductionTest.GridPersistentWelfordOuterNormLikeFloat256x14x512Scheduler.
# expect: segments = 1
# expect: schedulers = outer_persistent
# passes: nvfuser
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1, T2, T3 = fd.ops.welford(T0, dims=[2, 1, 0])
    T4 = fd.ops.broadcast(T1, is_broadcast_dim=[True, True, True, False])
    T5 = fd.ops.sub(T0, T4)
    fd.add_output(T5)

inputs = [
    torch.randn(256, 14, 14, 512, dtype=torch.float32),
]
