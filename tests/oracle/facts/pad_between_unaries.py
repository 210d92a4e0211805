# Pad between unaries: what nvFuser asserts of it in ResizeSchedulerTest.PropagatePadToInputs.
# expect: segments = 1
# expect: schedulers = resize
# passes: nvfuser
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 100], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    T5 = fd.ops.pad(T1, [1, 2], None)
    T6 = fd.ops.cos(T5)
    fd.add_output(T6)

inputs = [
    torch.randn(16, 100, dtype=torch.float32),
]
