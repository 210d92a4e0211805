# Topk indices pad: what nvFuser asserts of it in GreedySchedulerTest.TopKPad.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 8], contiguity=[True, True], dtype=DataType.Int, is_cpu=False)
    S1 = fd.define_scalar(1, dtype=DataType.Int)
    T2 = fd.ops.add(T0, S1)
    S3 = fd.define_scalar(3, dtype=DataType.Int)
    T4, T5 = fd.ops.topk(T2, S3, dim=1, largest=True, sorted=True)
    T9 = fd.ops.pad(T5, [1, 0], None)
    fd.add_output(T9)

inputs = [
    torch.randint(0, 100, (4, 8), dtype=torch.int64),
]
