# Reshapes plus outer broadcast: what nvFuser asserts of it in ReshapeTest.ReshapeMagicSchedule3.
# expect: segments = 1
# expect: schedulers = pointwise
# passes: nvfuser
# kind: reshape
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[31, 49, 65], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T5 = fd.ops.reshape(T1, new_shape=[31, 3185])
    T6 = fd.ops.add(T5, T5)
    fd.add_output(T6)
    T7 = fd.define_tensor(shape=[31, 49, 65], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T11 = fd.ops.reshape(T7, new_shape=[31, 3185])
    fd.add_output(T11)
    T12 = fd.ops.add(T0, T7)
    fd.add_output(T12)
    T13 = fd.define_tensor(shape=[15, 31, 49, 65], contiguity=[False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T14 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, False, False])
    T15 = fd.ops.add(T13, T14)
    fd.add_output(T15)

inputs = [
    torch.randn(31, 49, 65, dtype=torch.float32),
    torch.randn(31, 49, 65, dtype=torch.float32),
    torch.randn(15, 31, 49, 65, dtype=torch.float32),
]
