# Add argsort: what nvFuser asserts of it in GreedySchedulerTest.ArgsortNonLocalOutput.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[128], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    S1 = fd.define_scalar(1, dtype=DataType.Int)
    T2 = fd.ops.add(T0, S1)
    T3 = fd.ops.argsort(T2, dim=-1, descending=True, stable=True)
    fd.add_output(T3)

inputs = [
    torch.randint(0, 100, (128,), dtype=torch.int64),
]
