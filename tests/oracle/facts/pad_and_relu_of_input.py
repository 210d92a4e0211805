# Pad and relu of input: what nvFuser asserts of it in ResizeTest.PadAndCacheUses.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1048576], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T4 = fd.ops.pad(T0, [4, 4], None)
    fd.add_output(T4)
    T5 = fd.ops.relu(T0)
    fd.add_output(T5)

inputs = [
    torch.randn(1048576, dtype=torch.float32),
]
