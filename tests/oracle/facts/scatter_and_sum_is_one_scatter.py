# Scatter and sum is one scatter: what nvFuser asserts of it in GreedySchedulerTest.TranslateScatterAndReductionToScatterAccumulate.
# expect: segments = 2
# expect: schedulers = expr_eval, greedy
# passes: nvfuser
# kind: greedy
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1024, 1], contiguity=[True, None], dtype=DataType.Int, is_cpu=False)
    T1 = fd.ops.set(T0)
    S2 = fd.define_scalar(0, dtype=DataType.Int)
    T6 = fd.ops.full(shape=[1024, 128], fill_value=S2, dtype=DataType.Int)
    S7 = fd.define_scalar(1, dtype=DataType.Int)
    T8 = fd.ops.scatter(T6, T1, S7, dim=1)
    T9 = fd.ops.sum(T8, dims=[0], keepdim=False, dtype=DataType.Null)
    fd.add_output(T9)
    T10 = fd.ops.segment_set(T0)
    fd.add_output(T10)

inputs = [
    torch.randint(0, 128, (1024, 1), dtype=torch.int64),
]
