# Pad outer then set: what nvFuser asserts of it in ResizeTest.PadVectorization.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 128000], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T6 = fd.ops.pad(T0, [0, 0, 1, 1], None)
    T7 = fd.ops.set(T6)
    fd.add_output(T7)

inputs = [
    torch.randn(2, 128000, dtype=torch.float32),
]
