# Expanded output: what nvFuser asserts of it in PointwiseTest.DomainMapTestEg2.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.relu(T0)
    fd.add_output(T1)
    T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True, False])
    T7 = fd.ops.expand(T2, shape=[-1, 4, -1])
    fd.add_output(T7)

inputs = [
    torch.randn(4, 7, dtype=torch.float32),
]
