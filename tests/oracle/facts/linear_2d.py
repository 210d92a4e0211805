# Linear 2d: what nvFuser asserts of it in LinearNodeParametrizedTest.LinearNodeConcrete.
# expect: segments = 1
# expect: schedulers = expr_eval
# passes: nvfuser,-allocation_domain
# kind: matmul
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[64, 32], contiguity=[False, False], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[16, 32], contiguity=[False, False], dtype=DataType.Half, is_cpu=False)
    T2 = fd.ops.linear(T0, T1)
    fd.add_output(T2)

inputs = [
    torch.randn(64, 32, dtype=torch.float16),
    torch.randn(16, 32, dtype=torch.float16),
]
