# Argsort pad scan: what nvFuser asserts of it in GreedySchedulerTest.ArgsortPadScan.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[128], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.ops.argsort(T0, dim=-1, descending=True, stable=True)
    T5 = fd.ops.pad(T1, [1, 0], None)
    T6 = fd.ops.cumsum(T5, dim=-1)
    fd.add_output(T6)

inputs = [
    torch.randint(0, 100, (128,), dtype=torch.int64),
]
