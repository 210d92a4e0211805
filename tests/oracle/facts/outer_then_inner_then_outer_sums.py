# Outer then inner then outer sums: what nvFuser asserts of it in RuntimeTest.ClearGmemBetweenSegments.
# expect: segments = 3
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [reduction, reduction, reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[False, False, False, False], dtype=DataType.Double, is_cpu=False)
    S1 = fd.define_scalar(1.00000, dtype=DataType.Double)
    T2 = fd.ops.add(T0, S1)
    T3 = fd.ops.sum(T2, dims=[0], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.sum(T3, dims=[-1], keepdim=False, dtype=DataType.Null)
    T5 = fd.ops.sum(T4, dims=[0], keepdim=False, dtype=DataType.Null)
    fd.add_output(T5)

inputs = [
    torch.randn(32, 64, 8, 128, dtype=torch.float64),
]
