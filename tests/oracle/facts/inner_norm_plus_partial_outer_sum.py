# Inner norm plus partial outer sum: what nvFuser asserts of it in CombinedSchedulerTest.InnerOuterMismatch.
# expect: segments >= 2
# because: inner_outer_persistent by R.REDUCE_AXES_DIFFER
# passes: nvfuser
# kind: inner_outer
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[-1], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, False, True])
    T3 = fd.ops.add(T2, T0)
    T4 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Null)
    fd.add_output(T3)
    fd.add_output(T4)

inputs = [
    torch.randn(8, 16, 32, dtype=torch.float32),
]
