# Cat of two computed: what nvFuser asserts of it in ResizeSchedulerTest.PropagateCatToInputs.
# expect: segments = 1
# expect: schedulers = resize
# passes: nvfuser
# kind: resize
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 100], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, 100], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sin(T0)
    T3 = fd.ops.sin(T1)
    T4 = fd.ops.cat([T2, T3], dim=-1, manual_padding=0)
    T5 = fd.ops.cos(T4)
    fd.add_output(T5)

inputs = [
    torch.randn(16, 100, dtype=torch.float32),
    torch.randn(16, 100, dtype=torch.float32),
]
