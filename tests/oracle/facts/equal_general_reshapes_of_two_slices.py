# Equal general reshapes of two slices: what nvFuser asserts of it in ReshapeTest.CompatibleReshapesDifferentDisjointSetsWithMerge.
# expect: segments = 1
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 5, 6], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T13 = fd.ops.slice(T0, start_indices=[0, 0, 0], end_indices=[3, 4, 5], strides=[1, 1, 1], manual_normalization=0)
    T26 = fd.ops.slice(T0, start_indices=[1, 1, 1], end_indices=[4, 5, 6], strides=[1, 1, 1], manual_normalization=0)
    T31 = fd.ops.reshape(T13, new_shape=[5, 3, 4])
    T36 = fd.ops.reshape(T26, new_shape=[5, 3, 4])
    T37 = fd.ops.sin(T31)
    T38 = fd.ops.cos(T36)
    fd.add_output(T37)
    fd.add_output(T38)

inputs = [
    torch.randn(4, 5, 6, dtype=torch.float32),
]
