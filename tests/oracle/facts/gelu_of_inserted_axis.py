# Gelu of inserted axis: what nvFuser asserts of it in Gpu2Test.FusionPointwiseBroadcast_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, False, True, False])
    S4 = fd.define_scalar(0.7071067811865476, dtype=DataType.Double)
    T5 = fd.ops.mul(T3, S4)
    T6 = fd.ops.erf(T5)
    S7 = fd.define_scalar(1.00000, dtype=DataType.Double)
    T8 = fd.ops.add(S7, T6)
    S9 = fd.define_scalar(0.500000, dtype=DataType.Double)
    T10 = fd.ops.mul(S9, T8)
    T11 = fd.ops.mul(T3, T10)
    fd.add_output(T11)

inputs = [
    torch.randn(3, 17, 80, dtype=torch.float32),
    torch.randn(3, 17, 80, dtype=torch.float32),
]
