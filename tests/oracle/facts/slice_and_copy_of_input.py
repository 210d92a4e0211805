# Slice and copy of input: what nvFuser asserts of it in ResizeTest.Slice1DVectorize3.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1048576], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T7 = fd.ops.slice(T0, start_indices=[4], end_indices=[1048572], strides=[1], manual_normalization=0)
    fd.add_output(T7)
    T8 = fd.ops.set(T0)
    fd.add_output(T8)

inputs = [
    torch.randn(1048576, dtype=torch.float32),
]
