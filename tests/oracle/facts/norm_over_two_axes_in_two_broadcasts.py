# Norm over two axes in two broadcasts: what nvFuser asserts of it in PersistentBufferTest.ProjectToInputsAndBroadcastTvs3.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T2 = fd.ops.sum(T1, dims=[1, 2], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.broadcast(T3, is_broadcast_dim=[False, False, True])
    T5 = fd.ops.add(T1, T4)
    fd.add_output(T5)
    T6 = fd.ops.mul(T5, T5)
    T7 = fd.ops.sum(T6, dims=[1, 2], keepdim=False, dtype=DataType.Null)
    T8 = fd.ops.broadcast(T7, is_broadcast_dim=[False, True, True])
    T9 = fd.ops.add(T6, T8)
    fd.add_output(T9)
    T10 = fd.ops.add(T5, T9)
    T11 = fd.ops.sum(T10, dims=[1, 2], keepdim=False, dtype=DataType.Null)
    T12 = fd.ops.broadcast(T11, is_broadcast_dim=[False, True, True])
    T13 = fd.ops.add(T10, T12)
    fd.add_output(T13)

inputs = [
    torch.randn(128, 32, 256, dtype=torch.float16),
]
