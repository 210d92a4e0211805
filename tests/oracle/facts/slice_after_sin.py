# Slice after sin: what nvFuser asserts of it in ResizeSchedulerTest.PropagateSliceToInputs.
# expect: segments = 1
# expect: schedulers = resize
# passes: nvfuser
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 100], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    S2 = fd.ops.size(T1, dim=0)
    T11 = fd.ops.slice(T1, start_indices=[0, 1], end_indices=[S2, 99], strides=[1, 1], manual_normalization=0)
    T12 = fd.ops.cos(T11)
    fd.add_output(T12)

inputs = [
    torch.randn(16, 100, dtype=torch.float32),
]
