# Split transpose add: what nvFuser asserts of it in ReshapeTest.ReshapeMagicSchedule6.
# expect: segments = 1
# expect: schedulers = pointwise
# because: transpose by R.ONE_MEMORY_ORDER
# passes: nvfuser
# kind: reshape
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T5 = fd.ops.reshape(T0, new_shape=[1024, 512, 2])
    T6 = fd.ops.permute(T5, dims=[1, 0, 2])
    T7 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T8 = fd.ops.add(T6, T7)
    fd.add_output(T8)

inputs = [
    torch.randn(1024, 1024, dtype=torch.float32),
    torch.randn(512, 1024, 2, dtype=torch.float32),
]
