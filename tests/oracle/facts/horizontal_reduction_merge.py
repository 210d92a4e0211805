# Horizontal reduction merge: what nvFuser asserts of it in Gpu2Test.FusionSegmentHorizontalMerge_CUDA.
# expect: segments = 2
# passes: nvfuser
# kind: reduction
# confidence: medium
# not asserted: [reduction, reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(None, dtype=DataType.Double)
    T2 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.add(T0, S1)
    T4 = fd.ops.rsqrt(T3)
    T5 = fd.ops.sum(T4, dims=[0], keepdim=False, dtype=DataType.Null)
    T6 = fd.ops.rsqrt(T4)
    T7 = fd.ops.sum(T6, dims=[0], keepdim=False, dtype=DataType.Null)
    T8 = fd.ops.sum(T7, dims=[0], keepdim=False, dtype=DataType.Null)
    fd.add_output(T2)
    fd.add_output(T5)
    fd.add_output(T8)

inputs = [
    torch.randn(2, 2, 2, dtype=torch.float32),
    1.0,
]
