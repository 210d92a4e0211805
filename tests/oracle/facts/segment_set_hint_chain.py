# Segment set hint chain: what nvFuser asserts of it in SegmentationTest.SegmenterHint.
# expect: segments = 2
# because: pointwise by R.USER_BOUNDARY
# passes: nvfuser
# kind: pointwise
# confidence: high
# not asserted: [pointwise, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[False, False, False, False], dtype=DataType.Double, is_cpu=False)
    T1 = fd.ops.relu(T0)
    T2 = fd.ops.segment_set(T1)
    T3 = fd.ops.neg(T2)
    fd.add_output(T3)

inputs = [
    torch.randn(32, 64, 8, 128, dtype=torch.float64),
]
