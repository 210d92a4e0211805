# Row norm with gathered entry: what nvFuser asserts of it in PersistentBufferTest.BufferGatherLookupTv.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1024, 2048], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[1024], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T2 = fd.ops.cast(T0, dtype=DataType.Float)
    T3 = fd.ops.sum(T2, dims=[1], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.broadcast(T3, is_broadcast_dim=[False, True])
    T5 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
    T6 = fd.ops.take_along_axis(T0, T5, dim=1)
    T7 = fd.ops.set(T6)
    T8 = fd.ops.add(T4, T7)
    T9 = fd.ops.add(T2, T8)
    T10 = fd.ops.cast(T9, dtype=DataType.BFloat16)
    fd.add_output(T10)

inputs = [
    torch.randn(1024, 2048, dtype=torch.bfloat16),
    torch.randint(0, 2048, (1024,), dtype=torch.int64),
]
