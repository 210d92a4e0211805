# Unused axes in pointwise: what nvFuser asserts of it in Gpu3Test.MoveNonConcretizedBroadcastInPointwise.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.broadcast(T0, is_broadcast_dim=[True, True, False])
    S3 = fd.define_scalar(1, dtype=DataType.Int)
    T4 = fd.ops.add(T2, S3)
    T5 = fd.ops.squeeze(T4, dims=[0, 1], squeeze_expanded=False)
    T6 = fd.ops.add(T5, T1)
    fd.add_output(T6)

inputs = [
    torch.randn(1024, dtype=torch.float32),
    torch.randn(1024, dtype=torch.float32),
]
