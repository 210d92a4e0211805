# Post reduction bcast meets new input first: what nvFuser asserts of it in PersistentBufferTest.PostReductionBroadcastCheck.
# expect: segments = 1
# passes: nvfuser
# kind: persistent
# confidence: high
# not asserted: [inner_persistent]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[128, 256], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[128, 256], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.set(T0)
    T3 = fd.ops.sum(T2, dims=[1], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.broadcast(T3, is_broadcast_dim=[False, True])
    T5 = fd.ops.set(T1)
    T6 = fd.ops.add(T4, T5)
    T7 = fd.ops.add(T6, T2)
    fd.add_output(T7)

inputs = [
    torch.randn(128, 256, dtype=torch.float32),
    torch.randn(128, 256, dtype=torch.float32),
]
