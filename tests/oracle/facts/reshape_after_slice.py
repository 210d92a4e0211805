# Reshape after slice: what nvFuser asserts of it in ResizeSchedulerTest.PropagateSliceToInputsWithReshape2.
# expect: segments = 1
# expect: schedulers = resize
# passes: nvfuser
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[16, 100], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T11 = fd.ops.slice(T1, start_indices=[0, 1], end_indices=[16, 50], strides=[1, 1], manual_normalization=0)
    T14 = fd.ops.reshape(T11, new_shape=[784])
    T15 = fd.ops.cos(T14)
    fd.add_output(T15)

inputs = [
    torch.randn(16, 100, dtype=torch.float32),
]
