# Merge then inner outer inner: what nvFuser asserts of it in InnerOuterReshapeTest.ReshapeOuterDimTrueOrFalse.
# expect: accepted = inner_outer_persistent
# passes: none
# kind: inner_outer
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T5 = fd.ops.reshape(T1, new_shape=[4096, 4096])
    T6 = fd.ops.sum(T5, dims=[1], keepdim=False, dtype=DataType.Null)
    T7 = fd.ops.broadcast(T6, is_broadcast_dim=[False, True])
    T8 = fd.ops.add(T7, T5)
    T9 = fd.ops.sum(T5, dims=[0], keepdim=False, dtype=DataType.Null)
    T10 = fd.ops.cast(T8, dtype=DataType.Half)
    T11 = fd.ops.cast(T9, dtype=DataType.Half)
    fd.add_output(T10)
    fd.add_output(T11)

inputs = [
    torch.randn(4096, 4, 1024, dtype=torch.float16),
]
