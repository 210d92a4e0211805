# Two segment sets one segment: what nvFuser asserts of it in SegmentationTest.MultipleSegmentSetsInOneSegment.
# expect: segments = 2
# passes: nvfuser
# kind: pointwise
# confidence: high
# not asserted: [pointwise, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.add(T0, T0)
    T2 = fd.ops.segment_set(T1)
    T3 = fd.ops.segment_set(T1)
    T4 = fd.ops.add(T2, T3)
    fd.add_output(T4)

inputs = [
    torch.randn(10, dtype=torch.float32),
]
