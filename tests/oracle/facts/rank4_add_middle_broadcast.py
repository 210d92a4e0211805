# Rank4 add middle broadcast: what nvFuser asserts of it in Gpu3Test.FusionVectorizeContigIndexPointwiseSchedule_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True, False, False])
    T3 = fd.ops.add(T0, T2)
    fd.add_output(T3)

inputs = [
    torch.randn(100, 14, 2, 14, dtype=torch.float32),
    torch.randn(100, 2, 14, dtype=torch.float32),
]
