# Rotate then transpose flatten: what nvFuser asserts of it in ResizeTest.ReshapeAfterRef.
# expect: accepted = resize
# passes: none
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 16, 100], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T14 = fd.ops.slice(T1, start_indices=[0, 0, 0], end_indices=[2, 16, 50], strides=[1, 1, 1], manual_normalization=0)
    T15 = fd.ops.sin(T0)
    T28 = fd.ops.slice(T15, start_indices=[0, 0, 50], end_indices=[2, 16, 100], strides=[1, 1, 1], manual_normalization=0)
    T29 = fd.ops.cat([T28, T14], dim=2, manual_padding=0)
    T30 = fd.ops.add(T0, T29)
    fd.add_output(T30)
    T31 = fd.ops.permute(T30, dims=[1, 0, 2])
    T34 = fd.ops.reshape(T31, new_shape=[-1])
    fd.add_output(T34)

inputs = [
    torch.randn(2, 16, 100, dtype=torch.float32),
]
