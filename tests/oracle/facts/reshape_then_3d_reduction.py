# Reshape then 3d reduction: what nvFuser asserts of it in ReshapeTest.ReshapeMagicSchedule7.
# expect: segments = 1
# expect: every scheduler = reduction, inner_persistent, outer_persistent, inner_outer_persistent
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[5, 3, 42, 7, 9], contiguity=[False, False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T6 = fd.ops.reshape(T1, new_shape=[15, 42, 63])
    T7 = fd.define_tensor(shape=[3, 5, 42, 9, 7], contiguity=[False, False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T8 = fd.ops.cos(T7)
    T13 = fd.ops.reshape(T8, new_shape=[15, 42, 63])
    T14 = fd.ops.add(T6, T13)
    T15 = fd.ops.sum(T14, dims=[0, 2], keepdim=False, dtype=DataType.Null)
    fd.add_output(T15)

inputs = [
    torch.randn(5, 3, 42, 7, 9, dtype=torch.float32),
    torch.randn(3, 5, 42, 9, 7, dtype=torch.float32),
]
