# Row norm through unused axis: what nvFuser asserts of it in Gpu3Test.MoveNonConcretizedBroadcastInNormalization.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False])
    S3 = fd.define_scalar(1, dtype=DataType.Int)
    T4 = fd.ops.add(T2, S3)
    T5 = fd.ops.squeeze(T4, dims=[0], squeeze_expanded=False)
    S6 = fd.define_scalar(2, dtype=DataType.Int)
    T7 = fd.ops.add(T5, S6)
    T8 = fd.ops.broadcast(T7, is_broadcast_dim=[False, True])
    T9 = fd.ops.add(T0, T8)
    fd.add_output(T9)

inputs = [
    torch.randn(128, 1024, dtype=torch.float32),
]
