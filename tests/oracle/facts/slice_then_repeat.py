# Slice then repeat: what nvFuser asserts of it in ResizeTest.ReorderLikeInputShouldNotMoveInnermostID.
# expect: accepted = resize
# passes: none
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[8, 128], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T11 = fd.ops.slice(T1, start_indices=[0, 0], end_indices=[8, 64], strides=[1, 1], manual_normalization=0)
    T12 = fd.ops.broadcast(T11, is_broadcast_dim=[False, True, False])
    T17 = fd.ops.expand(T12, shape=[-1, 2, -1])
    T21 = fd.ops.reshape(T17, new_shape=[8, 128])
    fd.add_output(T21)

inputs = [
    torch.randn(8, 128, dtype=torch.float32),
]
