# Matching reshapes linked: what nvFuser asserts of it in ReshapeTest.ReshapeMagicSchedule1.
# expect: segments = 1
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[31, 65, 103], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T5 = fd.ops.reshape(T1, new_shape=[31, 6695])
    T6 = fd.ops.add(T5, T5)
    fd.add_output(T6)
    T7 = fd.define_tensor(shape=[31, 65, 103], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T11 = fd.ops.reshape(T7, new_shape=[31, 6695])
    fd.add_output(T11)
    T12 = fd.ops.add(T0, T7)
    fd.add_output(T12)

inputs = [
    torch.randn(31, 65, 103, dtype=torch.float32),
    torch.randn(31, 65, 103, dtype=torch.float32),
]
