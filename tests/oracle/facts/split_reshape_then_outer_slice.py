# Split reshape then outer slice: what nvFuser asserts of it in ResizeTest.VectorizeInnermostWithReshapeSplit.
# expect: accepted = resize
# passes: none
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2048], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T5 = fd.ops.reshape(T1, new_shape=[1024, 2])
    T15 = fd.ops.slice(T5, start_indices=[0, 0], end_indices=[2, 2], strides=[1, 1], manual_normalization=0)
    fd.add_output(T15)

inputs = [
    torch.randn(2048, dtype=torch.float32),
]
