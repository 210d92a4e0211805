# Middle broadcast argsort: what nvFuser asserts of it in GreedySchedulerTest.UnconstrainedIDAndBroadcast.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 128], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[4, 8, 128], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.broadcast(T0, is_broadcast_dim=[False, True, False])
    T3 = fd.ops.add(T2, T1)
    T7 = fd.ops.reshape(T3, new_shape=[32, 128])
    T8 = fd.ops.argsort(T7, dim=-1, descending=True, stable=True)
    S9 = fd.define_scalar(100, dtype=DataType.Int)
    T10 = fd.ops.mul(T8, S9)
    fd.add_output(T10)

inputs = [
    torch.randn(4, 128, dtype=torch.float32),
    torch.randn(4, 8, 128, dtype=torch.float32),
]
