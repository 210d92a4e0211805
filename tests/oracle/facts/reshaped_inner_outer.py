# Reshaped inner outer: what nvFuser asserts of it in CombinedSchedulerTest.ReshapeOps.
# expect: scheduler of g0 = inner_outer_persistent
# passes: nvfuser
# kind: inner_outer
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[512, 32], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[512, 32], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T6 = fd.ops.reshape(T0, new_shape=[128, 4, 32])
    T11 = fd.ops.reshape(T1, new_shape=[128, 4, 32])
    T12 = fd.ops.cast(T6, dtype=DataType.Float)
    T13 = fd.ops.cast(T11, dtype=DataType.Float)
    T14 = fd.ops.add(T12, T13)
    T15 = fd.ops.sum(T14, dims=[2], keepdim=False, dtype=DataType.Null)
    T16 = fd.ops.broadcast(T15, is_broadcast_dim=[False, False, True])
    T17 = fd.ops.add(T14, T16)
    T18 = fd.ops.sum(T14, dims=[0, 1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T17)
    fd.add_output(T18)

inputs = [
    torch.randn(512, 32, dtype=torch.float32),
    torch.randn(512, 32, dtype=torch.float32),
]
