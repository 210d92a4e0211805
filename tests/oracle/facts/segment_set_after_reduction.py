# Segment set after reduction: what nvFuser asserts of it in SegmentationTest.EnforceSegmentationByCachingBeforeAndAfter.
# expect: segments = 2
# because: outer_persistent by R.USER_BOUNDARY
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [reduction, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.segment_set(T1)
    T3 = fd.ops.div(T0, T2)
    fd.add_output(T3)

inputs = [
    torch.randn(2, 3, dtype=torch.float32),
]
