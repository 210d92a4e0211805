# Mixed inner and outer reductions: what nvFuser asserts of it in Gpu2Test.FusionSegmentMixReduction_CUDA.
# expect: segments <= 2
# passes: nvfuser
# kind: reduction
# confidence: medium
# not asserted: [reduction, inner_persistent]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[0, 1], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.sum(T0, dims=[2], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, False, True])
    T4 = fd.ops.add(T0, T3)
    T5 = fd.ops.sum(T4, dims=[2], keepdim=False, dtype=DataType.Null)
    T6 = fd.ops.rsqrt(T0)
    T7 = fd.ops.sum(T6, dims=[0, 1], keepdim=False, dtype=DataType.Null)
    T8 = fd.ops.sum(T6, dims=[0, 1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)
    fd.add_output(T5)
    fd.add_output(T7)
    fd.add_output(T8)

inputs = [
    torch.randn(2, 2, 2, dtype=torch.float32),
]
