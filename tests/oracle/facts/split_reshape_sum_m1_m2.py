# Split reshape sum m1 m2: what nvFuser asserts of it in ViewReductionTest.ReductionReshapeInputNoMergedIds.
# expect: segments = 1
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T8 = fd.ops.reshape(T1, new_shape=[2, 32, 4, 16, 16])
    T9 = fd.ops.sum(T8, dims=[-1, -2], keepdim=False, dtype=DataType.Null)
    fd.add_output(T9)

inputs = [
    torch.randn(2, 128, 16, 16, dtype=torch.float16),
]
