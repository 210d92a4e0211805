# Conflicting splits same source: what nvFuser asserts of it in ReshapeTest.IncompatibleReshapesSameDisjointSets.
# expect: segments >= 2
# because: pointwise by R.RESHAPE_CONFLICT
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [pointwise, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[24], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.set(T0)
    T2 = fd.ops.set(T0)
    T6 = fd.ops.reshape(T1, new_shape=[6, 4])
    T10 = fd.ops.reshape(T2, new_shape=[3, 8])
    T11 = fd.ops.sin(T6)
    T12 = fd.ops.cos(T10)
    fd.add_output(T11)
    fd.add_output(T12)

inputs = [
    torch.randn(24, dtype=torch.float32),
]
