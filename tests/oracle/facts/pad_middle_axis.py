# Pad middle axis: what nvFuser asserts of it in ResizeTest.VectorizePadNonInnermost.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1024, 1024, 2], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T8 = fd.ops.pad(T0, [0, 0, 4, 4, 0, 0], None)
    fd.add_output(T8)

inputs = [
    torch.randn(1024, 1024, 2, dtype=torch.float32),
]
