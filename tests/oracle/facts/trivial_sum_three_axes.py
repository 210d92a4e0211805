# Trivial sum three axes: what nvFuser asserts of it in Gpu2Test.FusionTrivialReduction3_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[1, 1, 1, 7, 8], contiguity=[None, None, None, False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T1, dims=[0, 1, 2], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.add(T2, T0)
    fd.add_output(T3)

inputs = [
    torch.randn(7, 8, dtype=torch.float32),
    torch.randn(1, 1, 1, 7, 8, dtype=torch.float32),
]
