# Py add two sums: what nvFuser asserts of it in test_fusion_profiler_auto_scheduled.
# expect: segments = 2
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [reduction, reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    T3 = fd.ops.sum(T2, dims=[-1], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.sum(T3, dims=[-1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T4)

inputs = [
    torch.randn(2, 5, dtype=torch.float32),
    torch.randn(2, 5, dtype=torch.float32),
]
