# Split by 2 of slice and whole: what nvFuser asserts of it in ReshapeTest.UnsegmentedCompatibleReshapesDifferentDisjointSets.
# expect: segments = 1
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[36], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T7 = fd.ops.slice(T0, start_indices=[0], end_indices=[24], strides=[1], manual_normalization=0)
    T8 = fd.ops.set(T0)
    T12 = fd.ops.reshape(T7, new_shape=[2, 12])
    T16 = fd.ops.reshape(T8, new_shape=[2, 18])
    T17 = fd.ops.sin(T12)
    T18 = fd.ops.cos(T16)
    fd.add_output(T17)
    fd.add_output(T18)

inputs = [
    torch.randn(36, dtype=torch.float32),
]
