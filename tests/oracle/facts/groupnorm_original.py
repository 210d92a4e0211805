# Groupnorm original: what nvFuser asserts of it in ReshapeTest.GroupNormOriginal.
# expect: segments = 2
# expect: schedulers = pointwise, reduction
# because: inner_persistent by R.RESHAPE_CROSSES_REDUCTION
# passes: nvfuser
# kind: reshape
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.cast(T0, dtype=DataType.Float)
    T10 = fd.ops.reshape(T3, new_shape=[2, 32, 4, 16, 16])
    T11 = fd.ops.sum(T10, dims=[-1, -2, -3], keepdim=False, dtype=DataType.Null)
    T12 = fd.ops.broadcast(T11, is_broadcast_dim=[False, False, True, True, True])
    T13 = fd.ops.div(T10, T12)
    T19 = fd.ops.reshape(T13, new_shape=[2, 128, 16, 16])
    T20 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False, True, True])
    T21 = fd.ops.broadcast(T2, is_broadcast_dim=[True, False, True, True])
    T22 = fd.ops.mul(T19, T20)
    T23 = fd.ops.add(T22, T21)
    T24 = fd.ops.cast(T23, dtype=DataType.Half)
    fd.add_output(T24)

inputs = [
    torch.randn(2, 128, 16, 16, dtype=torch.float16),
    torch.randn(128, dtype=torch.float32),
    torch.randn(128, dtype=torch.float32),
]
