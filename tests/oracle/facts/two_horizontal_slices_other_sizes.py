# Two horizontal slices other sizes: what nvFuser asserts of it in ResizeSchedulerTest.PropagateMultipleSlicesToInputs2.
# expect: segments = 2
# expect: schedulers = resize, resize
# because: resize by R.RESIZE_SIZES_DIFFER
# passes: nvfuser
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 100], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    S2 = fd.ops.size(T1, dim=0)
    T11 = fd.ops.slice(T1, start_indices=[0, 1], end_indices=[S2, 100], strides=[1, 1], manual_normalization=0)
    T12 = fd.ops.sin(T11)
    T13 = fd.ops.sin(T1)
    S14 = fd.ops.size(T13, dim=0)
    T23 = fd.ops.slice(T13, start_indices=[0, 2], end_indices=[S14, 100], strides=[1, 1], manual_normalization=0)
    T24 = fd.ops.sin(T23)
    fd.add_output(T12)
    fd.add_output(T24)

inputs = [
    torch.randn(16, 100, dtype=torch.float32),
]
