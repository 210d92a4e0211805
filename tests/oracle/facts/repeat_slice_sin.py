# Repeat slice sin: what nvFuser asserts of it in MoveRepeatForwardTest.MoveOverSlice.
# expect: segments = 1
# expect: schedulers = resize
# passes: nvfuser
# kind: preseg
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[8, 128], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, False])
    T6 = fd.ops.expand(T1, shape=[2, -1, -1])
    T10 = fd.ops.reshape(T6, new_shape=[16, 128])
    T20 = fd.ops.slice(T10, start_indices=[0, 0], end_indices=[16, 64], strides=[1, 1], manual_normalization=0)
    T21 = fd.ops.sin(T20)
    fd.add_output(T21)

inputs = [
    torch.randn(8, 128, dtype=torch.float32),
]
