# Split swap merge: what nvFuser asserts of it in TransposeTest.ViewTransposeReshape.
# expect: segments = 1
# passes: nvfuser,-mark_aliases_prepare,-allocation_domain
# kind: transpose
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T6 = fd.ops.reshape(T0, new_shape=[1024, 2, 2, 3])
    T7 = fd.ops.permute(T6, dims=[0, 2, 1, 3])
    T12 = fd.ops.reshape(T7, new_shape=[1024, 2, 6])
    fd.add_output(T12)

inputs = [
    torch.randn(1024, 2, 6, dtype=torch.float32),
]
