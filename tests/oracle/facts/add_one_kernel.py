# Add one kernel: what nvFuser asserts of it in FusionProfilerTest.Profile1Segment.
# expect: segments = 1
# passes: nvfuser
# kind: pointwise
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 4], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[4, 4], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    fd.add_output(T2)

inputs = [
    torch.randn(4, 4, dtype=torch.float32),
    torch.randn(4, 4, dtype=torch.float32),
]
