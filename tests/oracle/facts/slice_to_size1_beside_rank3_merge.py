# Slice to size1 beside rank3 merge: what nvFuser asserts of it in PointwiseTest.DomainMapSlice1.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[2, 4], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T11 = fd.ops.slice(T1, start_indices=[0, 0], end_indices=[2, 1], strides=[1, 1], manual_normalization=0)
    fd.add_output(T11)
    T12 = fd.ops.add(T0, T1)
    T16 = fd.ops.reshape(T12, new_shape=[2, 8])
    fd.add_output(T16)

inputs = [
    torch.randn(2, 2, 4, dtype=torch.float32),
    torch.randn(2, 4, dtype=torch.float32),
]
