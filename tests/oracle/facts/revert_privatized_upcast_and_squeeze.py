# Revert privatized upcast and squeeze: what nvFuser asserts of it in SegmentationTest.RevertPrivatizedUpcastAndSqueeze.
# expect: segments = 2
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [expr_eval, reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, False])
    T2 = fd.ops.segment_set(T1)
    T3 = fd.ops.set(T2)
    T4 = fd.ops.cast(T3, dtype=DataType.Float)
    T5 = fd.ops.squeeze(T4, dims=[0], squeeze_expanded=False)
    T6 = fd.ops.sum(T5, dims=[1], keepdim=False, dtype=DataType.Null)
    T7 = fd.ops.sum(T5, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T6)
    fd.add_output(T7)

inputs = [
    torch.randn(16, 32, dtype=torch.bfloat16),
]
