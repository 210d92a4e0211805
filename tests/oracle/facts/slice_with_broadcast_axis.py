# Slice with broadcast axis: what nvFuser asserts of it in ResizeTest.Slice3DVectorize2.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1024, 1, 1025, 3], contiguity=[True, None, True, True], dtype=DataType.Float, is_cpu=False)
    T16 = fd.ops.slice(T0, start_indices=[0, 0, 0, 0], end_indices=[1024, 1, 1024, 3], strides=[1, 1, 1, 1], manual_normalization=0)
    fd.add_output(T16)

inputs = [
    torch.randn(1024, 1, 1025, 3, dtype=torch.float32),
]
