# Interleaved broadcasts and trivial sum: what nvFuser asserts of it in NVFuserTest.FusionPointwiseScheduleWithBroadcastAndTrivialReduction_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.broadcast(T0, is_broadcast_dim=[False, True, False, True, False, True])
    T3 = fd.ops.sin(T2)
    T4 = fd.ops.add(T3, T1)
    T5 = fd.ops.sum(T4, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T5)

inputs = [
    torch.randn(100, 100, 10, dtype=torch.float32),
    torch.randn(10, 20, dtype=torch.float32),
]
