# Split reshape norm 0 1: what nvFuser asserts of it in ViewNormalizationTest.NormalizationReshapeInputNoMergedIds.
# expect: segments = 1
# passes: nvfuser
# kind: reshape
# confidence: high
# not asserted: [outer_persistent]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T8 = fd.ops.reshape(T1, new_shape=[2, 32, 4, 16, 16])
    T9 = fd.ops.sum(T8, dims=[0, 1], keepdim=False, dtype=DataType.Null)
    T10 = fd.ops.broadcast(T9, is_broadcast_dim=[True, True, False, False, False])
    T11 = fd.ops.div(T8, T10)
    T12 = fd.ops.cast(T11, dtype=DataType.Half)
    fd.add_output(T12)

inputs = [
    torch.randn(2, 128, 16, 16, dtype=torch.float16),
]
