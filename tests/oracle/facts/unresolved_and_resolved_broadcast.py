# Unresolved and resolved broadcast: what nvFuser asserts of it in AdvancedIndexingTest.9.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.broadcast(T0, is_broadcast_dim=[False, True])
    S2 = fd.define_scalar(2.00000, dtype=DataType.Double)
    T3 = fd.ops.mul(T1, S2)
    fd.add_output(T3)
    T4 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T5 = fd.ops.add(T4, T3)
    fd.add_output(T5)

inputs = [
    torch.randn(300, dtype=torch.float32),
    torch.randn(200, 300, 400, dtype=torch.float32),
]
