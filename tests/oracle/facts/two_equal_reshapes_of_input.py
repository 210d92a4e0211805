# Two equal reshapes of input: what nvFuser asserts of it in ReshapeTest.ReshapeVectorize.
# expect: accepted = pointwise
# passes: none
# kind: reshape
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T4 = fd.ops.reshape(T0, new_shape=[256, 65536])
    T8 = fd.ops.reshape(T0, new_shape=[256, 65536])
    T9 = fd.ops.sin(T4)
    T10 = fd.ops.sin(T8)
    fd.add_output(T9)
    fd.add_output(T10)

inputs = [
    torch.randn(256, 256, 256, dtype=torch.float32),
]
