# Neg added to itself: what nvFuser asserts of it in ExprSortTest.SegmentedGroup_Binary_SameOperand.
# expect: segments = 1
# passes: nvfuser
# kind: pointwise
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.neg(T0)
    T2 = fd.ops.add(T1, T1)
    fd.add_output(T2)

inputs = [
    torch.randn(5, dtype=torch.float32),
]
