# Full sum added to vector: what nvFuser asserts of it in PersistentBufferTest.BroadcastSync2.
# expect: refused = inner_persistent
# because: inner_persistent by R.NO_PERSISTENCE
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.ops.broadcast(T0, is_broadcast_dim=[False, True])
    T3 = fd.ops.cast(T2, dtype=DataType.Float)
    T4 = fd.ops.cast(T1, dtype=DataType.Float)
    T5 = fd.ops.add(T3, T4)
    T6 = fd.ops.sum(T5, dims=[0, 1], keepdim=False, dtype=DataType.Null)
    T7 = fd.ops.broadcast(T6, is_broadcast_dim=[True])
    T8 = fd.ops.cast(T0, dtype=DataType.Float)
    T9 = fd.ops.add(T8, T7)
    T10 = fd.ops.cast(T9, dtype=DataType.BFloat16)
    fd.add_output(T10)

inputs = [
    torch.randn(64, dtype=torch.bfloat16),
    torch.randn(64, 16, dtype=torch.bfloat16),
]
