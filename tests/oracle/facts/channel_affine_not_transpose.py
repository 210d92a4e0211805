# Channel affine not transpose: what nvFuser asserts of it in TransposeTest.FusionScheduleTransposeMissingDim.
# expect: segments = 1
# expect: schedulers = pointwise
# because: transpose by R.ONE_MEMORY_ORDER
# passes: nvfuser,-mark_aliases_prepare,-allocation_domain
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[1, -1, 1], contiguity=[None, True, None], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[True, False, True])
    T4 = fd.ops.sub(T0, T3)
    T5 = fd.ops.mul(T4, T1)
    T6 = fd.ops.relu(T5)
    fd.add_output(T6)

inputs = [
    torch.randn(256, 512, 256, dtype=torch.float32),
    torch.randn(1, 512, 1, dtype=torch.float32),
    torch.randn(512, dtype=torch.float32),
]
