# Scatter then copy: what nvFuser asserts of it in ScatterTest.BlockCountingWithShmem.
# expect: segments = 2
# expect: schedulers = expr_eval, greedy
# passes: nvfuser
# kind: greedy
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[5], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.ops.set(T0)
    S2 = fd.define_scalar(0, dtype=DataType.Int)
    T5 = fd.ops.full(shape=[64], fill_value=S2, dtype=DataType.Int)
    S6 = fd.define_scalar(1, dtype=DataType.Int)
    T9 = fd.ops.full(shape=[5], fill_value=S6, dtype=DataType.Int)
    T10 = fd.ops.scatter(T5, T1, T9, dim=0)
    T11 = fd.ops.set(T10)
    fd.add_output(T11)

inputs = [
    torch.randint(0, 64, (5,), dtype=torch.int64),
]
