# Conflicting inner splits of two slices: what nvFuser asserts of it in ReshapeTest.IncompatibleReshapesDifferentDisjointSetsMultiSteps.
# expect: segments >= 2
# because: pointwise by R.RESHAPE_CONFLICT
# because: resize by R.RESHAPE_CONFLICT
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [pointwise, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[36], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T7 = fd.ops.slice(T0, start_indices=[0], end_indices=[24], strides=[1], manual_normalization=0)
    T14 = fd.ops.slice(T0, start_indices=[12], end_indices=[36], strides=[1], manual_normalization=0)
    T19 = fd.ops.reshape(T7, new_shape=[2, 3, 4])
    T24 = fd.ops.reshape(T14, new_shape=[2, 2, 6])
    T25 = fd.ops.sin(T19)
    T26 = fd.ops.cos(T24)
    fd.add_output(T25)
    fd.add_output(T26)

inputs = [
    torch.randn(36, dtype=torch.float32),
]
