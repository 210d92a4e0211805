# Repeat add bcast sin add: what nvFuser asserts of it in MoveRepeatForwardTest.MoveRepeatWithNonRepeatedInputs.
# expect: segments = 1
# expect: schedulers = pointwise
# passes: nvfuser
# kind: preseg
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[8], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[1], contiguity=[None], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[16], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False])
    T7 = fd.ops.expand(T3, shape=[2, -1])
    T10 = fd.ops.reshape(T7, new_shape=[16])
    T11 = fd.ops.add(T10, T1)
    T12 = fd.ops.sin(T11)
    T13 = fd.ops.add(T12, T2)
    T14 = fd.ops.cos(T13)
    fd.add_output(T14)

inputs = [
    torch.randn(8, dtype=torch.float32),
    torch.randn(1, dtype=torch.float32),
    torch.randn(16, dtype=torch.float32),
]
