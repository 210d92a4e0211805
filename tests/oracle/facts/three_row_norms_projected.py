# Three row norms projected: what nvFuser asserts of it in PersistentBufferTest.ChainProjectionToPersistentProducer.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Half, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Half, is_cpu=False)
    T3 = fd.ops.cast(T0, dtype=DataType.Float)
    T4 = fd.ops.cast(T1, dtype=DataType.Float)
    T5 = fd.ops.cast(T2, dtype=DataType.Float)
    T6 = fd.ops.add(T3, T4)
    T7 = fd.ops.add(T6, T5)
    T8 = fd.ops.sum(T7, dims=[1], keepdim=False, dtype=DataType.Null)
    T9 = fd.ops.broadcast(T8, is_broadcast_dim=[False, True])
    T10 = fd.ops.add(T7, T9)
    T11 = fd.ops.add(T7, T7)
    T12 = fd.ops.sum(T11, dims=[1], keepdim=False, dtype=DataType.Null)
    T13 = fd.ops.broadcast(T12, is_broadcast_dim=[False, True])
    T14 = fd.ops.add(T11, T13)
    T15 = fd.ops.add(T11, T11)
    T16 = fd.ops.sum(T15, dims=[1], keepdim=False, dtype=DataType.Null)
    T17 = fd.ops.broadcast(T16, is_broadcast_dim=[False, True])
    T18 = fd.ops.add(T17, T15)
    fd.add_output(T10)
    fd.add_output(T14)
    fd.add_output(T18)

inputs = [
    torch.randn(2048, 10240, dtype=torch.float16),
    torch.randn(2048, 10240, dtype=torch.float16),
    torch.randn(2048, 10240, dtype=torch.float16),
]
