# Add then transpose outer: what nvFuser asserts of it in PointwiseTest.VectorizeIssue1567VectorizationFactorAnalysisCase3.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, -1, -1], contiguity=[None, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    T3 = fd.ops.permute(T2, dims=[1, 0, 2])
    fd.add_output(T3)

inputs = [
    torch.randn(1, 1024, 2, dtype=torch.float32),
    torch.randn(512, 1024, 2, dtype=torch.float32),
]
