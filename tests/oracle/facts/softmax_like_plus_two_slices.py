# Softmax like plus two slices: what nvFuser asserts of it in ResizeTest.AvoidCachingSliceInput.
# expect: segments = 3
# passes: nvfuser
# kind: resize
# confidence: high
# not asserted: [expr_eval, pointwise, inner_persistent]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T2 = fd.ops.cast(T0, dtype=DataType.Float)
    T3 = fd.ops.exp(T2)
    T4 = fd.ops.sum(T3, dims=[-1], keepdim=False, dtype=DataType.Null)
    T5 = fd.ops.broadcast(T4, is_broadcast_dim=[False, True])
    T6 = fd.ops.div(T3, T5)
    T10 = fd.ops.reshape(T1, new_shape=[8, 10240])
    T20 = fd.ops.slice(T10, start_indices=[0, 0], end_indices=[8, 512], strides=[1, 1], manual_normalization=0)
    T23 = fd.ops.reshape(T20, new_shape=[4096])
    T24 = fd.ops.broadcast(T23, is_broadcast_dim=[True, False])
    T25 = fd.ops.cast(T24, dtype=DataType.Float)
    fd.add_output(T25)
    T35 = fd.ops.slice(T10, start_indices=[0, 1536], end_indices=[8, 2048], strides=[1, 1], manual_normalization=0)
    T38 = fd.ops.reshape(T35, new_shape=[4096])
    T39 = fd.ops.broadcast(T38, is_broadcast_dim=[True, False])
    T40 = fd.ops.cast(T39, dtype=DataType.Float)
    T41 = fd.ops.mul(T6, T40)
    fd.add_output(T41)

inputs = [
    torch.randn(128, 4096, dtype=torch.float16),
    torch.randn(81920, dtype=torch.float16),
]
