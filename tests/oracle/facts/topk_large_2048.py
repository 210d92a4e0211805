# Topk large 2048: what nvFuser asserts of it in GreedySchedulerTestConstraintSize.TopKLargeConstrainedIDs.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[10, 2048], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(1, dtype=DataType.Int)
    T2, T3 = fd.ops.topk(T0, S1, dim=1, largest=True, sorted=False)
    S4 = fd.define_scalar(1, dtype=DataType.Int)
    T5 = fd.ops.add(T2, S4)
    fd.add_output(T5)

inputs = [
    torch.randn(10, 2048, dtype=torch.float32),
]
