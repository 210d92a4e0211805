# Transpose plus inner broadcast: what nvFuser asserts of it in TransposeTest.FusionScheduleTransposeBroadcast.
# expect: accepted = transpose
# passes: none
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.permute(T0, dims=[0, 2, 1])
    T3 = fd.ops.broadcast(T1, is_broadcast_dim=[False, False, True])
    T4 = fd.ops.add(T2, T3)
    fd.add_output(T4)

inputs = [
    torch.randn(1024, 256, 1024, dtype=torch.float32),
    torch.randn(1024, 1024, dtype=torch.float32),
]
