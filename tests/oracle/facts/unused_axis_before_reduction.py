# Unused axis before reduction: what nvFuser asserts of it in Gpu3Test.MoveNonConcretizedBroadcastInReduction.
# expect: accepted = reduction
# passes: none
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, False])
    S3 = fd.define_scalar(1, dtype=DataType.Int)
    T4 = fd.ops.add(T2, S3)
    T5 = fd.ops.squeeze(T4, dims=[0], squeeze_expanded=False)
    T6 = fd.ops.add(T5, T1)
    T7 = fd.ops.sum(T6, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T7)

inputs = [
    torch.randn(32, 1024, dtype=torch.float32),
    torch.randn(32, 1024, dtype=torch.float32),
]
