# Nested splits of two slices: what nvFuser asserts of it in ReshapeTest.CompatibleReshapesDifferentDisjointSetsMultiSteps.
# expect: segments = 1
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[36], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T7 = fd.ops.slice(T0, start_indices=[0], end_indices=[24], strides=[1], manual_normalization=0)
    T14 = fd.ops.slice(T0, start_indices=[12], end_indices=[36], strides=[1], manual_normalization=0)
    T18 = fd.ops.reshape(T7, new_shape=[2, 12])
    T23 = fd.ops.reshape(T14, new_shape=[2, 2, 6])
    T24 = fd.ops.sin(T18)
    T25 = fd.ops.cos(T23)
    fd.add_output(T24)
    fd.add_output(T25)

inputs = [
    torch.randn(36, dtype=torch.float32),
]
