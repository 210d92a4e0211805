# Full shared by two pads: what nvFuser asserts of it in ResizeTest.PropagateResizeThroughMultiplePaths.
# expect: accepted = resize
# passes: none
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[16], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[16], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    S2 = fd.define_scalar(0.00000, dtype=DataType.Double)
    T5 = fd.ops.full(shape=[16], fill_value=S2, dtype=DataType.Float)
    T6 = fd.ops.sin(T0)
    T7 = fd.ops.add(T6, T5)
    T11 = fd.ops.pad(T7, [16, 0], None)
    T12 = fd.ops.sin(T1)
    T13 = fd.ops.add(T12, T5)
    T17 = fd.ops.pad(T13, [0, 16], None)
    T18 = fd.ops.add(T11, T17)
    fd.add_output(T18)

inputs = [
    torch.randn(16, dtype=torch.float32),
    torch.randn(16, dtype=torch.float32),
]
