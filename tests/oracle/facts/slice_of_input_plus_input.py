# Slice of input plus input: what nvFuser asserts of it in ResizeTest.SliceVectorization.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[67108872], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[67108864], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T8 = fd.ops.slice(T0, start_indices=[4], end_indices=[67108868], strides=[1], manual_normalization=0)
    T9 = fd.ops.add(T8, T1)
    fd.add_output(T9)

inputs = [
    torch.randn(67108872, dtype=torch.float32),
    torch.randn(67108864, dtype=torch.float32),
]
