# Reshape then pad symbolic: what nvFuser asserts of it in ResizeTest.ReshapeToPad.
# expect: segments = 1
# passes: nvfuser
# kind: resize
# confidence: high
# not asserted: [resize]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(None, dtype=DataType.Int)
    S2 = fd.define_scalar(None, dtype=DataType.Int)
    S3 = fd.define_scalar(None, dtype=DataType.Int)
    S4 = fd.define_scalar(None, dtype=DataType.Int)
    T6 = fd.ops.reshape(T0, new_shape=[S3, S4])
    T10 = fd.ops.pad(T6, [0, S1, 0, S2], None)
    fd.add_output(T10)

inputs = [
    torch.randn(4, 3, dtype=torch.float32),
    1,
    1,
    3,
    4,
]
