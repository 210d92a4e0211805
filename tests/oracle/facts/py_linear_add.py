# Py linear add: what nvFuser asserts of it in test_fusion_profiler_with_noncodegen_kernels.
# expect: segments = 2
# passes: nvfuser
# kind: matmul
# confidence: high
# not asserted: [expr_eval, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T3 = fd.ops.linear(T0, T2)
    T4 = fd.ops.add(T3, T1)
    fd.add_output(T4)

inputs = [
    torch.randn(2, 4, 16, dtype=torch.bfloat16),
    torch.randn(2, 4, 16, dtype=torch.bfloat16),
    torch.randn(16, 16, dtype=torch.bfloat16),
]
