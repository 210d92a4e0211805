# Add plus tanh: what nvFuser asserts of it in PointwiseTest.HeuristicsInput2Compute4Unroll4.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    T3 = fd.ops.tanh(T2)
    fd.add_output(T3)

inputs = [
    torch.randn(2112, 1024, dtype=torch.float32),
    torch.randn(2112, 1024, dtype=torch.float32),
]
