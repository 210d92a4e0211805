# Scale bias add relu: what nvFuser asserts of it in Gpu2Test.FusionSBAR_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T4 = fd.ops.broadcast(T2, is_broadcast_dim=[True, True, True, False])
    T5 = fd.ops.mul(T0, T4)
    T6 = fd.ops.broadcast(T3, is_broadcast_dim=[True, True, True, False])
    T7 = fd.ops.add(T5, T6)
    T8 = fd.ops.add(T7, T1)
    T9 = fd.ops.relu(T8)
    fd.add_output(T9)

inputs = [
    torch.randn(656, 7, 7, 64, dtype=torch.float32),
    torch.randn(656, 7, 7, 64, dtype=torch.float32),
    torch.randn(64, dtype=torch.float32),
    torch.randn(64, dtype=torch.float32),
]
